import {
  getFormProps,
  getInputProps,
  getSelectProps,
  getTextareaProps,
  useForm,
  type SubmissionResult,
} from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button } from "~/components/ui/button";
import { InputField, SelectField, TextareaField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form-alert";
import { categories, DEFAULT_CATEGORY } from "~/domain/categories";
import { SUMMARY_MAX } from "~/domain/limits";
import { useViewer } from "~/utils/root-data";

type Constraint = Parameters<typeof useForm>[0]["constraint"];
type ArticleField = "title" | "summary" | "url" | "category" | "content" | "imageUrl";

/** What the action of `/community` answers when it does not go on to the new article. */
export interface ArticleRejection {
  result: SubmissionResult;
  /** Why it was refused as a whole. */
  reason?: string;
  /** The article that has the same link already. */
  existingId?: string;
}

interface ArticleFormProps {
  constraint: Constraint;
  rejection?: ArticleRejection;
}

/** Posts an article to the community. */
export function ArticleForm({ constraint, rejection }: ArticleFormProps) {
  const isSignedIn = useViewer() !== null;
  const { state, formAction } = useNavigation();
  const [form, fields] = useForm<Record<ArticleField, string>>({
    id: "post-article",
    constraint,
    lastResult: rejection?.result,
    defaultValue: { category: DEFAULT_CATEGORY },
    shouldRevalidate: "onSubmit",
  });
  return (
    <Form
      method="post"
      action="/community#post"
      preventScrollReset
      {...getFormProps(form)}
      className="grid gap-5"
    >
      <Refused {...rejection} />
      <InputField
        label="Title"
        errors={fields.title.errors}
        input={getInputProps(fields.title, { type: "text" })}
      />
      <TextareaField
        label="Summary"
        limit={SUMMARY_MAX}
        errors={fields.summary.errors}
        textarea={{ ...getTextareaProps(fields.summary), rows: 3 }}
      />
      <InputField
        label="Link"
        errors={fields.url.errors}
        input={{
          ...getInputProps(fields.url, { type: "url" }),
          placeholder: "https://",
          inputMode: "url",
        }}
      />
      <SelectField
        label="Category"
        errors={fields.category.errors}
        select={getSelectProps(fields.category)}
        options={categories.map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <TextareaField
        label="Your note"
        hint="Markdown: why it is worth reading, and what to doubt."
        optional
        errors={fields.content.errors}
        textarea={{ ...getTextareaProps(fields.content), rows: 4 }}
      />
      <InputField
        label="Image address"
        optional
        errors={fields.imageUrl.errors}
        input={{
          ...getInputProps(fields.imageUrl, { type: "url" }),
          placeholder: "https://",
          inputMode: "url",
        }}
      />
      {isSignedIn ? null : (
        <p className="text-base text-muted">
          <SignInTrigger variant="link" redirectTo="/community">
            Sign In
          </SignInTrigger>{" "}
          to post under your name.
        </p>
      )}
      <Button
        pending={state !== "idle" && formAction?.startsWith("/community")}
        pendingLabel="Posting…"
      >
        Post Article
      </Button>
    </Form>
  );
}

function Refused({ reason, existingId }: Partial<ArticleRejection>) {
  return (
    <FormAlert>
      {reason ? (
        <>
          <b className="font-medium">Failed to post article</b>
          <p className="text-base">
            {reason}{" "}
            {existingId ? (
              <Link to={`/article/${existingId}`} className="link">
                Go to the article
              </Link>
            ) : null}
          </p>
        </>
      ) : null}
    </FormAlert>
  );
}

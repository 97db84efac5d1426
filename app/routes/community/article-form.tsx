import { getFormProps, useForm } from "@conform-to/react";
import { useNavigate } from "@remix-run/react";
import { clsx } from "clsx";
import { TextLink } from "~/components/ui/link";
import type { FieldConstraints } from "~/components/accounts/forms";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { ArticleFields, type ArticleField } from "~/components/articles/article-fields";
import {
  DraftControls,
  submittedDraft,
  type OpenedDraft,
} from "~/components/drafts/draft-controls";
import { ArticlePreview } from "~/components/drafts/article-preview";
import { Button } from "~/components/ui/button";
import {
  FormAlert,
  FormKeyField,
  RedirectField,
  useFormFetcher,
  type FormFetcher,
} from "~/components/ui/form";
import { DEFAULT_CATEGORY } from "~/domain/categories";
import { forgetText } from "~/utils/browser/kept-text";
import type { FormError, FormResult } from "~/utils/forms/form-result";
import { useLastPosted } from "~/utils/forms/last-posted";
import { useViewer } from "~/utils/root-data";

interface ArticleFormProps {
  /** The page with the form, whose action takes it. */
  action: "/community#post" | "/community/new";
  /** Whether the preview stands beside the fields. */
  isWide?: boolean;
  constraint: FieldConstraints;
  result?: FormResult | undefined;
  draft: OpenedDraft | null;
}

/** The form to post an article; empty again after each success. */
export function ArticleForm({ draft, ...props }: ArticleFormProps) {
  const fetcher = useFormFetcher();
  const navigate = useNavigate();
  const showPosted = () => {
    for (const name of ["article", `article ${draft?.id}`]) forgetText(name);
    navigate(fetcher.data?.goTo ?? "/community", { replace: true });
  };
  const posted = useLastPosted(fetcher, showPosted);
  return (
    <Fields key={posted ?? draft?.id} fetcher={fetcher} draft={posted ? null : draft} {...props} />
  );
}

interface FieldsProps extends ArticleFormProps {
  fetcher: FormFetcher;
}

function Fields({ action, isWide = false, constraint, result, draft, fetcher }: FieldsProps) {
  const isSignedIn = useViewer() !== null;
  const last = fetcher.data ?? result;
  const [form, fields] = useForm<Record<ArticleField, string>>({
    id: "post-article",
    constraint,
    lastResult: last?.submission,
    defaultValue: draft?.fields ?? { category: DEFAULT_CATEGORY },
    shouldRevalidate: "onSubmit",
  });
  return (
    <fetcher.Form
      method="post"
      action={action}
      {...getFormProps(form)}
      className={clsx("grid grid-cols-1 gap-5", isWide && "items-start gap-x-12 lg:grid-cols-2")}
    >
      <div className="grid grid-cols-1 gap-5">
        <ArticleFormError {...last?.formError} />
        <FormKeyField />
        <RedirectField to="/community" />
        <ArticleFields fields={fields} />
        {isSignedIn ? null : (
          <p className="text-base text-muted">
            <SignInTrigger variant="link" redirectTo="/community/new">
              Sign In
            </SignInTrigger>{" "}
            to post under your name.
          </p>
        )}
        <Button
          name="intent"
          value="post"
          pending={fetcher.state !== "idle"}
          pendingLabel="Posting…"
          className="justify-self-start"
        >
          Post Article
        </Button>
        <DraftControls form="article" draft={draft ?? submittedDraft(last)} />
      </div>
      <ArticlePreview
        key={JSON.stringify(last?.preview)}
        preview={last?.preview}
        isNew
        isBeside={isWide}
      />
    </fetcher.Form>
  );
}

function ArticleFormError({ title, message, existingId }: Partial<FormError>) {
  return (
    <FormAlert>
      {message ? (
        <>
          <b className="font-medium">{title}</b>
          <p className="text-base">
            {message}{" "}
            {existingId ? (
              <TextLink to={`/article/${existingId}`}>Go to the article</TextLink>
            ) : null}
          </p>
        </>
      ) : null}
    </FormAlert>
  );
}

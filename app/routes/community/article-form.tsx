import { getFormProps, useForm } from "@conform-to/react";
import { useFetcher, useLocation, useNavigate } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { ArticleFields, type ArticleField } from "~/components/articles/article-fields";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form-alert";
import { FormKeyField } from "~/components/ui/form-key-field";
import { RedirectField } from "~/components/ui/redirect-field";
import { useFetcherToast } from "~/components/ui/toast";
import { DEFAULT_CATEGORY } from "~/domain/categories";
import type { FormError, FormResult } from "~/utils/forms/form-result";
import { useLastPosted } from "~/utils/forms/last-posted";
import { useViewer } from "~/utils/root-data";

type Constraint = Parameters<typeof useForm>[0]["constraint"];

interface ArticleFormProps {
  constraint: Constraint;
  /** The action's result after a native form post. */
  result?: FormResult | undefined;
}

/** The form to post an article; empty again after each success. */
export function ArticleForm(props: ArticleFormProps) {
  const fetcher = useFetcher<FormResult>();
  useFetcherToast(fetcher);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // The new article is at the top of the default list.
  const showPosted = () => {
    if (search) navigate(pathname, { preventScrollReset: true });
  };
  const posted = useLastPosted(fetcher, showPosted);
  return <Fields key={posted} fetcher={fetcher} {...props} />;
}

interface FieldsProps extends ArticleFormProps {
  fetcher: ReturnType<typeof useFetcher<FormResult>>;
}

function Fields({ constraint, result, fetcher }: FieldsProps) {
  const isSignedIn = useViewer() !== null;
  const last = fetcher.data ?? result;
  const [form, fields] = useForm<Record<ArticleField, string>>({
    id: "post-article",
    constraint,
    lastResult: last?.submission,
    defaultValue: { category: DEFAULT_CATEGORY },
    shouldRevalidate: "onSubmit",
  });
  return (
    <fetcher.Form
      method="post"
      action="/community#post"
      {...getFormProps(form)}
      className="grid gap-5"
    >
      <ArticleFormError {...last?.formError} />
      <input type="hidden" name="intent" value="post" />
      <FormKeyField />
      <RedirectField to="/community" />
      <ArticleFields fields={fields} />
      {isSignedIn ? null : (
        <p className="text-base text-muted">
          <SignInTrigger variant="link" redirectTo="/community">
            Sign In
          </SignInTrigger>{" "}
          to post under your name.
        </p>
      )}
      <Button pending={fetcher.state !== "idle"} pendingLabel="Posting…">
        Post Article
      </Button>
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

import { getFormProps, getTextareaProps, useForm } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button } from "~/components/ui/button";
import { TextareaField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form-alert";
import { FormKeyField } from "~/components/ui/form-key-field";
import { RedirectField } from "~/components/ui/redirect-field";
import { useFetcherToast } from "~/components/ui/toast";
import type { FormResult } from "~/utils/forms/form-result";
import { useHydrated } from "~/utils/browser/hydrated";
import { useLastPosted } from "~/utils/forms/last-posted";
import { useViewer } from "~/utils/root-data";

interface CommentFormProps {
  articleId: string;
  /** The page that takes it. */
  action: string;
  /** Where a native post comes back to. */
  redirectTo: string;
  /** What a native post came back with. */
  result?: FormResult | undefined;
  /** Told the id of a comment that a script has posted, once the page has been read anew. */
  onPosted?: (id: string) => void;
}

/** Adds a comment; the field is cleared once it is posted. */
export function CommentForm({ onPosted, ...props }: CommentFormProps) {
  const fetcher = useFetcher<FormResult>();
  useFetcherToast(fetcher);
  const posted = useLastPosted(fetcher, onPosted);
  // A comment that was posted means a new, empty form; one that was refused leaves the form as it is.
  return <Fields key={posted} fetcher={fetcher} isAnother={posted !== undefined} {...props} />;
}

type Fetcher = ReturnType<typeof useFetcher<FormResult>>;

interface FieldsProps extends Omit<CommentFormProps, "onPosted"> {
  fetcher: Fetcher;
  /** In place of one whose comment was posted. */
  isAnother: boolean;
}

function Fields({ articleId, action, redirectTo, result, fetcher, isAnother }: FieldsProps) {
  const isSignedIn = useViewer() !== null;
  const hydrated = useHydrated();
  const last = fetcher.state === "idle" ? (fetcher.data ?? result) : undefined;
  const [form, fields] = useForm<{ content: string }>({
    id: `comment-${articleId}`,
    lastResult: last?.submission,
  });
  const { key: _key, ...textarea } = getTextareaProps(fields.content);
  const [isEmpty, setIsEmpty] = useState(!fields.content.initialValue?.trim());
  useEffect(() => {
    const field = document.getElementById(textarea.id);
    if (field instanceof HTMLTextAreaElement) setIsEmpty(!field.value.trim());
  }, [textarea.id]);
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    const isLost = document.activeElement === document.body;
    if (isAnother && isLost) document.getElementById(textarea.id)?.focus({ preventScroll: true });
  }, [isAnother, textarea.id]);

  return (
    <fetcher.Form method="post" action={action} {...getFormProps(form)} className="grid gap-3">
      <FormAlert id={form.errorId}>{last?.refusal?.message}</FormAlert>
      <input type="hidden" name="intent" value="comment" />
      <input type="hidden" name="article" value={articleId} />
      <FormKeyField />
      <RedirectField to={redirectTo} />
      <TextareaField
        label="Add a comment"
        errors={fields.content.errors}
        textarea={{
          ...textarea,
          rows: 3,
          onInput: (event) => setIsEmpty(!event.currentTarget.value.trim()),
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* Without scripts nothing would enable it again: then an empty comment is refused on arrival. */}
        <Button
          size="sm"
          disabled={hydrated && isEmpty}
          pending={fetcher.state === "submitting"}
          pendingLabel="Posting…"
        >
          Post Comment
        </Button>
        {isSignedIn ? null : (
          <span className="text-sm text-muted">
            <SignInTrigger variant="link" redirectTo={redirectTo}>
              Sign In
            </SignInTrigger>{" "}
            to comment
          </span>
        )}
      </div>
    </fetcher.Form>
  );
}

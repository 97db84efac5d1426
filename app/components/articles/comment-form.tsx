import { getFormProps, getTextareaProps, useForm, type SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button } from "~/components/ui/button";
import { TextareaField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form-alert";
import { RedirectField } from "~/components/ui/redirect-field";
import { useFetcherToast } from "~/components/ui/toast";
import { useHydrated } from "~/utils/hydrated";
import { useViewer } from "~/utils/root-data";

/** What the action of `/article/:id` answers a script that comments. */
type CommentAnswer = { result?: SubmissionResult; posted?: string };

interface CommentFormProps {
  articleId: string;
  /** Where a native post comes back to. */
  redirectTo: string;
  /** What a native post came back with. */
  result?: SubmissionResult;
  /** Told the id of a comment that a script has posted, once the page has been read anew. */
  onPosted?: (id: string) => void;
}

/** Adds a comment; the field is cleared once it is posted. */
export function CommentForm({ onPosted, ...props }: CommentFormProps) {
  const fetcher = useFetcher<CommentAnswer>();
  useFetcherToast(fetcher);
  const posted = fetcher.state === "idle" ? fetcher.data?.posted : undefined;
  const told = useRef<string>();
  useEffect(() => {
    if (!posted || told.current === posted) return;
    told.current = posted;
    onPosted?.(posted);
  }, [posted, onPosted]);
  // A new comment means a new, empty form; a rejected one leaves the form as it is.
  const last = fetcher.data?.posted;
  return <Fields key={last} fetcher={fetcher} isAnother={last !== undefined} {...props} />;
}

type Fetcher = ReturnType<typeof useFetcher<CommentAnswer>>;

interface FieldsProps extends Omit<CommentFormProps, "onPosted"> {
  fetcher: Fetcher;
  /** In place of one whose comment was posted. */
  isAnother: boolean;
}

function Fields({ articleId, redirectTo, result, fetcher, isAnother }: FieldsProps) {
  const isSignedIn = useViewer() !== null;
  const hydrated = useHydrated();
  const [form, fields] = useForm<{ content: string }>({
    id: `comment-${articleId}`,
    lastResult: fetcher.state === "idle" ? (fetcher.data?.result ?? result) : undefined,
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
    <fetcher.Form
      method="post"
      action={`/article/${articleId}`}
      // Has the router look for its route now, and not when it is posted.
      data-discover="true"
      {...getFormProps(form)}
      className="grid gap-3"
    >
      <FormAlert id={form.errorId}>{form.errors?.[0]}</FormAlert>
      <input type="hidden" name="intent" value="comment" />
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

import { getFormProps, useForm } from "@conform-to/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { UnlessSuspended } from "~/components/moderation/unless-suspended";
import { Button } from "~/components/ui/button";
import { TextareaField } from "~/components/ui/field";
import {
  FormAlert,
  FormKeyField,
  RedirectField,
  useFormFetcher,
  type FormFetcher,
} from "~/components/ui/form";
import { forgetText, keepText, readKeptText } from "~/utils/browser/kept-text";
import type { FormResult } from "~/utils/forms/form-result";
import { useHydrated } from "~/utils/browser/hydrated";
import { useLastPosted } from "~/utils/forms/last-posted";
import { useViewer } from "~/utils/root-data";

interface CommentFormProps {
  /** The id of the article or review. */
  subjectId: string;
  /** The comment that is answered, if it is not the article or review itself. */
  answered?: { id: string; username: string } | undefined;
  /** The id of a comment that can no longer be answered, whose answer as far as it was typed is shown. */
  lostId?: string | undefined;
  action: string;
  redirectTo: string;
  result?: FormResult | undefined;
  /** Called with the new comment's id after a fetcher post, once the page has revalidated. */
  onPosted?: (id: string) => void;
  /** What stands beside the button. */
  children?: ReactNode;
}

export const keptCommentName = (id: string): string => `comment ${id}`;

/** Form to add a comment; the field is cleared after a successful post. */
export function CommentForm({ onPosted, ...props }: CommentFormProps) {
  const fetcher = useFormFetcher();
  const posted = useLastPosted(fetcher, onPosted);
  // A new key after each success resets the form; after an error the input stays.
  return (
    <UnlessSuspended holdsText={props.result !== undefined}>
      <Fields key={posted} fetcher={fetcher} isAfterPost={posted !== undefined} {...props} />
    </UnlessSuspended>
  );
}

interface FieldsProps extends Omit<CommentFormProps, "onPosted"> {
  fetcher: FormFetcher;
  /** Whether it replaces a form whose comment was just posted. */
  isAfterPost: boolean;
}

function Fields(props: FieldsProps) {
  const {
    subjectId,
    answered,
    lostId,
    action,
    redirectTo,
    result,
    fetcher,
    isAfterPost,
    children,
  } = props;
  const viewer = useViewer();
  const isSignedIn = viewer !== null;
  const hydrated = useHydrated();
  const last = fetcher.state === "idle" ? (fetcher.data ?? result) : undefined;
  const [form, fields] = useForm<{ content: string }>({
    id: answered ? `reply-${answered.id}` : `comment-${subjectId}`,
    lastResult: last?.submission,
  });
  const fieldId = fields.content.id;
  const [isEmpty, setIsEmpty] = useState(!fields.content.initialValue?.trim());
  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (field instanceof HTMLTextAreaElement) setIsEmpty(!field.value.trim());
  }, [fieldId]);
  const answeredId = answered?.id;
  useEffect(() => {
    if (answeredId) document.getElementById(fieldId)?.focus({ preventScroll: true });
  }, [answeredId, fieldId]);
  const keptName = keptCommentName(lostId ?? answeredId ?? subjectId);
  const viewerId = viewer?.id ?? null;
  const lastViewerId = useRef(viewerId);
  useEffect(() => {
    if (viewerId !== null) lastViewerId.current = viewerId;
  }, [viewerId]);
  useEffect(() => {
    if (isAfterPost) return forgetText(keptName);
    const field = document.getElementById(fieldId);
    const kept = readKeptText(keptName, viewerId);
    if (!kept?.content || !(field instanceof HTMLTextAreaElement) || field.value) return;
    field.value = kept.content;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, [isAfterPost, keptName, viewerId, fieldId]);
  const keep = (content: string) => {
    setIsEmpty(!content.trim());
    // After the session has ended, the text still belongs to the user who was signed in.
    if (content.trim()) keepText(keptName, lastViewerId.current, { content });
    else forgetText(keptName);
  };
  useEffect(() => {
    // The pressed button was unmounted and the focus lost with it.
    const isFocusLost = document.activeElement === document.body;
    if (isAfterPost && isFocusLost)
      document.getElementById(fieldId)?.focus({ preventScroll: true });
  }, [isAfterPost, fieldId]);

  return (
    <fetcher.Form method="post" action={action} {...getFormProps(form)} className="grid gap-3">
      <FormAlert id={form.errorId}>{last?.formError?.message}</FormAlert>
      <input type="hidden" name="intent" value="comment" />
      <input type="hidden" name="article" value={subjectId} />
      {answered ? <input type="hidden" name="parentId" value={answered.id} /> : null}
      <FormKeyField />
      <RedirectField to={redirectTo} />
      <TextareaField
        label={answered ? `Reply to ${answered.username}` : "Add a comment"}
        errors={fields.content.errors}
        // Without `field`, whose key would replace the control and what is typed in it after an error.
        id={fieldId}
        name="content"
        defaultValue={fields.content.initialValue}
        rows={3}
        suggestsNames
        onInput={(event) => keep(event.currentTarget.value)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* Without JavaScript nothing could enable it again; the server then rejects an empty comment. */}
        <Button
          size="sm"
          disabled={hydrated && isEmpty}
          pending={fetcher.state === "submitting"}
          pendingLabel="Posting…"
        >
          {answered ? "Post Reply" : "Post Comment"}
        </Button>
        {children}
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

import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { Button } from "~/components/ui/button";
import { DataAnswerField, useFormFetcher } from "~/components/ui/form";
import type { Upvoted, UpvotedKind } from "~/domain/upvotes";
import type { FormIntent } from "~/utils/forms/form-messages";
import { formatNumber } from "~/utils/format";
import { useViewer } from "~/utils/root-data";

interface UpvoteButtonProps extends Upvoted {
  /** The article whose card contains the button. */
  articleId?: string | undefined;
  upvotes: number;
  /** The name of the author, who sees only the count. */
  author: string;
  hasUpvoted: boolean;
  /** The URL of the page, whose action takes the upvote and redirects a native form post to it. */
  action: string;
  /** Shows only the arrow and the count. */
  isCompact?: boolean;
  /** Called when the server has stored a change, if the page is not revalidated. */
  onChange?: ((hasUpvoted: boolean) => void) | undefined;
}

const intents = {
  article: { add: "upvote", withdraw: "withdraw-upvote" },
  comment: { add: "upvote-comment", withdraw: "withdraw-comment-upvote" },
} as const satisfies Record<UpvotedKind, Record<string, FormIntent>>;

/** Upvotes an article or comment, or takes the upvote back, with an optimistic count. */
export function UpvoteButton(props: UpvoteButtonProps) {
  const {
    kind,
    id,
    articleId,
    upvotes,
    author,
    hasUpvoted,
    action,
    onChange,
    isCompact = false,
  } = props;
  const fetcher = useFormFetcher();
  const viewer = useViewer();
  const { add, withdraw } = intents[kind];
  const sent = fetcher.formData?.get("intent");
  // Already stored, but the page has not revalidated yet.
  const isStored = fetcher.state === "loading" && !fetcher.data?.formError;
  const onChangeRef = useRef(onChange);
  useEffect(() => void (onChangeRef.current = onChange));
  useEffect(() => {
    if (isStored) onChangeRef.current?.(sent === add);
  }, [isStored, sent, add]);
  const hidden = (words: string) => (isCompact ? <span className="sr-only">{words}</span> : words);
  if (viewer?.name === author) {
    return (
      <span className={clsx("upvote-count", kind === "comment" && "px-3")}>
        {formatNumber(upvotes)}
        {hidden(upvotes === 1 ? " upvote" : " upvotes")}
      </span>
    );
  }
  const isPending = fetcher.state !== "idle";
  const isOptimistic = viewer !== null && (fetcher.state === "submitting" || isStored);
  const isUpvoted = isOptimistic ? sent === add : hasUpvoted;
  const count = upvotes + Number(isUpvoted) - Number(hasUpvoted);
  return (
    <fetcher.Form method="post" action={action}>
      {articleId ? <input type="hidden" name="article" value={articleId} /> : null}
      {kind === "comment" ? <input type="hidden" name="comment" value={id} /> : null}
      <DataAnswerField />
      <Button
        name="intent"
        value={isUpvoted ? withdraw : add}
        variant={kind === "comment" ? "quiet" : "secondary"}
        size="sm"
        className="upvote-button"
        aria-pressed={isUpvoted}
        title={isUpvoted ? "Take your upvote back" : undefined}
        aria-disabled={isPending || undefined}
        onClick={(event) => {
          // Two requests at once could arrive in either order.
          if (isPending) event.preventDefault();
        }}
      >
        {kind === "comment" ? <span className="sr-only">{`Comment by ${author}: `}</span> : null}
        {hidden(isUpvoted ? "Upvoted " : "Upvote ")}
        <span>{formatNumber(count)}</span>
      </Button>
    </fetcher.Form>
  );
}

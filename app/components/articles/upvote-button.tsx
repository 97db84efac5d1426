import { useFetcher } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { DataAnswerField } from "~/components/ui/form";
import { useFetcherToast } from "~/components/ui/toast";
import type { FormResult } from "~/utils/forms/form-result";
import { formatNumber, plural } from "~/utils/format";
import { useViewer } from "~/utils/root-data";

interface UpvoteButtonProps {
  articleId: string;
  upvotes: number;
  /** The name of the article's author, who sees only the count. */
  author: string;
  hasUpvoted: boolean;
  /** The URL of the page, whose action takes the upvote and redirects a native form post to it. */
  action: string;
}

/** Upvotes an article, or takes the upvote back, with an optimistic count. */
export function UpvoteButton({
  articleId,
  upvotes,
  author,
  hasUpvoted,
  action,
}: UpvoteButtonProps) {
  const fetcher = useFetcher<FormResult>();
  useFetcherToast(fetcher);
  const viewer = useViewer();
  if (viewer?.name === author) {
    return <span className="upvote-count">{plural(upvotes, "upvote")}</span>;
  }
  // Already stored, but the page has not revalidated yet.
  const isStored = fetcher.state === "loading" && !fetcher.data?.formError;
  const isSubmitting = fetcher.state === "submitting";
  const isOptimistic = viewer !== null && (isSubmitting || isStored);
  const isUpvoted = isOptimistic ? fetcher.formData?.get("intent") === "upvote" : hasUpvoted;
  const count = upvotes + Number(isUpvoted) - Number(hasUpvoted);
  return (
    <fetcher.Form method="post" action={action}>
      <input type="hidden" name="article" value={articleId} />
      <DataAnswerField />
      <Button
        name="intent"
        value={isUpvoted ? "withdraw-upvote" : "upvote"}
        variant="secondary"
        size="sm"
        className="upvote-button"
        aria-pressed={isUpvoted}
        title={isUpvoted ? "Take your upvote back" : undefined}
        aria-disabled={isSubmitting || undefined}
        onClick={(event) => {
          // Two requests at once could arrive in either order.
          if (isSubmitting) event.preventDefault();
        }}
      >
        {isUpvoted ? "Upvoted " : "Upvote "}
        <span>{formatNumber(count)}</span>
      </Button>
    </fetcher.Form>
  );
}

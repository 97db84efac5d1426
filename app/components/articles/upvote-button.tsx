import { useFetcher } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { DataAnswerField } from "~/components/ui/form";
import { useFetcherToast } from "~/components/ui/toast";
import type { FormResult } from "~/utils/forms/form-result";
import { formatNumber } from "~/utils/format";
import { useViewer } from "~/utils/root-data";
import type { ToastKey } from "~/utils/forms/form-messages";

interface UpvoteButtonProps {
  articleId: string;
  upvotes: number;
  hasUpvoted: boolean;
  /** The URL of the page, whose action takes the upvote and redirects a native form post to it. */
  action: string;
}

const UPVOTED: ToastKey = "upvote.done";

/** Upvotes an article once, with an optimistic count. */
export function UpvoteButton({ articleId, upvotes, hasUpvoted, action }: UpvoteButtonProps) {
  const fetcher = useFetcher<FormResult>();
  useFetcherToast(fetcher);
  const isSignedIn = useViewer() !== null;
  // Already stored, but the page has not revalidated yet.
  const isStored = fetcher.state === "loading" && fetcher.data?.toast === UPVOTED;
  const isSubmitting = fetcher.state === "submitting" && isSignedIn;
  const isOptimistic = !hasUpvoted && (isSubmitting || isStored);
  const isUpvoted = hasUpvoted || isOptimistic;
  return (
    <fetcher.Form method="post" action={action}>
      <input type="hidden" name="article" value={articleId} />
      <DataAnswerField />
      <Button
        name="intent"
        value="upvote"
        variant="secondary"
        size="sm"
        className="upvote-button"
        disabled={hasUpvoted}
        aria-disabled={isUpvoted || undefined}
      >
        {isUpvoted ? "Upvoted " : "Upvote "}
        <span>{formatNumber(upvotes + (isOptimistic ? 1 : 0))}</span>
      </Button>
    </fetcher.Form>
  );
}

/** Withdraws the viewer's upvote. */
export function WithdrawUpvote({
  articleId,
  action,
}: Pick<UpvoteButtonProps, "articleId" | "action">) {
  const fetcher = useFetcher<FormResult>();
  useFetcherToast(fetcher);
  return (
    <fetcher.Form method="post" action={action}>
      <input type="hidden" name="article" value={articleId} />
      <DataAnswerField />
      <Button name="intent" value="withdraw-upvote" variant="quiet" size="sm">
        Withdraw your upvote
      </Button>
    </fetcher.Form>
  );
}

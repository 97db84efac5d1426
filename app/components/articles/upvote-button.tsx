import { useFetcher } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { UpvoteIcon } from "~/components/ui/icons";
import { RedirectField } from "~/components/ui/redirect-field";
import { useFetcherToast } from "~/components/ui/toast";
import type { FormResult } from "~/utils/forms/form-result";
import { formatNumber } from "~/utils/format";
import { useViewer } from "~/utils/root-data";
import type { ToastKey } from "~/utils/toasts/toasts";

interface UpvoteButtonProps {
  articleId: string;
  upvotes: number;
  hasUpvoted: boolean;
  /** This page, which takes the upvote and to which a native post comes back. */
  here: string;
}

/** What the server's answer says of an upvote that it took. */
const UPVOTED: ToastKey = "articleUpvoted";

/** Upvotes an article, once. What it will come to is shown while it is on its way. */
export function UpvoteButton({ articleId, upvotes, hasUpvoted, here }: UpvoteButtonProps) {
  const fetcher = useFetcher<FormResult>();
  useFetcherToast(fetcher);
  const isSignedIn = useViewer() !== null;
  // Stored already, and only the page does not know it yet.
  const isStored = fetcher.state === "loading" && fetcher.data?.toast === UPVOTED;
  const isOnItsWay = fetcher.state === "submitting" && isSignedIn;
  const isComing = !hasUpvoted && (isOnItsWay || isStored);
  const isUpvoted = hasUpvoted || isComing;
  return (
    <fetcher.Form method="post" action={here}>
      <input type="hidden" name="intent" value="upvote" />
      <input type="hidden" name="article" value={articleId} />
      <RedirectField to={here} />
      <Button
        variant="secondary"
        size="sm"
        icon={<UpvoteIcon />}
        disabled={hasUpvoted}
        aria-disabled={isUpvoted || undefined}
      >
        {isUpvoted ? "Upvoted" : "Upvote"}{" "}
        <span className="tabular-nums">{formatNumber(upvotes + (isComing ? 1 : 0))}</span>
      </Button>
    </fetcher.Form>
  );
}

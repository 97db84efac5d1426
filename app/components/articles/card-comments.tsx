import { Link, useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { CommentForm } from "~/components/articles/comment-form";
import { CommentList, type ListedComment } from "~/components/articles/comment-list";
import { Skeleton } from "~/components/ui/skeleton";

/** Comments as a card opens them. */
export interface OpenComments {
  comments: ListedComment[];
  /** Whether there are more than are shown. */
  more: boolean;
  /** How many views it has now, where opening them counted as one. */
  views: number | null;
}

interface CardCommentsProps {
  articleId: string;
  /** What the page came with; otherwise they are fetched. */
  initial: OpenComments | null;
  /** Where a native post comes back to. */
  redirectTo: string;
  onViews: (views: number) => void;
}

/** The comments of a card, and the form to add one. Opening them counts as a view. */
export function CardComments({ articleId, initial, redirectTo, onViews }: CardCommentsProps) {
  const fetcher = useFetcher<OpenComments>({ key: `comments-${articleId}` });
  const { load } = fetcher;
  const isThere = initial !== null;
  useEffect(() => {
    if (!isThere) load(`/article/${articleId}/comments`);
  }, [articleId, isThere, load]);
  const open = fetcher.data ?? initial;
  const views = open?.views;
  useEffect(() => {
    if (views != null) onViews(views);
  }, [views, onViews]);

  return (
    <div className="mt-4 grid gap-5 border-t border-line pt-4">
      {open ? (
        <CommentList comments={open.comments} />
      ) : (
        <div role="status" className="grid gap-2">
          <span className="sr-only">Loading comments</span>
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-full" />
        </div>
      )}
      {open?.more ? (
        <Link to={`/article/${articleId}#comments`} className="link text-base">
          Read all comments
        </Link>
      ) : null}
      <CommentForm articleId={articleId} redirectTo={redirectTo} />
    </div>
  );
}

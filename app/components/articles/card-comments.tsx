import { Link } from "~/components/ui/link";
import { useCallback, useEffect, useState } from "react";
import { CommentForm } from "~/components/comments/comment-form";
import { CommentList, type ListedComment } from "~/components/comments/comment-list";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form";
import { Skeleton } from "~/components/ui/loading";
import { commentPath } from "~/domain/comment-path";
import { onArticle } from "~/domain/threads";
import type { FormResult } from "~/utils/forms/form-result";

export interface OpenComments {
  comments: ListedComment[];
  /** The ids of those that the viewer has upvoted. */
  upvoted: string[];
  hasMore: boolean;
  /** The view count after opening the comments; `null` if no view was counted. */
  views: number | null;
}

interface CardCommentsProps {
  articleId: string;
  author: string;
  /** Comments loaded with the page; otherwise they are fetched. */
  initial: OpenComments | null;
  cardUrl: string;
  result?: FormResult | undefined;
  onViews: (views: number) => void;
}

/** The comments of a card and the form to add one. Opening them counts as a view. */
export function CardComments({
  articleId,
  author,
  initial,
  cardUrl,
  result,
  onViews,
}: CardCommentsProps) {
  const { comments: fetched, isLoading, hasFailed, load, onUpvote } = useComments(articleId);
  const hasInitial = initial !== null;
  useEffect(() => {
    if (!hasInitial) void load();
  }, [hasInitial, load]);
  const open = fetched ?? initial;
  const [postedId, setPostedId] = useState<string>();
  // Only the first comments are listed.
  const isPostedElsewhere = open?.hasMore && open.comments.every(({ id }) => id !== postedId);
  const onPosted = (id: string) => {
    setPostedId(id);
    if (!hasInitial) void load();
  };
  const views = open?.views;
  useEffect(() => {
    if (views != null) onViews(views);
  }, [views, onViews]);

  return (
    <div className="mt-4 grid grid-cols-1 gap-5 border-t border-line pt-4">
      {open ? (
        <CommentList
          comments={open.comments}
          path={`/article/${articleId}`}
          author={author}
          articleId={articleId}
          upvoted={open.upvoted}
          onUpvote={fetched ? onUpvote : undefined}
          isOpen
          isFlat
        />
      ) : null}
      {hasFailed ? (
        <FormAlert>
          <p>Failed to load comments.</p>
          <Button
            type="button"
            variant="secondary"
            size="sm"
            pending={isLoading}
            onClick={load}
            className="mt-3"
          >
            Try again
          </Button>
        </FormAlert>
      ) : open ? null : (
        <div role="status" className="grid gap-2">
          <span className="sr-only">Loading comments</span>
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-full" />
        </div>
      )}
      {open?.hasMore ? (
        <Link to={`/article/${articleId}#comments`} className="link text-base">
          Read all comments
        </Link>
      ) : null}
      {postedId && isPostedElsewhere ? (
        <Link
          to={commentPath({ id: postedId, subject: onArticle(articleId) })}
          className="link text-base"
        >
          Go to your comment
        </Link>
      ) : null}
      <CommentForm
        subjectId={articleId}
        action={cardUrl}
        redirectTo={cardUrl}
        result={result}
        onPosted={onPosted}
      />
    </div>
  );
}

/**
 * Loads an article's comments on demand. It uses `fetch` rather than a fetcher because a fetcher
 * first loads the route's module and shows the page's error boundary if that fails.
 */
function useComments(articleId: string) {
  const [comments, setComments] = useState<OpenComments | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(async () => {
    setIsLoading(true);
    try {
      const response = await fetch(`/article/${articleId}/comments`);
      if (!response.ok)
        throw new Error(`Loading the comments failed with status ${response.status}`);
      setComments((await response.json()) as OpenComments);
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    } finally {
      setIsLoading(false);
    }
  }, [articleId]);
  const onUpvote = (id: string, hasUpvoted: boolean) =>
    setComments((shown) => shown && withUpvote(shown, id, hasUpvoted));
  return { comments, isLoading, hasFailed, load, onUpvote };
}

function withUpvote(open: OpenComments, id: string, hasUpvoted: boolean): OpenComments {
  if (open.upvoted.includes(id) === hasUpvoted) return open;
  const by = hasUpvoted ? 1 : -1;
  return {
    ...open,
    upvoted: hasUpvoted ? [...open.upvoted, id] : open.upvoted.filter((one) => one !== id),
    comments: open.comments.map((comment) =>
      comment.id === id ? { ...comment, upvotes: comment.upvotes + by } : comment,
    ),
  };
}

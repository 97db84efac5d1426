import { Link } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { CommentForm } from "~/components/articles/comment-form";
import { CommentList, type ListedComment } from "~/components/articles/comment-list";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form-alert";
import { Skeleton } from "~/components/ui/skeleton";
import type { FormResult } from "~/utils/forms/form-result";

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
  /** The address of this card on this page, with its comments open. */
  here: string;
  /** What a native post of a comment came back with. */
  result?: FormResult | undefined;
  onViews: (views: number) => void;
}

/** The comments of a card, and the form to add one. Opening them counts as a view. */
export function CardComments({ articleId, initial, here, result, onViews }: CardCommentsProps) {
  const { comments: fetched, isReading, hasFailed, read } = useComments(articleId);
  const isThere = initial !== null;
  useEffect(() => {
    if (!isThere) void read();
  }, [isThere, read]);
  const open = fetched ?? initial;
  const views = open?.views;
  useEffect(() => {
    if (views != null) onViews(views);
  }, [views, onViews]);

  return (
    <div className="mt-4 grid grid-cols-1 gap-5 border-t border-line pt-4">
      {open ? <CommentList comments={open.comments} /> : null}
      {hasFailed ? (
        <FormAlert>
          <p>Failed to load comments.</p>
          <Button
            type="button"
            variant="secondary"
            size="sm"
            pending={isReading}
            onClick={read}
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
      {open?.more ? (
        <Link to={`/article/${articleId}#comments`} className="link text-base">
          Read all comments
        </Link>
      ) : null}
      <CommentForm
        articleId={articleId}
        action={here}
        redirectTo={here}
        result={result}
        onPosted={isThere ? undefined : read}
      />
    </div>
  );
}

/**
 * Reads the comments of an article when asked to. Not by the router, which has to look for the route
 * and its code first, and puts an error in place of the whole page where it cannot.
 */
function useComments(articleId: string) {
  const [comments, setComments] = useState<OpenComments | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const read = useCallback(async () => {
    setIsReading(true);
    try {
      const response = await fetch(`/article/${articleId}/comments`);
      if (!response.ok) throw new Error(`The comments came with a status of ${response.status}.`);
      setComments((await response.json()) as OpenComments);
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    } finally {
      setIsReading(false);
    }
  }, [articleId]);
  return { comments, isReading, hasFailed, read };
}

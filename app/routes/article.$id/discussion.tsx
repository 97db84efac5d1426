import type { SubmissionResult } from "@conform-to/react";
import { useNavigate } from "@remix-run/react";
import { CommentForm } from "~/components/articles/comment-form";
import { CommentList, type ListedComment } from "~/components/articles/comment-list";
import { Pagination } from "~/components/ui/pagination";
import { commentPath } from "~/services/addresses";
import type { ShownArticle } from "~/services/representations";
import { formatNumber } from "~/utils/format";

interface DiscussionProps {
  article: ShownArticle;
  comments: readonly ListedComment[];
  isFirstPage: boolean;
  /** The cursor of the comments after these. */
  next: string | null;
  /** What a native post of a comment came back with. */
  result?: SubmissionResult;
}

/** The comments of an article, in pages, and the form to add one. */
export function Discussion({ article, comments, isFirstPage, next, result }: DiscussionProps) {
  const here = `/article/${article.id}`;
  const navigate = useNavigate();
  // In a long discussion what somebody has just posted may be on another page than this.
  const showPosted = (id: string) => {
    if (comments.every((comment) => comment.id !== id)) {
      navigate(commentPath({ id, articleId: article.id }));
    }
  };
  return (
    <section
      id="comments"
      aria-labelledby="comments-heading"
      className="mt-14 max-w-measure border-t border-line pt-8"
    >
      <h2 id="comments-heading" className="mb-6 font-display text-2xl font-medium">
        Comments{" "}
        <span className="text-muted tabular-nums">({formatNumber(article.commentCount)})</span>
      </h2>
      <CommentList comments={comments} />
      <Pagination
        label="Pages of comments"
        previous={isFirstPage ? null : `${here}#comments`}
        previousLabel="From the first"
        next={next && `${here}?after=${next}#comments`}
        nextLabel="Later comments"
      />
      <div className="mt-10">
        <CommentForm
          articleId={article.id}
          redirectTo={`${here}#comments`}
          result={result}
          onPosted={showPosted}
        />
      </div>
    </section>
  );
}

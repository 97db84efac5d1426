import { useParams } from "@remix-run/react";
import { CommentList } from "~/components/comments/comment-list";
import { DiscussionPages } from "~/components/comments/discussion";
import { RemovedArticleResult } from "~/components/articles/missing-article-result";
import { NotFound } from "~/components/error-boundary";
import { ButtonLink } from "~/components/ui/button";
import { Page, PageHeader } from "~/components/ui/page";
import type { ShownDiscussion } from "~/utils/discussion.server";

/** A page of the comments on an article that its author removed. */
export type RemovedDiscussion = ShownDiscussion;

/** Shown instead of an article that its author removed after others had commented. */
export function RemovedArticle({ discussion }: { discussion: RemovedDiscussion | null }) {
  const { id = "" } = useParams();
  const path = `/article/${id}`;
  return (
    <Page>
      <PageHeader
        title="This article was removed by its author."
        standfirst="What others said about it is still here."
      />
      <div id="comments">
        <RemovedArticleResult />
        <ButtonLink to="/community">Go to all articles</ButtonLink>
        {discussion ? (
          <section aria-labelledby="comments-heading" className="mt-14 max-w-measure">
            <h2 id="comments-heading" className="mb-6 section-title">
              Comments
            </h2>
            <CommentList comments={discussion.comments} path={path} />
            {/* Document requests, because this error page has no loader data that a navigation could replace. */}
            <DiscussionPages discussion={discussion} path={path} reloadDocument />
          </section>
        ) : null}
      </div>
    </Page>
  );
}

/** Shown for an article that never existed, or that was removed and left no comments of others. */
export const MissingArticle = () => (
  <NotFound>
    <RemovedArticleResult />
  </NotFound>
);

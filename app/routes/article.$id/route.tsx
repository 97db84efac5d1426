import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CommentForm } from "~/components/articles/comment-form";
import { CommentList } from "~/components/articles/comment-list";
import { Page } from "~/components/ui/page";
import { Pagination } from "~/components/ui/pagination";
import { Prose } from "~/components/ui/prose";
import { decodeCursor } from "~/domain/cursor";
import { COMMENTS_PER_PAGE } from "~/domain/limits";
import { readArticle, readComments, upvotedBy } from "~/services/articles.server";
import { listedArticle, shownComment } from "~/services/representations";
import { countView } from "~/utils/article-cards.server";
import { getViewer } from "~/utils/auth.server";
import { ownHeaders } from "~/utils/headers";
import { renderMarkdown } from "~/utils/markdown.server";
import { pageMeta } from "~/utils/meta";
import { ArticleHeader } from "./article-header";
import { answerIntent } from "./intents.server";
import { orNotFound } from "~/utils/refusals.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const id = params.id ?? "";
  const after = decodeCursor(new URL(request.url).searchParams.get("after") ?? "");
  const article = await orNotFound(readArticle(id));
  const [viewer, page, views] = await Promise.all([
    getViewer(request),
    readComments(id, { limit: COMMENTS_PER_PAGE, after }),
    countView({ request, context }, id),
  ]);
  const upvoted = await upvotedBy(viewer, [article]);
  return {
    article: { ...listedArticle(article), views: views ?? article.views },
    html: renderMarkdown(article.content),
    hasUpvoted: upvoted.has(article.id),
    comments: page.items.map(shownComment),
    isFirstPage: after === null,
    next: page.next,
  };
}

export const action = (args: ActionFunctionArgs) => answerIntent(args);

export default function ArticlePage() {
  const { article, html, hasUpvoted, comments, isFirstPage, next } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const here = `/article/${article.id}`;
  return (
    <Page>
      <article>
        <ArticleHeader article={article} hasUpvoted={hasUpvoted} />
        {html ? <Prose html={html} className="mt-10" /> : null}
      </article>
      <section
        id="comments"
        aria-labelledby="comments-heading"
        className="mt-14 max-w-measure border-t border-line pt-8"
      >
        <h2 id="comments-heading" className="mb-6 font-display text-2xl font-medium">
          Comments <span className="text-muted tabular-nums">({article.commentCount})</span>
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
            result={answer && "result" in answer ? answer.result : undefined}
          />
        </div>
      </section>
    </Page>
  );
}

export const headers = ownHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data
    ? pageMeta({
        matches,
        title: data.article.title,
        description: data.article.summary,
        path: `/article/${data.article.id}`,
      })
    : pageMeta({ matches, title: "Not found", hidden: true });

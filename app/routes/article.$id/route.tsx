import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import type { ListedComment } from "~/components/articles/comment-list";
import { FormAlert } from "~/components/ui/form-alert";
import { Page } from "~/components/ui/page";
import { Prose } from "~/components/ui/prose";
import { decodeCursor } from "~/domain/cursor";
import { COMMENTS_PER_PAGE } from "~/domain/limits";
import {
  browseArticles,
  commentsOf,
  readArticle,
  upvotedBy,
  type Article,
} from "~/services/articles.server";
import { renderMarkdown } from "~/services/markdown.server";
import { listedArticle } from "~/services/representations";
import { countView, listedComment } from "~/utils/article-cards.server";
import { getViewer } from "~/utils/auth.server";
import { ownHeaders } from "~/utils/headers";
import { contextOf } from "~/utils/load-context";
import { actOrAnswer, unlessUnanswered } from "~/utils/no-answer";
import { pageMeta } from "~/utils/meta";
import { ArticleHeader } from "./article-header";
import { Discussion } from "./discussion";
import { answerIntent } from "./intents.server";
import { outcomes } from "./outcomes";
import { RelatedArticles } from "./related-articles";
import { orNotFound } from "~/utils/refusals.server";
import { breadcrumbs, discussion } from "~/utils/structured-data";

/** How many other articles of its category stand beside an article. */
const RELATED = 5;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const id = params.id ?? "";
  const { searchParams: asked } = new URL(request.url);
  const after = decodeCursor(asked.get("after") ?? "");
  const article = await orNotFound(readArticle(id));
  const [viewer, page, views, related] = await Promise.all([
    getViewer(request),
    commentsOf(article, { limit: COMMENTS_PER_PAGE, after, comment: asked.get("comment") }),
    countView({ request, context }, article),
    readRelated(article).catch((error: unknown) => {
      contextOf(context).log.error({ err: error }, "the related articles could not be read");
      return [];
    }),
  ]);
  const upvoted = await upvotedBy(viewer, [article]);
  return {
    article: { ...listedArticle(article), views: views ?? article.views },
    html: renderMarkdown(article.content),
    hasUpvoted: upvoted.has(article.id),
    comments: page.items.map(listedComment),
    related,
    isFirstPage: page.previous === null,
    next: page.next,
  };
}

async function readRelated({ id, category }: Article) {
  const { items } = await browseArticles({ sort: "hot", category, limit: RELATED + 1 });
  const others = items.filter((other) => other.id !== id).slice(0, RELATED);
  return others.map((other) => listedArticle(other));
}

export const action = (args: ActionFunctionArgs) => answerIntent(args);

export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const copy = request.clone();
  return actOrAnswer(
    () => serverAction<typeof action>(),
    async () => {
      const form = await copy.formData();
      return { toast: outcomes[form.get("intent") === "upvote" ? "upvote" : "comment"].failed };
    },
  );
}

export const shouldRevalidate = unlessUnanswered;

export default function ArticlePage() {
  const { article, html, hasUpvoted, related, ...discussion } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page className="grid justify-between gap-x-16 lg:grid-cols-[minmax(0,42rem)_minmax(14rem,18rem)]">
      <div>
        <FormAlert className="mt-10">{answer?.upvoteRefused}</FormAlert>
        <article>
          <ArticleHeader article={article} hasUpvoted={hasUpvoted} />
          {html ? <Prose html={html} className="mt-10" /> : null}
        </article>
        <Discussion article={article} {...discussion} result={answer?.result} />
      </div>
      <RelatedArticles category={article.category} articles={related} />
    </Page>
  );
}

export const headers = ownHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return pageMeta({ matches, title: "Not found", hidden: true });
  const { article, comments } = data;
  const { title, category, imageUrl } = article;
  const path = `/article/${article.id}`;
  return pageMeta({
    matches,
    title,
    description: article.summary,
    path,
    type: "article",
    published: article.createdAt,
    // What stands in for a picture is drawn, and shown by nobody elsewhere.
    image: imageUrl.startsWith("/") ? undefined : { url: imageUrl, alt: title },
    structured: (here) => [
      discussion(here, article, comments.map(inWords)),
      breadcrumbs(here, [
        { name: category.name, path: `/category/${category.slug}` },
        { name: title, path },
      ]),
    ],
  });
};

const inWords = ({ pieces, ...comment }: ListedComment) => ({
  ...comment,
  content: pieces.map((piece) => (typeof piece === "string" ? piece : piece.text)).join(""),
});

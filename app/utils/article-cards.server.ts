import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CardArticle } from "~/components/articles/article-card";
import type { LineArticle } from "~/components/articles/article-lines";
import { ARTICLES, articleTag, SUPPORT, VIEWS } from "~/config/page-tags";
import type { ArticleView } from "~/domain/article-view";
import type { Page } from "~/domain/cursor";
import { ARTICLES_PER_PAGE, COMMENTS_PER_PAGE } from "~/domain/field-limits";
import {
  browseArticles,
  readArticle,
  countVisit,
  type Article,
  type ListedArticle,
} from "~/services/articles/articles.server";
import { readFirstComments } from "~/services/articles/comments.server";
import { countViewLater } from "~/services/articles/view-batch.server";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { toLines } from "./article-lines.server";
import { getArticleView } from "./article-view.server";
import { viewerOfPage } from "./http/auth.server";
import { getClient, isPageView } from "./http/request-client.server";
import { readOncePerRequest } from "./http/request-cache.server";
import { listedComments } from "./discussion.server";
import { getContext } from "./http/load-context";
import { readListVisit } from "./readings.server";
import { savedByViewer } from "./saved.server";
import { upvotedByViewer } from "./upvoted.server";

type LoaderContext = Pick<LoaderFunctionArgs, "request" | "context">;

/** Reads the article that a page is about, once for all loaders of a request. @throws ServiceError `notFound` */
export const articleOfPage = (
  args: Pick<LoaderFunctionArgs, "request" | "context" | "params">,
): Promise<Article> => {
  const id = args.params.id ?? "";
  return readOncePerRequest(args, `article ${id}`, () =>
    cachedRead([articleTag(id)], ["article", id], () => readArticle(id)),
  );
};

/** Queues a view of an article's page to be counted, unless the request comes from a bot or a prefetch. */
export async function countPageView(args: LoaderContext, articleId: string): Promise<void> {
  const { request, context } = args;
  if (!isPageView(request)) return;
  const { address } = getClient(request, context);
  countViewLater(articleId, { userId: (await viewerOfPage(args))?.id ?? null, address });
}

/**
 * Counts a view of an article, unless the request comes from a bot or a prefetch. A failure is logged
 * and does not break the page.
 * @returns the new number of views, or `null` if none was counted
 */
export async function countView(
  args: LoaderContext,
  article: Pick<Article, "id" | "views">,
): Promise<number | null> {
  const { request, context } = args;
  if (!isPageView(request)) return null;
  try {
    const { address } = getClient(request, context);
    return await countVisit(article, { userId: (await viewerOfPage(args))?.id ?? null, address });
  } catch (error) {
    getContext(context).log.error({ err: error }, "a view could not be counted");
    return null;
  }
}

/** Reads the comments of a card that is being opened, and counts a view of its article. */
export async function openComments(args: LoaderContext, article: Pick<Article, "id" | "views">) {
  const [page, views, viewer] = await Promise.all([
    readFirstComments(article.id, COMMENTS_PER_PAGE),
    countView(args, article),
    viewerOfPage(args),
  ]);
  const upvoted = await upvotedByViewer(viewer, "comment", page.items);
  return {
    comments: listedComments(page.items),
    upvoted: [...upvoted],
    hasMore: page.next !== null,
    views,
  };
}

type ArticleList = Parameters<typeof browseArticles>[0];

interface ArticlesQuery extends Omit<ArticleList, "limit"> {
  /** The id of the article whose comments are open. */
  comments?: string | undefined;
  view?: ArticleView | undefined;
}

/** Reduces an article to the fields that its card shows, because they are also sent to the browser as loader data. */
const toCard = (article: ListedArticle): CardArticle => ({
  id: article.id,
  title: article.title,
  summary: article.summary,
  url: article.url,
  ...(article.imageUrl && { imageUrl: article.imageUrl }),
  category: article.category,
  ...(article.disclosure && { disclosure: article.disclosure }),
  createdAt: article.createdAt.toISOString(),
  views: article.views,
  upvotes: article.upvotes,
  commentCount: article.commentCount,
  reviewer: article.reviewer,
});

/** Reads a page of articles without viewer-specific data. Searches are not cached, because they hardly ever repeat. */
function readListed<Shown>(
  name: string,
  list: ArticleList,
  toShown: (articles: ListedArticle[]) => Shown[] | Promise<Shown[]>,
) {
  const read = async () => {
    const { items, ...page } = await browseArticles(list);
    return { ...page, items: await toShown(items) };
  };
  return list.q ? read() : cachedRead([ARTICLES, SUPPORT, VIEWS], [name, list], read);
}

const readCards = (list: ArticleList) =>
  readListed<CardArticle>("cards", list, (articles) => articles.map(toCard));
const readLines = (list: ArticleList) => readListed<LineArticle>("lines", list, toLines);

/**
 * Reads a page of articles, with the viewer's upvotes, as lines or as cards with the opened comments. Without a `view`
 * in the query, the articles are shown as this browser remembers, or else as `defaultView` says.
 */
export async function readArticles(
  args: LoaderContext,
  { comments, view, ...query }: ArticlesQuery,
  defaultView: ArticleView,
) {
  const list = { ...query, limit: ARTICLES_PER_PAGE };
  // Only cards have comments to open.
  const chosen = view ?? (comments ? "cards" : await getArticleView(args.request));
  if ((chosen ?? defaultView) === "cards") {
    const { items, ...page } = await withOwn(args, list, await readCards(list));
    const viewer = await viewerOfPage(args);
    const opened = items.find(({ id }) => id === comments);
    const [saved, open] = await Promise.all([
      savedByViewer(viewer, "article", items),
      opened ? openComments(args, opened) : null,
    ]);
    const articles = items.map((article) => ({
      ...article,
      ...(saved.has(article.id) && { isSaved: true }),
      ...(article === opened && { open }),
    }));
    return { ...page, view: "cards" as const, articles };
  }
  const { items, ...page } = await withOwn(args, list, await readLines(list));
  return { ...page, view: "list" as const, articles: items };
}

/** Adds to a page of a list what depends on the viewer: the upvotes, and the visit before. */
async function withOwn<Item extends { id: string; createdAt: string }>(
  args: LoaderContext,
  list: ArticleList,
  page: Page<Item>,
) {
  const viewer = await viewerOfPage(args);
  const isNewest = list.sort === "new" && !list.q;
  const [upvoted, visit] = await Promise.all([
    upvotedByViewer(viewer, "article", page.items),
    isNewest
      ? readListVisit(args, { articles: list.category ?? null }, { ...list, ...page })
      : null,
  ]);
  return {
    items: page.items.map((item) => ({
      ...item,
      ...(upvoted.has(item.id) && { hasUpvoted: true }),
    })),
    visit,
    isFirst: !list.after && !list.before,
    next: page.next,
    previous: page.previous,
  };
}

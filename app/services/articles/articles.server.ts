import { dayOf } from "~/domain/calendar-days";
import type { Page, Place } from "~/domain/cursor";
import { findTopic } from "~/domain/topics";
import type { Viewer } from "~/domain/viewer";
import { addToCounts, addView } from "~/models/article-counts.server";
import {
  createArticle,
  findArticle,
  findArticleOwner,
  listArticles,
  searchArticles,
  type Article,
  type ArticleList,
  type ListedArticle,
} from "~/models/article.server";
import {
  createComment,
  listComments,
  listCommentsFrom,
  type Comment,
} from "~/models/comment.server";
import { addContribution } from "~/models/hub.server";
import { addUpvote, findUpvotedAmong } from "~/models/upvote.server";
import { addVisits } from "~/models/view.server";
import type { ArticleInput, CommentInput } from "~/schemas/articles";
import { INVALID_URL } from "~/schemas/fields";
import { isReadableMarkdown } from "../content/markdown.server";
import { notFoundError, ServiceError, unauthenticatedError } from "../errors";
import { cachedRead } from "../cache/cached-reads.server";
import { dependsOn } from "../cache/dependencies.server";
import { invalidate } from "../cache/invalidation.server";
import {
  articlesTag,
  articleTag,
  hottestTag,
  HUB_COUNTS,
  rankingTag,
  viewsTag,
} from "../cache/tags";
import { enforceRateLimit } from "../rate-limits.server";
import { letWeighIfProven } from "./unproven-support.server";
import { urlKey } from "./normalized-urls.server";
import { tryToStoreMentionsOf } from "../recommendations/mentions.server";
import { getVisitorKeys, type Visit } from "./visitors.server";

export type { Article, ListedArticle } from "~/models/article.server";
export type { Comment } from "~/models/comment.server";

/**
 * Posts an article under the viewer's name.
 *
 * @throws ServiceError `unauthenticated`, `limited`, `invalid`, or `conflict` with the id of the article
 *   that has the same link
 */
export async function postArticle(viewer: Viewer | null, input: ArticleInput): Promise<Article> {
  if (!viewer) throw unauthenticatedError("Please log in to post articles.");
  await enforceRateLimit("articles", viewer.id);
  const key = urlKey(input.url);
  if (!key) {
    throw new ServiceError("invalid", INVALID_URL, { fieldErrors: { url: [INVALID_URL] } });
  }
  if (!isReadableMarkdown(input.content ?? "")) {
    const message = "Please use fewer signs of Markdown in a paragraph, and fewer levels.";
    throw new ServiceError("invalid", message, { fieldErrors: { content: [message] } });
  }
  const result = await createArticle({
    ...input,
    urlKey: key,
    authorId: viewer.id,
    reviewer: viewer.name,
  });
  if ("existingId" in result) {
    throw new ServiceError("conflict", "This link has already been posted.", {
      id: result.existingId,
    });
  }
  const { article } = result;
  await tryToStoreMentionsOf({
    ...article,
    kind: "article",
    texts: [article.title, article.summary, article.content],
  });
  // An article in a topic counts as a paper of its hub.
  if (findTopic(input.category)) await addContribution(input.category, viewer.id);
  await invalidate(articlesTag(), articlesTag(input.category), HUB_COUNTS);
  return article;
}

/** @throws ServiceError `notFound` */
export async function readArticle(id: string): Promise<Article> {
  dependsOn(articleTag(id), viewsTag(id));
  const article = await findArticle(id);
  if (!article) throw notFoundError("Article");
  return article;
}

/** Reads a page of articles; with `q`, only those that contain the text. */
export async function browseArticles({
  q,
  ...list
}: ArticleList & { q?: string }): Promise<Page<ListedArticle>> {
  dependsOn(articlesTag(list.category));
  if (list.sort !== "new") dependsOn(rankingTag(list.category));
  const page = await (q ? searchArticles(q, list) : listArticles(list));
  dependsOn(...page.items.flatMap(({ id }) => [articleTag(id), viewsTag(id)]));
  return page;
}

/** @returns the ids of the given articles that the viewer has upvoted; empty for a visitor */
export async function upvotedAmongArticles(
  viewer: Viewer | null,
  articles: readonly { id: string }[],
): Promise<Set<string>> {
  if (!viewer) return new Set();
  const ids = articles.map(({ id }) => id);
  const upvoted = await cachedRead(["upvoted", viewer.id, ids], async () => {
    // An upvote changes an article's counts, and tells so.
    dependsOn(...ids.map(articleTag));
    return [...(await findUpvotedAmong(ids, viewer.id))];
  });
  return new Set(upvoted);
}

/**
 * Upvotes an article; repeating it has no effect. The upvote row with its unique index is authoritative,
 * the count is derived.
 *
 * @returns the article's upvote count
 * @throws ServiceError `unauthenticated`, `limited`, `notFound`
 */
export async function upvoteArticle(viewer: Viewer | null, id: string): Promise<number> {
  if (!viewer) throw unauthenticatedError("Please log in to upvote articles.");
  await enforceRateLimit("upvotes", viewer.id);
  const article = await readArticle(id);
  const isUnproven = !viewer.hasProvenEmail;
  if (!(await addUpvote(article.id, viewer.id, { isUnproven }))) return article.upvotes;
  const counts = await addToCounts(article.id, {
    upvotes: 1,
    ...(isUnproven && { unprovenUpvotes: 1 }),
  });
  await invalidateCounts(article);
  if (isUnproven) await letWeighIfProven(viewer.id);
  return counts?.upvotes ?? article.upvotes + 1;
}

/**
 * Tells that the counts of an article have changed, and with them its place among others.
 *
 * @param change in which direction: an article that has risen leaves the hottest as they were unless it is
 *   one of them now
 */
export async function invalidateCounts(
  { id, category }: Pick<Article, "id" | "category">,
  change: "risen" | "sunk" = "risen",
): Promise<void> {
  const hottest =
    change === "sunk" || (await readHottest(category)).some((article) => article.id === id);
  await invalidate(
    ...[articleTag(id), rankingTag(), rankingTag(category)],
    ...(hottest ? [hottestTag(category)] : []),
  );
}

/** How many articles of a category count as its hottest. */
const HOTTEST = 6;

const readHottest = async (category: string): Promise<ListedArticle[]> =>
  (await listArticles({ sort: "hot", category, limit: HOTTEST })).items;

/** @returns the hottest articles of the same category, without the article itself: five of them, if there are */
export async function relatedArticles({
  id,
  category,
}: Pick<Article, "id" | "category">): Promise<ListedArticle[]> {
  dependsOn(articlesTag(category), hottestTag(category));
  const others = (await readHottest(category)).filter((other) => other.id !== id);
  const related = others.slice(0, HOTTEST - 1);
  dependsOn(...related.flatMap((other) => [articleTag(other.id), viewsTag(other.id)]));
  return related;
}

/** @throws ServiceError `unauthenticated`, `notFound` */
export async function hasUpvoted(viewer: Viewer | null, id: string): Promise<boolean> {
  if (!viewer) throw unauthenticatedError();
  const article = await readArticle(id);
  return (await findUpvotedAmong([article.id], viewer.id)).has(article.id);
}

/**
 * Comments on an article under the viewer's name.
 *
 * @throws ServiceError `unauthenticated`, `limited`, `notFound`
 */
export async function commentOnArticle(
  viewer: Viewer | null,
  id: string,
  { content }: CommentInput,
): Promise<Comment> {
  if (!viewer) throw unauthenticatedError("Please log in to comment.");
  await enforceRateLimit("comments", viewer.id);
  const article = await findArticleOwner(id);
  if (!article) throw notFoundError("Article");
  const comment = await createComment({
    articleId: id,
    authorId: viewer.id,
    username: viewer.name,
    content,
    isUnproven: !viewer.hasProvenEmail,
  });
  await tryToStoreMentionsOf({
    ...comment,
    kind: "comment",
    authorId: viewer.id,
    texts: [content],
  });
  const byOthers = article.authorId === viewer.id ? 0 : 1;
  await addToCounts(id, {
    commentCount: 1,
    commentsByOthers: byOthers,
    ...(!viewer.hasProvenEmail && { unprovenComments: byOthers }),
  });
  await invalidateCounts({ id, category: article.category });
  if (!viewer.hasProvenEmail) await letWeighIfProven(viewer.id);
  return comment;
}

/**
 * Reads a page of an article's comments, oldest first.
 *
 * @throws ServiceError `notFound` if there is no such article
 */
export async function readComments(
  id: string,
  place: Pick<Place, "after"> & { limit: number },
): Promise<Page<Comment>> {
  dependsOn(articleTag(id));
  if (!(await findArticleOwner(id))) throw notFoundError("Article");
  return listComments(id, place);
}

/**
 * Reads a page of comments of an article that is known to exist, oldest first.
 *
 * @param place `comment` is the id of a comment to include: if the first page does not contain it, the
 *   page starting at it is read instead
 */
export async function readCommentsPage(
  article: Pick<Article, "id">,
  { comment, ...place }: Pick<Place, "after"> & { limit: number; comment?: string | null },
): Promise<Page<Comment>> {
  dependsOn(articleTag(article.id));
  const page = await listComments(article.id, place);
  if (!comment || !page.next || page.items.some(({ id }) => id === comment)) return page;
  return (await listCommentsFrom(article.id, comment, place.limit)) ?? page;
}

/**
 * Counts a view: at most one per article, day and visitor.
 *
 * @returns the article's view count
 * @throws ServiceError `notFound`
 */
export async function viewArticle(id: string, visit: Visit): Promise<number> {
  return countVisit(await readArticle(id), visit);
}

/** Like `viewArticle`, for an article that has been read already. @returns its view count */
export async function countVisit(
  article: Pick<Article, "id" | "views">,
  visit: Visit,
): Promise<number> {
  const day = dayOf(new Date());
  const visitors = await getVisitorKeys(visit, day);
  const [added] = await addVisits(day, [{ articleId: article.id, visitors }]);
  if (!added) return article.views;
  const views = await addView(article.id);
  await invalidate(viewsTag(article.id));
  return views ?? article.views;
}

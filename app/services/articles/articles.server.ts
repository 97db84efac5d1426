import { ARTICLES, articleTag, hottestTag, SUPPORT, VIEWS, type PageTag } from "~/config/page-tags";
import { dayOf } from "~/domain/calendar-days";
import type { Page } from "~/domain/cursor";
import { isUnproven } from "~/domain/permissions";
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import { findTopic } from "~/domain/topics";
import type { Viewer } from "~/domain/viewer";
import { addView, findCounts } from "~/models/article-counts.server";
import { removeArticleRow, restoreArticle } from "~/models/article-edits.server";
import {
  createArticle,
  findArticle,
  listArticles,
  searchArticles,
  type Article,
  type ArticleList,
  type ListedArticle,
  type NewArticle,
} from "~/models/article.server";
import { findHiddenLink } from "~/models/hidden-text.server";
import { addContribution } from "~/models/hub.server";
import { findRemovedArticleBy, forgetRemovedArticle } from "~/models/removed-article.server";
import { addVisits } from "~/models/view.server";
import type { ArticleInput } from "~/schemas/articles";
import { INVALID_URL } from "~/schemas/fields";
import { isReadableMarkdown, UNREADABLE_MARKDOWN } from "../content/markdown.server";
import { ServiceError } from "../errors";
import { invalidate } from "../cache/invalidation.server";
import { announce } from "../notices/announce.server";
import { correctArticles } from "../jobs/corrections.server";
import { findNamed } from "../names/names.server";
import { enforceWriterLimit } from "../rate-limits.server";
import { requireWriter } from "../require-writer";
import { requireAllowedDomains, type Warned } from "./blocked-domains.server";
import { rememberArticle } from "./fingerprints.server";
import { noteReturn } from "./gone-texts.server";
import { hiddenLinkError, missingTextError } from "./missing-text.server";
import { countNewText } from "./first-texts.server";
import { urlKey } from "./normalized-urls.server";
import { articleTexts } from "./text-links.server";
import { countSupportIfProven } from "./unproven-support.server";
import { tryToStoreMentionsOf } from "../recommendations/mentions.server";
import { getVisitorKeys, type Visit } from "./view-batch.server";

export type { Article, ListedArticle } from "~/models/article.server";

/**
 * Posts an article under the viewer's name.
 * @throws ServiceError `unauthenticated`, `limited`, `invalid`, or `conflict` with the id of the article
 *   that has the same link
 */
export async function postArticle(
  viewer: Viewer | null,
  input: ArticleInput,
): Promise<Article & Warned> {
  const writer = requireWriter(viewer, "Please log in to post articles.");
  await enforceWriterLimit("articles", writer);
  const key = validateArticle(input);
  await requireAllowedDomains(articleTexts(input));
  const fields = {
    ...input,
    urlKey: key,
    authorId: writer.id,
    reviewer: writer.name,
    named: await findNamedInArticle(input),
    isUnproven: isUnproven(writer) ? (true as const) : undefined,
  };
  const article = await restoreOrCreate(fields);
  await countNewText(writer, { kind: "article", id: article.id });
  await tryToStoreMentionsOf({
    ...article,
    kind: "article",
    texts: mentioningTexts("article", article),
  });
  const warnedOf = await rememberArticle(article);
  // An article in a topic counts as a paper of the topic's hub.
  if (findTopic(input.category)) await addContribution(input.category, writer.id);
  await invalidate(articleTag(article.id), ARTICLES);
  await announce({
    kind: "written",
    text: { kind: "article", id: article.id },
    authorId: writer.id,
  });
  if (fields.isUnproven) await countSupportIfProven(writer.id);
  return { ...article, ...(warnedOf && { warnedOf }) };
}

/**
 * Validates what the input schema cannot: that the link can be normalised and the Markdown rendered.
 * @returns the normalised link
 * @throws ServiceError `invalid`
 */
export function validateArticle({ url, content }: Pick<ArticleInput, "url" | "content">): string {
  const key = urlKey(url);
  if (!key) {
    throw new ServiceError("invalid", INVALID_URL, { fieldErrors: { url: [INVALID_URL] } });
  }
  if (!isReadableMarkdown(content ?? "")) {
    const message = UNREADABLE_MARKDOWN;
    throw new ServiceError("invalid", message, { fieldErrors: { content: [message] } });
  }
  return key;
}

/** @returns the people whom the summary and the text of an article name */
export const findNamedInArticle = ({
  summary,
  content,
}: Pick<ArticleInput, "summary" | "content">) => findNamed({ plain: summary, markdown: content });

async function restoreOrCreate(fields: NewArticle): Promise<Article> {
  await refuseHiddenLink(fields.urlKey);
  const article = await restoreOrCreateUnchecked(fields);
  // The one that has the link may have been hidden meanwhile.
  await refuseHiddenLink(fields.urlKey, article.id).catch(async (error: unknown) => {
    await removeArticleRow(article.id);
    throw error;
  });
  return article;
}

/** @throws ServiceError `conflict` if another article with a link is hidden, or about to be */
export async function refuseHiddenLink(key: string, exceptId?: string): Promise<void> {
  const hidden = await findHiddenLink(key);
  if (hidden && hidden.id !== exceptId) throw hiddenLinkError(hidden);
}

async function restoreOrCreateUnchecked(fields: NewArticle): Promise<Article> {
  const restored = await restoreRemoved(fields);
  if (restored) return restored;
  const result = await createArticle(fields);
  if (!result) return restoreOrCreateUnchecked(fields);
  if ("existingId" in result) throw linkTakenError(result.existingId);
  return result.article;
}

export const linkTakenError = (id: string) =>
  new ServiceError("conflict", "This link has already been posted.", { id });

/**
 * Restores an article with the same link that its author removed, with its date, comments and upvotes. It is marked as
 * posted again, because these may refer to an earlier text.
 * @returns `null` if there is no such article
 */
async function restoreRemoved(fields: NewArticle): Promise<Article | null> {
  const removed = await findRemovedArticleBy(fields.authorId, fields.urlKey);
  const article = removed && (await restoreArticle(removed, fields, new Date()));
  if (!article) return null;
  await correctArticles(await findCounts([article.id]), 0);
  await forgetRemovedArticle(article.id);
  await noteReturn(article.id);
  return (await findArticle(article.id)) ?? article;
}

/** @throws ServiceError `notFound`, or `gone` if its author removed it or it is hidden */
export async function readArticle(id: string): Promise<Article> {
  const article = await findArticle(id);
  if (!article) throw await missingTextError("article", id);
  return article;
}

export async function browseArticles({
  q,
  ...list
}: ArticleList & { q?: string }): Promise<Page<ListedArticle>> {
  return q ? searchArticles(q, list) : listArticles(list);
}

/**
 * Invalidates what shows the upvotes and comments of an article, after it has got another.
 * @param others more tags of what has changed
 */
export async function invalidateSupport(
  { id, category }: Pick<Article, "id" | "category">,
  ...others: PageTag[]
): Promise<void> {
  // Beside an article are only the hottest of its category, so most upvotes and comments leave the others cached.
  const isHot = (await readHottest(category)).some((article) => article.id === id);
  await invalidate(articleTag(id), SUPPORT, ...(isHot ? [hottestTag(category)] : []), ...others);
}

/** The number of articles in a category's list of the hottest. */
const HOTTEST = 6;

const readHottest = async (category: string): Promise<ListedArticle[]> =>
  (await listArticles({ sort: "hot", category, limit: HOTTEST })).items;

/** @returns up to five of the hottest articles of the same category, without the article itself */
export async function relatedArticles({
  id,
  category,
}: Pick<Article, "id" | "category">): Promise<ListedArticle[]> {
  const others = (await readHottest(category)).filter((other) => other.id !== id);
  return others.slice(0, HOTTEST - 1);
}

/** Counts a view: at most one per article, day and visitor. @throws ServiceError `notFound` */
export async function viewArticle(id: string, visit: Visit): Promise<number> {
  return countVisit(await readArticle(id), visit);
}

/** Like `viewArticle`, for an article that has already been read. @returns its view count */
export async function countVisit(
  article: Pick<Article, "id" | "views">,
  visit: Visit,
): Promise<number> {
  const day = dayOf(new Date());
  const visitors = await getVisitorKeys(visit, day);
  const [added] = await addVisits(day, [{ articleId: article.id, visitors }]);
  if (!added) return article.views;
  const views = await addView(article.id);
  await invalidate(VIEWS, articleTag(article.id));
  return views ?? article.views;
}

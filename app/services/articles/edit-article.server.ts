import { ARTICLES, articleTag } from "~/config/page-tags";
import { pickArticleFields, type ArticleField } from "~/domain/article-fields";
import { findTopic } from "~/domain/topics";
import type { Viewer } from "~/domain/viewer";
import {
  findEditedArticle,
  removeArticleRow,
  rewriteArticle,
  type EditedArticle,
} from "~/models/article-edits.server";
import { countComments } from "~/models/comment.server";
import { addContribution } from "~/models/hub.server";
import { removeMentionsOf } from "~/models/mention.server";
import {
  addRemovedArticle,
  findRemovedArticle,
  forgetRemovedArticle,
} from "~/models/removed-article.server";
import { removeRevisionsOf } from "~/models/revision.server";
import { isUpvotedByOthers } from "~/models/upvote.server";
import { recountWriter } from "~/models/writer.server";
import type { ArticleChanges } from "~/schemas/articles";
import {
  findNamedInArticle,
  linkTakenError,
  refuseHiddenLink,
  validateArticle,
  type Article,
} from "./articles.server";
import { requireAllowedDomains, type Warned } from "./blocked-domains.server";
import { rememberArticle } from "./fingerprints.server";
import { forgetGone } from "./gone-texts.server";
import { missingTextError } from "./missing-text.server";
import { urlKey } from "./normalized-urls.server";
import { invalidate } from "../cache/invalidation.server";
import { ServiceError } from "../errors";
import { removeArticle } from "./removal.server";
import { rescoreMentions } from "../recommendations/mentions.server";
import { removeFromHub } from "./reviews.server";
import { editOwn, findOwn, removeOwn, type Precondition } from "./edit-own.server";
import { articleTexts } from "./text-links.server";

const LINK_FIXED = "The link cannot be changed once somebody has upvoted the article.";

export async function findArticle(id: string): Promise<EditedArticle> {
  const article = await findEditedArticle(id);
  if (!article) throw await missingTextError("article", id);
  return article;
}

type ArticleFields = Pick<Article, ArticleField>;

/**
 * Reads one of the viewer's articles, to edit it.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' articles, `notFound`, `gone`
 */
export const readOwnArticle = (viewer: Viewer | null, id: string): Promise<EditedArticle> =>
  findOwn(viewer, id, findArticle);

/**
 * Edits one of the viewer's articles. It keeps its date, and so the week that its mentions count in.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' articles, `notFound`, `gone`, `limited`, `invalid`,
 *   `preconditionFailed`, `conflict` with the id of the article that has the same link
 */
export async function editArticle(
  viewer: Viewer | null,
  id: string,
  changes: ArticleChanges,
  precondition: Precondition = {},
): Promise<Article & Warned> {
  const { before, after } = await editOwn<EditedArticle, ArticleFields>(viewer, id, precondition, {
    kind: "article",
    find: findArticle,
    isAnswered: ({ commentsByOthers, authorId }) =>
      commentsByOthers > 0 || isUpvotedByOthers({ kind: "article", id }, authorId),
    fieldsOf: pickArticleFields,
    async change(article) {
      const fields = changed(article, changes);
      await requireAllowedDomains(articleTexts(fields));
      return fields;
    },
    write,
  });
  if (after === before) return after;
  await rescoreMentions("article", id);
  const warnedOf = await rememberArticle(after);
  await moveBetweenHubs(before, after);
  await invalidate(articleTag(id), ARTICLES);
  return { ...after, ...(warnedOf && { warnedOf }) };
}

function changed(article: EditedArticle, changes: ArticleChanges): ArticleFields {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  const fields = { ...pickArticleFields(article), ...given } as ArticleFields;
  const key = validateArticle(fields);
  if (key !== article.urlKey && article.upvotes > 0) {
    throw new ServiceError("invalid", LINK_FIXED, { fieldErrors: { url: [LINK_FIXED] } });
  }
  return fields;
}

async function write(
  article: EditedArticle,
  fields: ArticleFields,
  editedAt: Date | null,
): Promise<EditedArticle | null> {
  const key = urlKey(fields.url) ?? article.urlKey;
  if (key !== article.urlKey) await refuseHiddenLink(key);
  const result = await rewriteArticle(article, {
    ...fields,
    named: await findNamedInArticle(fields),
    editedAt,
    urlKey: key,
  });
  if (result && "existingId" in result) throw linkTakenError(result.existingId);
  return result && result.article;
}

async function moveBetweenHubs(before: EditedArticle, after: EditedArticle): Promise<void> {
  if (before.category === after.category) return;
  if (findTopic(after.category)) await addContribution(after.category, after.authorId);
  if (findTopic(before.category)) await removeFromHub(before.category, before.authorId);
}

/**
 * Removes one of the viewer's articles. If other users have commented on it, the comments stay, with a note in the
 * place of the article; otherwise nothing stays.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' articles, `notFound`, `gone`, `limited`,
 *   `preconditionFailed`
 */
export async function removeOwnArticle(
  viewer: Viewer | null,
  id: string,
  precondition: Precondition = {},
): Promise<void> {
  await removeOwn(viewer, id, precondition, { kind: "article", find: findArticle, remove });
}

async function remove(article: EditedArticle): Promise<boolean> {
  const { id, authorId, category, version } = article;
  // First, so that there are never comments on an article that neither exists nor is noted as removed.
  await addRemovedArticle({ ...removedFields(article), removedAt: new Date() });
  if (!(await removeArticleRow(id, version))) {
    // It was edited or removed at the same time.
    if (await findEditedArticle(id)) await forgetRemovedArticle(id);
    else await forgetIfUnanswered(id);
    return false;
  }
  if (findTopic(category)) await removeFromHub(category, authorId);
  await recountWriter(authorId);
  await removeMentionsOf([id]);
  await removeRevisionsOf([id]);
  await forgetGone([id]);
  await invalidate(articleTag(id), ARTICLES);
  await forgetIfUnanswered(id);
  return true;
}

const removedFields = (article: EditedArticle) => {
  const { id, authorId, urlKey: key, category, createdAt, views, version } = article;
  return { id, authorId, category, createdAt, views, version, urlKey: key };
};

/** Removes what is left of a removed article if it has no comments by other users. */
export async function forgetIfUnanswered(id: string): Promise<void> {
  const removed = await findRemovedArticle(id);
  if (!removed) return;
  const counts = await countComments(new Map([[id, removed.authorId]]));
  if (!counts.get(id)?.byOthers) await removeArticle(id);
}

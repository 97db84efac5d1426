/**
 * Removal of content by an admin. Each function removes dependent data first and the document itself last,
 * so that an interrupted removal is completed by running it again; the next recount corrects any counts
 * that a crash left wrong.
 */
import { ARTICLES, articleTag, REVIEWS } from "~/config/page-tags";
import type { EditableKind } from "~/domain/editing";
import { findTopic } from "~/domain/topics";
import { addToCounts } from "~/models/article-counts.server";
import { findArticle, findArticleOwner, removeArticleRow } from "~/models/article.server";
import {
  findComment,
  listCommentIds,
  removeCommentRow,
  removeComments,
  type CountedComment,
} from "~/models/comment.server";
import { removeMentionsOf } from "~/models/mention.server";
import { forgetRemovedArticle } from "~/models/removed-article.server";
import { removeReviewRow } from "~/models/review-edits.server";
import { findReview } from "~/models/review.server";
import { removeRevisionsOf } from "~/models/revision.server";
import { removeUpvotesOn } from "~/models/upvote.server";
import { removeVisits } from "~/models/view.server";
import { notFoundError } from "../errors";
import { recordEvent } from "../events/events.server";
import { invalidate } from "../cache/invalidation.server";
import { repeatUntilEmpty } from "./repeat-until-empty";
import { countRating, removeFromHub } from "./reviews.server";

/** The numbers of what was removed along with an article. */
type RemovedWithArticle = Record<"comments" | "upvotes", number>;

/**
 * Removes an article with its comments, upvotes, views, mentions and earlier versions, or what is left of an article
 * that its author removed.
 * @throws ServiceError `notFound` if neither the article nor any dependent data exists
 */
export async function removeArticle(id: string): Promise<RemovedWithArticle> {
  const removed = await removeDependents(id);
  const row = await removeArticleRow(id);
  const wasNoted = await forgetRemovedArticle(id);
  if (row && findTopic(row.category)) await removeFromHub(row.category, row.authorId);
  // Removes what concurrent requests added before the article was gone.
  const late = await removeDependents(id);
  const comments = removed.comments + late.comments;
  const upvotes = removed.upvotes + late.upvotes;
  await invalidate(articleTag(id), ARTICLES);
  if (!row && !wasNoted && !comments && !upvotes) throw notFoundError(`Article ${id}`);
  return { comments, upvotes };
}

async function removeDependents(id: string): Promise<RemovedWithArticle> {
  await removeMentionsOf([id]);
  await removeRevisionsOf([id]);
  const comments = await repeatUntilEmpty(async (limit) => {
    const ids = await listCommentIds(id, limit);
    await removeMentionsOf(ids);
    await removeRevisionsOf(ids);
    await removeComments(ids);
    return ids.length;
  });
  const upvotes = await repeatUntilEmpty((limit) => removeUpvotesOn(id, limit));
  await repeatUntilEmpty((limit) => removeVisits(id, limit));
  return { comments, upvotes };
}

/**
 * Removes a review, and updates its hub's counts and its work's rating.
 * @param version if given, the review is removed only if this is its current version
 * @throws ServiceError `notFound`
 */
export async function removeReview(id: string, version?: number): Promise<void> {
  const removeTraces = async () => {
    await removeMentionsOf([id]);
    await removeRevisionsOf([id]);
  };
  // With a version, the review may have changed; it then stays, with its mentions and earlier versions.
  if (version === undefined) await removeTraces();
  const row = await removeReviewRow(id, version);
  if (!row) throw notFoundError(`Review ${id}`);
  await removeTraces();
  await removeFromHub(row.hub, row.userId);
  await countRating(row.workKey, { sum: -row.rating, count: -1 });
  await invalidate(REVIEWS);
}

/** Removes a comment, and updates its article's counts and rank. @throws ServiceError `notFound` */
export async function removeComment(id: string): Promise<void> {
  await removeMentionsOf([id]);
  await removeRevisionsOf([id]);
  const row = await removeCommentRow(id);
  if (!row) throw notFoundError(`Comment ${id}`);
  await uncountComment(row);
}

/** Updates an article's counts after a comment was removed. @returns whether the article still exists */
export async function uncountComment({
  articleId,
  authorId,
  isUnproven,
}: CountedComment): Promise<boolean> {
  const article = await findArticleOwner(articleId);
  const byOthers = article?.authorId === authorId ? 0 : 1;
  await addToCounts(articleId, {
    commentCount: -1,
    commentsByOthers: -byOthers,
    ...(isUnproven && { unprovenComments: -byOthers }),
  });
  await invalidate(articleTag(articleId), ARTICLES);
  return article !== null;
}

const byOperator =
  (content: EditableKind, remove: (id: string) => Promise<string>) => async (id: string) => {
    const removed = await remove(id);
    recordEvent({ kind: "content-removed", content, id, by: "operator" });
    return removed;
  };

/** By kind: `describe` tells the admin what an id refers to, `remove` removes it and tells what was removed. */
export const removableContent = {
  article: {
    async describe(id: string) {
      const article = await findArticle(id);
      if (!article) return null;
      const { title, reviewer, commentCount, upvotes } = article;
      return `“${title}” by ${reviewer}, with ${commentCount} comments and ${upvotes} upvotes`;
    },
    remove: byOperator("article", async (id) => {
      const { comments, upvotes } = await removeArticle(id);
      return `the article, ${comments} comments and ${upvotes} upvotes`;
    }),
  },
  review: {
    async describe(id: string) {
      const review = await findReview(id);
      return review && `${review.username} on “${review.title}”`;
    },
    remove: byOperator("review", (id) => removeReview(id).then(() => "the review")),
  },
  comment: {
    async describe(id: string) {
      const comment = await findComment(id);
      return comment && `${comment.username}: ${comment.content}`;
    },
    remove: byOperator("comment", (id) => removeComment(id).then(() => "the comment")),
  },
} as const;
export type RemovableKind = keyof typeof removableContent;

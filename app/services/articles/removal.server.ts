/**
 * Removal of content by an admin. Each function removes dependent data first and the document itself last,
 * so that an interrupted removal is completed by running it again; the next recount corrects any counts
 * that a crash left wrong.
 */
import { ARTICLES, articleTag, REVIEWS, reviewTag } from "~/config/page-tags";
import type { EditableKind } from "~/domain/editing";
import { onArticle, type CommentSubject } from "~/domain/threads";
import { findTopic } from "~/domain/topics";
import { addToCounts } from "~/models/article-counts.server";
import { removeArticleRow } from "~/models/article-edits.server";
import { findArticle } from "~/models/article.server";
import { dropMark, emptyComment, removeEmptyComment } from "~/models/comment-edits.server";
import {
  countAnswers,
  findComment,
  listCommentIds,
  removeComments,
  type Comment,
} from "~/models/comment.server";
import { removeFollowers } from "~/models/following.server";
import { forgetHiddenTexts } from "~/models/hidden-text.server";
import { noteLowering } from "~/models/lowered-counts.server";
import { removeMentionsOf } from "~/models/mention.server";
import { forgetRemovedArticle } from "~/models/removed-article.server";
import { removeReviewRow } from "~/models/review-edits.server";
import { findReview } from "~/models/review.server";
import { removeRevisionsOf } from "~/models/revision.server";
import { removeUpvotesOn } from "~/models/upvote.server";
import { removeVisits } from "~/models/view.server";
import { recountWriter } from "~/models/writer.server";
import { notFoundError } from "../errors";
import { recordEvent } from "../events/events.server";
import { invalidate } from "../cache/invalidation.server";
import { findSubjectAuthor, invalidateRemovedComment } from "./comment-subject.server";
import { forgetGone } from "./gone-texts.server";
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
  const wasHidden = await forgetHiddenTexts([id]);
  if (row && findTopic(row.category)) await removeFromHub(row.category, row.authorId);
  if (row) await recountWriter(row.authorId);
  // Removes what concurrent requests added before the article was gone.
  const late = await removeDependents(id);
  const comments = removed.comments + late.comments;
  const upvotes = removed.upvotes + late.upvotes;
  await forgetGone([id]);
  await invalidate(articleTag(id), ARTICLES);
  if (!row && !wasNoted && !wasHidden && !comments && !upvotes)
    throw notFoundError(`Article ${id}`);
  return { comments, upvotes };
}

const removeThreadFollowers = (starts: readonly string[]): Promise<number> =>
  repeatUntilEmpty((limit) => removeFollowers("thread", starts, limit));

async function removeDependents(id: string): Promise<RemovedWithArticle> {
  await removeThreadFollowers([id]);
  await removeMentionsOf([id]);
  await removeRevisionsOf([id]);
  const comments = await removeCommentsOn(onArticle(id));
  const upvotes = await repeatUntilEmpty((limit) => removeUpvotesOn("article", [id], limit));
  await repeatUntilEmpty((limit) => removeVisits(id, limit));
  return { comments, upvotes };
}

const removeCommentsOn = (subject: CommentSubject): Promise<number> =>
  repeatUntilEmpty(async (limit) => {
    const ids = await listCommentIds(subject, limit);
    await removeMentionsOf(ids);
    await removeRevisionsOf(ids);
    await removeUpvotesOfComments(ids);
    await removeThreadFollowers(ids);
    await removeComments(ids);
    await forgetHiddenTexts(ids);
    await forgetGone(ids);
    return ids.length;
  });

const removeUpvotesOfComments = (ids: readonly string[]): Promise<number> =>
  repeatUntilEmpty((limit) => removeUpvotesOn("comment", ids, limit));

/**
 * Removes a review with its comments, and updates its hub's counts and its work's rating.
 * @param version if given, the review is removed only if this is its current version
 * @throws ServiceError `notFound`
 */
export async function removeReview(id: string, version?: number): Promise<void> {
  const removeTraces = async () => {
    await removeThreadFollowers([id]);
    await removeMentionsOf([id]);
    await removeRevisionsOf([id]);
    await removeCommentsOn({ kind: "review", id });
  };
  // With a version, the review may have changed; it then stays, with its mentions and earlier versions.
  if (version === undefined) await removeTraces();
  const row = await removeReviewRow(id, version);
  const wasHidden = version === undefined && (await forgetHiddenTexts([id])) > 0;
  if (!row && !wasHidden) throw notFoundError(`Review ${id}`);
  await removeTraces();
  await forgetGone([id]);
  // A hidden one is not counted anywhere.
  if (row) {
    await removeFromHub(row.hub, row.userId);
    await recountWriter(row.userId);
    await countRating(row.workKey, { sum: -row.rating, count: -1 });
  }
  await invalidate(REVIEWS, reviewTag(id));
}

/**
 * Removes a comment, and updates its article's counts and rank. If it has answers, a placeholder stays.
 * @throws ServiceError `notFound`, also for a placeholder
 */
export async function removeComment(
  id: string,
  { isByOperator = false }: { isByOperator?: boolean } = {},
): Promise<void> {
  const wasHidden = (await forgetHiddenTexts([id])) > 0 && (await dropMark(id));
  await removeMentionsOf([id]);
  await removeRevisionsOf([id]);
  const comment = await findComment(id);
  if (comment) await noteRemoval(comment);
  const isEmptied =
    comment?.removedAt === null &&
    (await emptyComment({ id }, { removedAt: new Date(), isByOperator }));
  // Also what an interrupted removal has left.
  if (comment) await clearAwayComment(comment);
  if (comment && wasHidden) await invalidateRemovedComment(comment.subject);
  // A hidden one is not counted anywhere.
  if (wasHidden && !isEmptied) return;
  if (!comment || !isEmptied) throw notFoundError(`Comment ${id}`);
  await uncountComment(comment);
  await recountWriter(comment.authorId);
}

/** Lets the counts of a comment's article and thread be checked if its removal is interrupted. */
export async function noteRemoval({ subject: { kind, id }, ancestorIds }: Comment): Promise<void> {
  if (kind === "article") await noteLowering({ kind, id });
  if (ancestorIds[0]) await noteLowering({ kind: "comment", id: ancestorIds[0] });
}

/** Removes what is left of a comment that has been emptied, except a placeholder that has answers. */
export async function clearAwayComment({ id, ancestorIds }: Comment): Promise<void> {
  await removePlaceholders([...ancestorIds, id]);
  await removeMentionsOf([id]);
  await removeRevisionsOf([id]);
  await removeUpvotesOfComments([id]);
  await forgetGone([id]);
}

/** Removes the placeholders of removed comments that have no answers left. @param path each answers the one before */
export async function removePlaceholders(path: readonly string[]): Promise<void> {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const place = { id: path[depth - 1]!, ancestorIds: path.slice(0, depth - 1) };
    if (!(await removeEmptyComment(place))) break;
    if (depth === 1) await removeThreadFollowers([place.id]);
  }
  if (path[0]) await countAnswers(path[0]);
}

/** Updates an article's counts after a comment was removed. @returns whether its article or review still exists */
export async function uncountComment({ subject, authorId, isUnproven }: Comment): Promise<boolean> {
  const subjectAuthor = await findSubjectAuthor(subject);
  if (subject.kind === "article") {
    const byOthers = subjectAuthor === authorId ? 0 : 1;
    await addToCounts(subject.id, {
      commentCount: -1,
      commentsByOthers: -byOthers,
      ...(isUnproven && { unprovenComments: -byOthers }),
    });
  }
  await invalidateRemovedComment(subject);
  return subjectAuthor !== null;
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
    remove: byOperator("comment", (id) =>
      removeComment(id, { isByOperator: true }).then(() => "the comment"),
    ),
  },
} as const;
export type RemovableKind = keyof typeof removableContent;

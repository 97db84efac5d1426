/**
 * What the operator removes of what people wrote. Each begins with what follows from a piece and ends
 * with its row, so that one that was interrupted is completed by doing it again; counts that a crash
 * leaves wrong are put right by the next recount.
 */
import { findTopic } from "~/domain/topics";
import { addToCounts } from "~/models/article-counts.server";
import { findArticle, findArticleAuthor, removeArticleRow } from "~/models/article.server";
import {
  findComment,
  listCommentIds,
  removeCommentRow,
  removeComments,
} from "~/models/comment.server";
import { removeMentionsOf } from "~/models/mention.server";
import { findReview, removeReviewRow } from "~/models/review.server";
import { removeUpvotesOn } from "~/models/upvote.server";
import { removeVisits } from "~/models/view.server";
import { notFoundError } from "../errors";
import { countRating, leaveHub } from "../reviews/reviews.server";

/** How many rows are removed at a time, so that the site goes on answering meanwhile. */
const SLICE = 200;

/** Does a piece of work as long as it finds something. @returns how much it found in all */
export async function untilNothing(work: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (;;) {
    const found = await work();
    if (!found) return sum;
    sum += found;
  }
}

/** What went with an article. */
export interface RemovedWithArticle {
  comments: number;
  upvotes: number;
}

/**
 * Removes an article with its comments, upvotes, views and mentions.
 *
 * @throws Refusal `notFound` when there is neither the article nor anything left of it
 */
export async function removeArticle(id: string): Promise<RemovedWithArticle> {
  const removed = await removeAround(id);
  const row = await removeArticleRow(id);
  if (row && findTopic(row.category)) await leaveHub(row.category, row.authorId);
  // What was on its way when the article went.
  const late = await removeAround(id);
  const comments = removed.comments + late.comments;
  const upvotes = removed.upvotes + late.upvotes;
  if (!row && !comments && !upvotes) throw notFoundError(`Article ${id}`);
  return { comments, upvotes };
}

async function removeAround(id: string): Promise<RemovedWithArticle> {
  await removeMentionsOf([id]);
  const comments = await untilNothing(async () => {
    const ids = await listCommentIds(id, SLICE);
    await removeMentionsOf(ids);
    await removeComments(ids);
    return ids.length;
  });
  const upvotes = await untilNothing(() => removeUpvotesOn(id, SLICE));
  await untilNothing(() => removeVisits(id, SLICE));
  return { comments, upvotes };
}

/**
 * Removes a review, from its hub's counts and its work's rating, too.
 *
 * @throws Refusal `notFound`
 */
export async function removeReview(id: string): Promise<void> {
  await removeMentionsOf([id]);
  const row = await removeReviewRow(id);
  if (!row) throw notFoundError(`Review ${id}`);
  await leaveHub(row.hub, row.userId);
  await countRating(row.workKey, { sum: -row.rating, count: -1 });
}

/**
 * Removes a comment, from its article's counts and rank, too.
 *
 * @throws Refusal `notFound`
 */
export async function removeComment(id: string): Promise<void> {
  await removeMentionsOf([id]);
  const row = await removeCommentRow(id);
  if (!row) throw notFoundError(`Comment ${id}`);
  const authorId = await findArticleAuthor(row.articleId);
  await addToCounts(row.articleId, {
    commentCount: -1,
    commentsByOthers: authorId === row.authorId ? 0 : -1,
  });
}

/** What can be removed by its kind and id: what it is, for whoever is asked whether to, and doing it. */
export const pieces = {
  article: {
    async describe(id: string) {
      const article = await findArticle(id);
      if (!article) return null;
      const { title, reviewer, commentCount, upvotes } = article;
      return `“${title}” by ${reviewer}, with ${commentCount} comments and ${upvotes} upvotes`;
    },
    remove: async (id: string) => {
      const { comments, upvotes } = await removeArticle(id);
      return `the article, ${comments} comments and ${upvotes} upvotes`;
    },
  },
  review: {
    async describe(id: string) {
      const review = await findReview(id);
      return review && `${review.username} on “${review.title}”`;
    },
    remove: async (id: string) => {
      await removeReview(id);
      return "the review";
    },
  },
  comment: {
    async describe(id: string) {
      const comment = await findComment(id);
      return comment && `${comment.username}: ${comment.content}`;
    },
    remove: async (id: string) => {
      await removeComment(id);
      return "the comment";
    },
  },
} as const;
export type PieceKind = keyof typeof pieces;

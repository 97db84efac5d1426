import type { Page } from "~/domain/cursor";
import { mayReview } from "~/domain/permissions";
import { topicOfReviewCategory } from "~/domain/topics";
import type { Viewer } from "~/domain/viewer";
import { hasPosted } from "~/models/article.server";
import { addContribution, removeContribution } from "~/models/hub.server";
import {
  countReviews,
  createReview,
  findReview,
  hasReviewed,
  listOtherReviewsOfWork,
  listReviews,
  replaceReview,
  type NewReview,
  type Review,
  type ReviewList,
} from "~/models/review.server";
import { scoreReviews } from "~/models/review-scores.server";
import { addToWork } from "~/models/work.server";
import { INVALID_URL } from "~/schemas/fields";
import type { ReviewInput } from "~/schemas/reviews";
import { notFoundError, ServiceError, unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { workKey } from "../articles/url-keys.server";
import { tryToStoreMentionsOf } from "../recommendations/mentions.server";

export type { Review } from "~/models/review.server";

/**
 * Adds a review under the viewer's name; a name that came with the input counts for nothing.
 *
 * @throws Refusal `unauthenticated`, `forbidden` in a members' hub, `limited`, `invalid`, or `conflict`
 *   with the id of the review that this person has written of this work
 */
export async function addReview(viewer: Viewer | null, input: ReviewInput): Promise<Review> {
  const review = await checked(viewer, input);
  const result = await createReview(review);
  if ("existingId" in result) {
    throw new ServiceError("conflict", "You have already reviewed this work.", {
      id: result.existingId,
    });
  }
  await noteMentionsOf(result.review);
  await addContribution(review.hub, review.userId);
  await countRating(review.workKey, { sum: review.rating, count: 1 });
  return result.review;
}

/**
 * Puts a review in the place of the one that the viewer has written of the same work, in whatever hub
 * that was.
 *
 * @throws Refusal as `addReview` does, and `notFound` when there is none to replace
 */
export async function putReview(viewer: Viewer | null, input: ReviewInput): Promise<Review> {
  const review = await checked(viewer, input);
  const result = await replaceReview(review);
  if (!result) throw new ServiceError("notFound", "There is no review of yours to replace.");
  await noteMentionsOf(result.review);
  if (result.before.hub !== review.hub) await moveContribution(review, result.before.hub);
  await countRating(review.workKey, { sum: review.rating - result.before.rating, count: 0 });
  return result.review;
}

/** What a review mentions; the title is the work's, and somebody else's words. */
const noteMentionsOf = ({ id, userId, createdAt, review }: Review) =>
  tryToStoreMentionsOf({ kind: "review", id, authorId: userId, createdAt, texts: [review] });

/** What was a paper of one hub is one of another, and so may its writer be. */
async function moveContribution({ hub, userId }: NewReview, from: string): Promise<void> {
  await addContribution(hub, userId);
  await leaveHub(from, userId);
}

/** Counts a paper that has left a hub, and its writer no longer among its contributors if it was the last. */
export async function leaveHub(hub: string, userId: string): Promise<void> {
  const isStillThere = (await hasReviewed(userId, hub)) || (await hasPosted(userId, hub));
  await removeContribution(hub, userId, !isStillThere);
}

async function checked(viewer: Viewer | null, input: ReviewInput): Promise<NewReview> {
  if (!viewer) throw unauthenticatedError("Please log in to submit a review.");
  const topic = topicOfReviewCategory(input.category);
  if (!topic) throw new ServiceError("invalid", "There is no such category.");
  if (!mayReview(viewer, topic.slug)) {
    throw new ServiceError("forbidden", `Only members of the organisation review ${topic.title}.`);
  }
  await enforceRateLimit("reviews", viewer.id);
  const key = workKey(input);
  if (!key) {
    throw new ServiceError("invalid", INVALID_URL, { fieldErrors: { url: [INVALID_URL] } });
  }
  const { title, author, url, rating, category, review } = input;
  return {
    ...{ title, author, url, rating, category, review },
    workKey: key,
    hub: topic.slug,
    userId: viewer.id,
    username: viewer.name,
  };
}

/** The score follows the ratings: counted in one step, then given to every review of the work. */
export async function countRating(
  workKey: string,
  added: { sum: number; count: number },
): Promise<void> {
  await scoreReviews(workKey, await addToWork(workKey, added));
}

/** How many reviews of the same work stand beside one. */
const OTHERS = 20;

/**
 * A review, and what others say of the same work.
 *
 * @throws Refusal `notFound`
 */
export async function readReview(id: string): Promise<{ review: Review; others: Review[] }> {
  const [review, others] = await Promise.all([findReview(id), listOtherReviewsOfWork(id, OTHERS)]);
  if (!review) throw notFoundError("Review");
  return { review, others };
}

/** A page of reviews. */
export const browseReviews = (list: ReviewList): Promise<Page<Review>> => listReviews(list);

/** A page of reviews, and how many match whatever page is shown. */
export async function browseAndCountReviews(
  list: ReviewList,
): Promise<Page<Review> & { total: number }> {
  const page = await listReviews(list);
  // All that match are on the only page there is: to look through the hub again would tell nothing new.
  const isWhole = !list.after && !list.before && page.next === null;
  return { ...page, total: isWhole ? page.items.length : await countReviews(list) };
}

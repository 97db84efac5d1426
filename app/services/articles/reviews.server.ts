import { REVIEWS } from "~/config/page-tags";
import type { Page } from "~/domain/cursor";
import { mayReview } from "~/domain/permissions";
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import { topicOfReviewCategory } from "~/domain/topics";
import type { Viewer } from "~/domain/viewer";
import { hasPosted } from "~/models/article.server";
import { findHiddenReview } from "~/models/hidden-text.server";
import { addContribution, removeContribution } from "~/models/hub.server";
import {
  countReviews,
  createReview,
  findReview,
  hasReviewed,
  listOtherReviewsOfWork,
  listReviews,
  type NewReview,
  type Review,
  type ReviewList,
} from "~/models/review.server";
import { scoreReviews } from "~/models/review-scores.server";
import { addToWork } from "~/models/work.server";
import { INVALID_URL } from "~/schemas/fields";
import type { ReviewInput } from "~/schemas/reviews";
import { ServiceError } from "../errors";
import { invalidate } from "../cache/invalidation.server";
import { recordEvent } from "../events/events.server";
import { announce } from "../notices/announce.server";
import { findNamed } from "../names/names.server";
import { enforceWriterLimit } from "../rate-limits.server";
import { requireWriter } from "../require-writer";
import { requireAllowedDomains, type Warned } from "./blocked-domains.server";
import { rememberReview } from "./fingerprints.server";
import { hiddenReviewError, missingTextError } from "./missing-text.server";
import { countNewText } from "./first-texts.server";
import { workKey } from "./normalized-urls.server";
import { reviewTexts } from "./text-links.server";
import { tryToStoreMentionsOf } from "../recommendations/mentions.server";

export type { Review } from "~/models/review.server";

const LOG_IN = "Please log in to submit a review.";

/**
 * Adds a review under the viewer's name; any name in the input is ignored.
 * @throws ServiceError `unauthenticated`, `forbidden` in a members-only hub or while suspended, `limited`, `invalid`, or
 *   `conflict` with the id of the viewer's existing review of the same work
 */
export async function addReview(
  viewer: Viewer | null,
  input: ReviewInput,
): Promise<Review & Warned> {
  const writer = requireWriter(viewer, LOG_IN);
  const review = validateReview(writer, input);
  await enforceWriterLimit("reviews", writer);
  await requireAllowedDomains(reviewTexts(input));
  const named = await findNamed({ plain: input.review });
  await refuseHiddenReview(review);
  const result = await createReview({ ...review, named });
  if ("existingId" in result) throw alreadyReviewedError(result.existingId);
  await countNewText(writer, { kind: "review", id: result.review.id });
  // Only those in the review's text, because the title is the work's.
  const texts = mentioningTexts("review", review);
  await tryToStoreMentionsOf({ ...result.review, kind: "review", authorId: review.userId, texts });
  const warnedOf = await rememberReview(result.review);
  await addContribution(review.hub, review.userId);
  await countRating(review.workKey, { sum: review.rating, count: 1 });
  await invalidate(REVIEWS);
  const text = { kind: "review", id: result.review.id } as const;
  await announce({ kind: "written", text, authorId: review.userId });
  return { ...result.review, ...(warnedOf && { warnedOf }) };
}

/** @throws ServiceError `conflict` if the same person’s review of the same work is hidden */
export async function refuseHiddenReview({
  userId,
  workKey: key,
}: Pick<NewReview, "userId" | "workKey">): Promise<void> {
  const hidden = await findHiddenReview(userId, key);
  if (hidden) throw hiddenReviewError(hidden);
}

/**
 * Updates a hub's counts after a paper was removed. The author stays a contributor if they have other content in
 * the hub.
 */
export async function removeFromHub(hub: string, userId: string): Promise<void> {
  const isStillThere = (await hasReviewed(userId, hub)) || (await hasPosted(userId, hub));
  await removeContribution(hub, userId, !isStillThere);
}

export const alreadyReviewedError = (id: string) =>
  new ServiceError("conflict", "You have already reviewed this work.", { id });

/**
 * Validates what the input schema cannot: the category, the viewer's permission and the link.
 * @throws ServiceError `unauthenticated`, `forbidden` in a members-only hub, `invalid`
 */
export function validateReview(viewer: Viewer | null, input: ReviewInput): NewReview {
  const writer = requireWriter(viewer, LOG_IN);
  const topic = topicOfReviewCategory(input.category);
  if (!topic) throw new ServiceError("invalid", "There is no such category.");
  if (!mayReview(writer, topic.slug)) {
    recordEvent({ kind: "permission-denied", user: writer.id, action: "review" });
    throw new ServiceError("forbidden", `Only members of the organisation review ${topic.title}.`);
  }
  const key = workKey(input);
  if (!key) {
    throw new ServiceError("invalid", INVALID_URL, { fieldErrors: { url: [INVALID_URL] } });
  }
  const { title, author, url, rating, category, review } = input;
  return {
    title,
    author,
    url,
    rating,
    category,
    review,
    workKey: key,
    hub: topic.slug,
    userId: writer.id,
    username: writer.name,
  };
}

/** Adds to a work's rating sums in one atomic update, then stores the new score on all its reviews. */
export async function countRating(
  workKey: string,
  added: { sum: number; count: number },
): Promise<void> {
  await scoreReviews(workKey, await addToWork(workKey, added));
}

/** Maximum number of other reviews of the same work that are shown with a review. */
const OTHER_REVIEWS = 20;

/** Reads a review, and other reviews of the same work. @throws ServiceError `notFound`, `gone` if it is hidden */
export async function readReview(id: string): Promise<{ review: Review; others: Review[] }> {
  const review = await findReview(id);
  if (!review) throw await missingTextError("review", id);
  return { review, others: await listOtherReviewsOfWork(id, OTHER_REVIEWS) };
}

export const browseReviews = (list: ReviewList): Promise<Page<Review>> => listReviews(list);

export async function browseAndCountReviews(
  list: ReviewList,
): Promise<Page<Review> & { total: number }> {
  const page = await browseReviews(list);
  // Everything fits on one page, so no count query is needed.
  const isOnlyPage = !list.after && !list.before && page.next === null;
  return { ...page, total: isOnlyPage ? page.items.length : await countReviews(list) };
}

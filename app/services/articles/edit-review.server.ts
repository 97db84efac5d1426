import { REVIEWS } from "~/config/page-tags";
import type { Viewer } from "~/domain/viewer";
import { addContribution } from "~/models/hub.server";
import {
  findEditedReview,
  findReviewOf,
  rewriteReview,
  type EditedReview,
} from "~/models/review-edits.server";
import { reviewInput, type ReviewChanges, type ReviewInput } from "~/schemas/reviews";
import { invalidate } from "../cache/invalidation.server";
import { ServiceError } from "../errors";
import { requireAllowedDomains, type Warned } from "./blocked-domains.server";
import { rememberReview } from "./fingerprints.server";
import { missingTextError } from "./missing-text.server";
import { removeReview } from "./removal.server";
import { reviewTexts } from "./text-links.server";
import { enforceRateLimit } from "../rate-limits.server";
import { findNamed } from "../names/names.server";
import { rescoreMentions } from "../recommendations/mentions.server";
import {
  alreadyReviewedError,
  countRating,
  refuseHiddenReview,
  removeFromHub,
  validateReview,
  type Review,
} from "./reviews.server";
import { editOwn, findOwn, removeOwn, type Precondition } from "./edit-own.server";

export async function findReview(id: string): Promise<EditedReview> {
  const review = await findEditedReview(id);
  if (!review) throw await missingTextError("review", id);
  return review;
}

export const reviewFields = ({ title, author, url, rating, category, review }: Review) => ({
  title,
  author,
  url,
  rating,
  category,
  review,
});
export type ReviewFields = ReturnType<typeof reviewFields>;

/**
 * Reads one of the viewer's reviews, to edit it.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' reviews, `notFound`
 */
export const readOwnReview = (viewer: Viewer | null, id: string): Promise<EditedReview> =>
  findOwn(viewer, id, findReview);

/**
 * Edits one of the viewer's reviews. It keeps its date, and so the week that its mentions count in.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' reviews and in a members-only hub, `notFound`,
 *   `limited`, `invalid`, `preconditionFailed`, `conflict` with the id of the viewer's other review of the same work
 */
export async function editReview(
  viewer: Viewer | null,
  id: string,
  changes: ReviewChanges,
  precondition: Precondition = {},
): Promise<Review & Warned> {
  const { before, after } = await editOwn<EditedReview, ReviewFields>(viewer, id, precondition, {
    kind: "review",
    find: findReview,
    // Reviews cannot be answered.
    isAnswered: () => false,
    fieldsOf: reviewFields,
    async change(review) {
      const fields = changed(viewer, review, changes);
      await requireAllowedDomains(reviewTexts(fields));
      return fields;
    },
    write: (review, fields, editedAt) => write(viewer, review, fields, editedAt),
  });
  if (after === before) return after;
  await rescoreMentions("review", id);
  const warnedOf = await rememberReview(after);
  if (after.hub !== before.hub) {
    await addContribution(after.hub, after.userId);
    await removeFromHub(before.hub, before.userId);
  }
  await moveRating(before, after);
  await invalidate(REVIEWS);
  return { ...after, ...(warnedOf && { warnedOf }) };
}

function changed(
  viewer: Viewer | null,
  review: EditedReview,
  changes: ReviewChanges,
): ReviewFields {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const fields = { ...reviewFields(review), ...(Object.fromEntries(given) as ReviewChanges) };
  // Checks the rules that concern several fields.
  const result = reviewInput.safeParse(fields);
  if (!result.success) {
    const { path, message } = result.error.issues[0]!;
    throw new ServiceError("invalid", "Some fields are invalid.", {
      fieldErrors: { [String(path[0])]: [message] },
    });
  }
  validateReview(viewer, result.data);
  return { ...result.data, url: result.data.url ?? null };
}

async function write(
  viewer: Viewer | null,
  review: EditedReview,
  fields: ReviewFields,
  editedAt: Date | null,
): Promise<EditedReview | null> {
  const valid = validateReview(viewer, { ...fields, url: fields.url ?? undefined });
  if (valid.workKey !== review.workKey) await refuseHiddenReview(valid);
  const named = await findNamed({ plain: valid.review });
  const result = await rewriteReview(review, { ...valid, named, editedAt, updatedAt: new Date() });
  if (result && "existingId" in result) throw alreadyReviewedError(result.existingId);
  return result && result.review;
}

/** Updates the rating of the reviewed work, or of both works if the review is now about another one. */
export async function moveRating(
  before: Pick<EditedReview, "workKey" | "rating">,
  after: Pick<EditedReview, "workKey" | "rating">,
): Promise<void> {
  if (before.workKey === after.workKey) {
    await countRating(after.workKey, { sum: after.rating - before.rating, count: 0 });
    return;
  }
  await countRating(before.workKey, { sum: -before.rating, count: -1 });
  await countRating(after.workKey, { sum: after.rating, count: 1 });
}

/**
 * Replaces the viewer's review of the same work, in whichever hub that is.
 * @throws ServiceError as `editReview` does, and `notFound` if there is none to replace
 */
export async function putReview(
  viewer: Viewer | null,
  input: ReviewInput,
): Promise<Review & Warned> {
  const { userId, workKey } = validateReview(viewer, input);
  await enforceRateLimit("reviews", userId);
  const id = await findReviewOf(userId, workKey);
  if (!id) throw new ServiceError("notFound", "There is no review of yours to replace.");
  return editReview(viewer, id, { ...input, url: input.url ?? null });
}

/**
 * Removes one of the viewer's reviews completely.
 * @throws ServiceError `unauthenticated`, `forbidden` for others' reviews, `notFound`, `limited`,
 *   `preconditionFailed`
 */
export async function removeOwnReview(
  viewer: Viewer | null,
  id: string,
  precondition: Precondition = {},
): Promise<void> {
  await removeOwn(viewer, id, precondition, {
    kind: "review",
    find: findReview,
    remove: ({ version }) => removeReview(id, version).then(() => true, wasChanged),
  });
}

/** @returns `false` for a review that was changed or removed at the same time */
function wasChanged(error: unknown): false {
  if (error instanceof ServiceError && error.kind === "notFound") return false;
  throw error;
}

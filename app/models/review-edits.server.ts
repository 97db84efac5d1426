/** Editing and removing reviews. */
import { workScore } from "~/domain/work-score";
import { collectionOf } from "./collection.server";
import { isDuplicateKey, toObjectId, versionFilter } from "./ids.server";
import { ReviewModel, type ReviewRow } from "./review.schema.server";
import { toReview, toReviewRow, type NewReview } from "./review.server";

export const toEditedReview = (row: ReviewRow) => ({
  ...toReview(row),
  authorId: row.user.toHexString(),
  workKey: row.workKey,
});

/** A review with the fields that editing depends on. */
export type EditedReview = ReturnType<typeof toEditedReview>;

const edited = collectionOf(ReviewModel, toEditedReview);

export const findEditedReview = (id: string): Promise<EditedReview | null> =>
  edited.find({ _id: toObjectId(id) });

/** @returns the id of a user's review of a work, or `null` if there is none */
export async function findReviewOf(userId: string, workKey: string): Promise<string | null> {
  const row = await ReviewModel.findOne({ workKey, user: toObjectId(userId) }, { _id: 1 }).lean();
  return row && row._id.toHexString();
}

interface ReviewRewriting extends Omit<NewReview, "createdAt"> {
  updatedAt: Date;
  /** `null` leaves no trace. */
  editedAt: Date | null;
}

/**
 * Rewrites a review if it has not changed since it was read; its id and creation time stay the same.
 * @returns the review; `null` if it has changed or is gone; or the id of the user's other review of the same work
 */
export async function rewriteReview(
  { id, version, workKey }: Pick<EditedReview, "id" | "version" | "workKey">,
  { updatedAt, editedAt, ...review }: ReviewRewriting,
): Promise<{ review: EditedReview } | { existingId: string } | null> {
  const changes = {
    ...toReviewRow(review),
    ...(!review.named?.length && { named: [] }),
    replacedAt: updatedAt,
    version: version + 1,
    ...(editedAt && { editedAt }),
    // If the review is now of another work, the score of the previous work does not apply, whatever its version.
    ...(review.workKey !== workKey && { score: workScore(review.rating, 1), scoreVersion: 0 }),
  };
  try {
    const rewritten = await edited.update(
      { _id: toObjectId(id), user: toObjectId(review.userId), version: versionFilter(version) },
      { $set: changes },
    );
    return rewritten && { review: rewritten };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const existingId = await findReviewOf(review.userId, review.workKey);
    return existingId === null ? null : { existingId };
  }
}

/**
 * Deletes only the document of a review.
 * @param version deletes it only if this is its version
 * @returns the fields needed to update the counts of its hub and work, or `null` if there is none
 */
export async function removeReviewRow(
  id: string,
  version?: number,
): Promise<Pick<NewReview, "userId" | "hub" | "workKey" | "rating"> | null> {
  const _id = toObjectId(id);
  const filter = { _id, ...(version !== undefined && { version: versionFilter(version) }) };
  const row = _id && (await ReviewModel.findOneAndDelete(filter).lean());
  if (!row) return null;
  const { user, hub, workKey, rating } = row;
  return { userId: user.toHexString(), hub, workKey, rating };
}

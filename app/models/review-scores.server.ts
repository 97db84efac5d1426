/** Sums of ratings per work, and the scores of reviews derived from them. */
import type { QueryFilter } from "mongoose";
import { workScore } from "~/domain/work-score";
import { collectionOf } from "./collection.server";
import { toObjectId } from "./ids.server";
import { ReviewModel, type ReviewRow } from "./review.schema.server";
import type { WorkRatings } from "./work.server";

/** Stores a work's score on all its reviews, except those that carry the score of a newer version. */
export const scoreReviews = (
  workKey: string,
  { sum, count, version }: WorkRatings,
): Promise<void> =>
  counted.changeAll(
    { workKey, scoreVersion: { $lt: version } },
    { $set: { score: workScore(sum, count), scoreVersion: version } },
  );

const COUNTED_FIELDS = { workKey: 1, hub: 1, user: 1, replacedAt: 1 };

/** The fields of a review that `recount` reads. */
export type CountedReview = ReturnType<typeof toCounted>;

const toCounted = (row: Pick<ReviewRow, "_id" | keyof typeof COUNTED_FIELDS>) => ({
  id: row._id.toHexString(),
  workKey: row.workKey,
  hub: row.hub,
  userId: row.user.toHexString(),
  /** When it was last edited. */
  replacedAt: row.replacedAt ?? null,
});

const counted = collectionOf<ReviewRow, CountedReview>(ReviewModel, toCounted, COUNTED_FIELDS);

/**
 * @param after the last review of the previous batch, or `null` for the first batch
 * @returns up to `limit` reviews in the order of work key and user
 */
export async function listCountedReviews(
  after: Pick<CountedReview, "workKey" | "userId"> | null,
  limit: number,
): Promise<CountedReview[]> {
  const read = (filter: QueryFilter<ReviewRow>, batchSize: number) =>
    counted.list(filter, { sort: { workKey: 1, user: 1 }, limit: batchSize });
  const reviews = after
    ? await read({ workKey: after.workKey, user: { $gt: toObjectId(after.userId) } }, limit)
    : [];
  if (reviews.length < limit) {
    const later = after ? { workKey: { $gt: after.workKey } } : {};
    reviews.push(...(await read(later, limit - reviews.length)));
  }
  return reviews;
}

/** @returns up to `limit` reviews in id order after `afterId` */
export const listReviewsById = counted.listAfter;

/**
 * @param last the last review of the previous batch, or `null` for the first batch
 * @returns up to `limit` reviews that were edited since a time, in order of the edit
 */
export const listReplacedReviews = (
  since: Date,
  last: CountedReview | null,
  limit: number,
): Promise<CountedReview[]> => {
  const later = last && {
    $or: [
      { replacedAt: { $gt: last.replacedAt } },
      { replacedAt: last.replacedAt, _id: { $gt: toObjectId(last.id) } },
    ],
  };
  const filter = later ?? { replacedAt: { $gte: since } };
  return counted.list(filter, { sort: { replacedAt: 1, _id: 1 }, limit });
};

/** @returns the rating sums of the given works, computed from their reviews, with the range of scores stored on them */
export async function sumRatings(workKeys: readonly string[]): Promise<SummedRatings[]> {
  const rows = await ReviewModel.aggregate<Omit<SummedRatings, "workKey"> & { _id: string }>([
    { $match: { workKey: { $in: workKeys } } },
    {
      $group: {
        _id: "$workKey",
        sum: { $sum: "$rating" },
        count: { $sum: 1 },
        lowestScore: { $min: "$score" },
        highestScore: { $max: "$score" },
        version: { $max: "$scoreVersion" },
      },
    },
  ]);
  return rows.map(({ _id, ...sums }) => ({ workKey: _id, ...sums }));
}

/** `version` is the newest score version stored on any of the reviews. */
export interface SummedRatings extends WorkRatings {
  workKey: string;
  lowestScore: number;
  highestScore: number;
}

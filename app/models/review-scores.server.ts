/** Sums of ratings per work, and the scores of reviews derived from them. */
import type { QueryFilter } from "mongoose";
import { workScore } from "~/domain/work-score";
import { toObjectId } from "./ids.server";
import { ReviewModel, type ReviewRow } from "./review.schema.server";
import type { WorkRatings } from "./work.server";

/** Stores a work's score on all its reviews, except those that carry the score of a newer version. */
export async function scoreReviews(
  workKey: string,
  { sum, count, version }: WorkRatings,
): Promise<void> {
  await ReviewModel.updateMany(
    { workKey, scoreVersion: { $lt: version } },
    { $set: { score: workScore(sum, count), scoreVersion: version } },
  );
}

/** The fields of a review that `recount` reads. */
export interface CountedReview {
  workKey: string;
  hub: string;
  userId: string;
}

/**
 * @param after the last review of the previous batch, or `null` for the first batch
 * @returns up to `limit` reviews in the order of work key and user
 */
export async function listCountedReviews(
  after: Pick<CountedReview, "workKey" | "userId"> | null,
  limit: number,
): Promise<CountedReview[]> {
  const read = (filter: QueryFilter<ReviewRow>, batchSize: number) =>
    ReviewModel.find(filter, { workKey: 1, hub: 1, user: 1 })
      .sort({ workKey: 1, user: 1 })
      .limit(batchSize)
      .lean<ReviewRow[]>();
  const rows = after
    ? await read({ workKey: after.workKey, user: { $gt: toObjectId(after.userId) } }, limit)
    : [];
  if (rows.length < limit) {
    const later = after ? { workKey: { $gt: after.workKey } } : {};
    rows.push(...(await read(later, limit - rows.length)));
  }
  return rows.map(toCounted);
}

/** @returns up to `limit` reviews in id order after `afterId` */
export async function listReviewsById(
  afterId: string | null,
  limit: number,
): Promise<(CountedReview & { id: string })[]> {
  const after = afterId ? { _id: { $gt: toObjectId(afterId) } } : {};
  const rows = await ReviewModel.find(after, { workKey: 1, hub: 1, user: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<ReviewRow[]>();
  return rows.map((row) => ({ id: row._id.toHexString(), ...toCounted(row) }));
}

/** A review, and when it was last edited. */
export interface ReplacedReview extends CountedReview {
  id: string;
  replacedAt: Date;
}

/**
 * @param last the last review of the previous batch, or `null` for the first batch
 * @returns up to `limit` reviews that were edited since a time, in order of the edit
 */
export async function listReplacedReviews(
  since: Date,
  last: ReplacedReview | null,
  limit: number,
): Promise<ReplacedReview[]> {
  const later = last && {
    $or: [
      { replacedAt: { $gt: last.replacedAt } },
      { replacedAt: last.replacedAt, _id: { $gt: toObjectId(last.id) } },
    ],
  };
  const rows = await ReviewModel.find(later ?? { replacedAt: { $gte: since } }, {
    workKey: 1,
    hub: 1,
    user: 1,
    replacedAt: 1,
  })
    .sort({ replacedAt: 1, _id: 1 })
    .limit(limit)
    .lean<ReviewRow[]>();
  return rows.map((row) => ({
    id: row._id.toHexString(),
    replacedAt: row.replacedAt!,
    ...toCounted(row),
  }));
}

const toCounted = ({ workKey, hub, user }: ReviewRow): CountedReview => ({
  workKey,
  hub,
  userId: user.toHexString(),
});

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

export interface SummedRatings {
  workKey: string;
  sum: number;
  count: number;
  lowestScore: number;
  highestScore: number;
  /** The newest score version stored on any of the reviews. */
  version: number;
}

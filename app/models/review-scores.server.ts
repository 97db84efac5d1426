/** What the ratings of works come to, by their reviews, and the score that these carry. */
import type { QueryFilter } from "mongoose";
import { workScore } from "~/domain/work-score";
import { toObjectId } from "./ids.server";
import { ReviewModel, type ReviewRow } from "./review.schema.server";
import type { WorkRatings } from "./work.server";

/** Gives every review of a work the score that follows from its ratings, unless it has a newer one. */
export async function scoreReviews(
  workKey: string,
  { sum, count, version }: WorkRatings,
): Promise<void> {
  await ReviewModel.updateMany(
    { workKey, scoreVersion: { $lt: version } },
    { $set: { score: workScore(sum, count), scoreVersion: version } },
  );
}

/** A review as `recount` reads it. */
interface CountedReview {
  workKey: string;
  hub: string;
  userId: string;
}

/**
 * @param after the review after which to go on, or `null` for the beginning
 * @returns the next reviews work by work, as far as counting them goes, at most so many
 */
export async function listCountedReviews(
  after: Pick<CountedReview, "workKey" | "userId"> | null,
  limit: number,
): Promise<CountedReview[]> {
  const read = (filter: QueryFilter<ReviewRow>, most: number) =>
    ReviewModel.find(filter, { workKey: 1, hub: 1, user: 1 })
      .sort({ workKey: 1, user: 1 })
      .limit(most)
      .lean<ReviewRow[]>();
  const rows = after
    ? await read({ workKey: after.workKey, user: { $gt: toObjectId(after.userId) } }, limit)
    : [];
  if (rows.length < limit) {
    const others = after ? { workKey: { $gt: after.workKey } } : {};
    rows.push(...(await read(others, limit - rows.length)));
  }
  return rows.map(({ workKey, hub, user }) => ({ workKey, hub, userId: user.toHexString() }));
}

/** @returns what the ratings of some works come to, by their reviews, with the scores these carry */
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
  /** The newest state of the ratings that a score of theirs is of. */
  version: number;
}

/** Denormalised counts of articles, and the "hot" rank computed from them. */
import { HOT_COMMENT_WEIGHT, HOT_SECONDS_PER_MAGNITUDE } from "~/domain/ranking";
import {
  ArticleModel,
  type ArticleRow,
  type Counts,
  type WeightlessCounts,
} from "./article.schema.server";
import { collectionOf } from "./collection.server";
import { countFilter, toObjectId, withIds } from "./ids.server";

/** Increments the view count. @returns the new count, or `null` if there is no such article */
export async function addView(id: string): Promise<number | null> {
  const row = await ArticleModel.findByIdAndUpdate(
    toObjectId(id),
    { $inc: { views: 1 } },
    { returnDocument: "after", projection: { views: 1 } },
  ).lean();
  return row?.views ?? null;
}

/** Adds to the view counts of articles. @param added by article id */
export async function addViews(added: ReadonlyMap<string, number>): Promise<void> {
  if (!added.size) return;
  await counted.changeEach(
    [...added].map(([id, views]) => ({
      filter: { _id: toObjectId(id) },
      update: { $inc: { views } },
    })),
  );
}

const orZero = (field: string) => ({ $ifNull: [`$${field}`, 0] });
const UPVOTES = { $subtract: ["$upvotes", orZero("weightlessUpvotes")] };
const COMMENTS = { $subtract: ["$commentsByOthers", orZero("unprovenComments")] };

/** `hotRank` of `domain/ranking` over the stored counts that have weight, as an aggregation expression. */
const HOT_RANK = {
  $add: [
    {
      $log10: {
        // A crash may leave wrong counts, which must not lead to the logarithm of a negative number.
        $max: [
          1,
          {
            $add: [1, UPVOTES, { $multiply: [HOT_COMMENT_WEIGHT, { $min: [UPVOTES, COMMENTS] }] }],
          },
        ],
      },
    },
    { $divide: [{ $toLong: "$createdAt" }, 1000 * HOT_SECONDS_PER_MAGNITUDE] },
  ],
};

/**
 * Adds to an article's counts and recomputes its hot rank in one atomic update.
 * @returns the counts after the update, or `null` if there is no such article
 */
export async function addToCounts(
  id: string,
  added: Partial<Counts & WeightlessCounts>,
): Promise<Counts | null> {
  const sums = Object.entries(added).map(([field, by]) => [field, { $add: [orZero(field), by] }]);
  return ArticleModel.findByIdAndUpdate(
    toObjectId(id),
    [{ $set: Object.fromEntries(sums) }, { $set: { hot: HOT_RANK } }],
    {
      returnDocument: "after",
      updatePipeline: true,
      projection: { upvotes: 1, commentCount: 1, commentsByOthers: 1 },
    },
  ).lean();
}

type CountedRow = Pick<ArticleRow, "_id" | keyof typeof COUNTED_FIELDS>;

const COUNTED_FIELDS = {
  author: 1,
  category: 1,
  upvotes: 1,
  commentCount: 1,
  commentsByOthers: 1,
  weightlessUpvotes: 1,
  unprovenComments: 1,
};

const toStoredCounts = ({ _id, author, ...row }: CountedRow) => ({
  ...row,
  id: _id.toHexString(),
  authorId: author.toHexString(),
  weightlessUpvotes: row.weightlessUpvotes ?? 0,
  unprovenComments: row.unprovenComments ?? 0,
});

/** An article's counts as stored, as `recount` reads them. */
export type StoredCounts = ReturnType<typeof toStoredCounts>;

const counted = collectionOf<ArticleRow, StoredCounts>(
  ArticleModel,
  toStoredCounts,
  COUNTED_FIELDS,
);

/** @returns the counts of up to `limit` articles in id order, after `afterId` or from the beginning */
export const listCounts = (afterId: string | null, limit: number): Promise<StoredCounts[]> =>
  counted.listAfter(afterId, limit);

export const findCounts = (ids: readonly string[]): Promise<StoredCounts[]> =>
  counted.list(withIds(ids));

/**
 * Corrects the counts of those articles whose stored counts have not changed since they were read; the
 * others are left for the next run.
 * @returns how many articles were corrected
 */
export async function correctCounts(
  corrections: readonly { stored: StoredCounts; actual: Counts & WeightlessCounts }[],
): Promise<number> {
  if (!corrections.length) return 0;
  const result = await counted.changeEach(
    corrections.map(({ stored, actual }) => ({
      filter: {
        _id: toObjectId(stored.id),
        upvotes: stored.upvotes,
        commentCount: stored.commentCount,
        commentsByOthers: stored.commentsByOthers,
        weightlessUpvotes: countFilter(stored.weightlessUpvotes),
        unprovenComments: countFilter(stored.unprovenComments),
      },
      update: [{ $set: actual }, { $set: { hot: HOT_RANK } }],
    })),
  );
  return result.modifiedCount;
}

/** @returns how many comments other users have written on a user's articles */
export async function countCommentsByOthers(userId: string): Promise<number> {
  const [sum] = await ArticleModel.aggregate<{ comments: number }>([
    { $match: { author: toObjectId(userId) } },
    { $group: { _id: null, comments: { $sum: "$commentsByOthers" } } },
  ]);
  return sum?.comments ?? 0;
}

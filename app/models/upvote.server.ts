import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { insertMissing, isDuplicateKey, toObjectId } from "./ids.server";

const schema = new Schema(
  {
    article: { type: Schema.Types.ObjectId, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: "upvotes", versionKey: false },
);

// The rule itself: one upvote per user and article. The article leads, so that a sharded cluster can
// keep an article's upvotes together.
schema.index({ article: 1, user: 1 }, { unique: true });
// Whoever has an account deleted takes their upvotes along.
schema.index({ user: 1 });

type UpvoteRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const Upvote = createModel<UpvoteRow>("Upvote", schema);

/** @returns whether it is new: `false` when that user has upvoted that article before */
export async function addUpvote(
  articleId: string,
  userId: string,
  createdAt = new Date(),
): Promise<boolean> {
  try {
    await Upvote.create({
      article: new Types.ObjectId(articleId),
      user: new Types.ObjectId(userId),
      createdAt,
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Stores upvotes; those that are there already are left out. */
export async function importUpvotes(
  upvotes: readonly { articleId: string; userId: string; createdAt: Date }[],
): Promise<void> {
  await insertMissing(
    Upvote,
    upvotes.map(({ articleId, userId, createdAt }) => ({
      article: new Types.ObjectId(articleId),
      user: new Types.ObjectId(userId),
      createdAt,
    })),
  );
}

/** @returns those of some articles that a user has upvoted, in one read */
export async function upvotedAmong(
  articleIds: readonly string[],
  userId: string,
): Promise<Set<string>> {
  const ids = articleIds.map(toObjectId).filter((id) => id !== null);
  if (!ids.length) return new Set();
  const rows = await Upvote.find(
    { article: { $in: ids }, user: new Types.ObjectId(userId) },
    { article: 1 },
  ).lean<UpvoteRow[]>();
  return new Set(rows.map(({ article }) => article.toHexString()));
}

/**
 * @param before when; all there are unless it is said
 * @returns how many upvotes each of some articles has; those with none are left out
 */
export async function countUpvotes(
  articleIds: readonly string[],
  before?: Date,
): Promise<Map<string, number>> {
  const ids = articleIds.map((id) => new Types.ObjectId(id));
  const rows = await Upvote.aggregate<{ _id: Types.ObjectId; count: number }>([
    { $match: { article: { $in: ids }, ...(before ? { createdAt: { $lt: before } } : {}) } },
    { $group: { _id: "$article", count: { $sum: 1 } } },
  ]);
  return new Map(rows.map(({ _id, count }) => [_id.toHexString(), count]));
}

/** @returns how many upvotes a user has given */
export const countUpvotesOf = (userId: string): Promise<number> =>
  Upvote.countDocuments({ user: toObjectId(userId) });

/** @returns the articles of some upvotes that a user has given, at most so many */
export async function listUpvotedBy(userId: string, limit: number): Promise<string[]> {
  const rows = await Upvote.find({ user: toObjectId(userId) }, { article: 1 })
    .limit(limit)
    .lean<UpvoteRow[]>();
  return rows.map(({ article }) => article.toHexString());
}

/** Takes an upvote back. @returns whether there was one */
export async function removeUpvote(articleId: string, userId: string): Promise<boolean> {
  const row = { article: toObjectId(articleId), user: toObjectId(userId) };
  return (await Upvote.deleteOne(row)).deletedCount === 1;
}

/** Removes upvotes of an article, at most so many. @returns how many */
export async function removeUpvotesOn(articleId: string, limit: number): Promise<number> {
  const rows = await Upvote.find({ article: toObjectId(articleId) }, { _id: 1 })
    .limit(limit)
    .lean<UpvoteRow[]>();
  if (!rows.length) return 0;
  await Upvote.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
  return rows.length;
}

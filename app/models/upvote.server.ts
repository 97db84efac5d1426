import { Schema, Types, type InferSchemaType } from "mongoose";
import { listArticleReferences, readRows } from "./read-rows.server";
import { createModel } from "./create-model.server";
import { insertMissing, toObjectId, unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    article: { type: Schema.Types.ObjectId, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    createdAt: { type: Date, required: true },
    /** Set until the account's address is proven; until then the upvote does not affect ranks and sentiment. */
    isUnproven: { type: Boolean },
  },
  { collection: "upvotes", versionKey: false },
);

// Enforces one upvote per user and article. `article` comes first so that a sharded cluster can keep an
// article's upvotes together.
schema.index({ article: 1, user: 1 }, { unique: true });
// Serves the removal of a user's upvotes when the account is deleted.
schema.index({ user: 1 });

const IS_PROVEN = { isUnproven: { $ne: true } } as const;

type UpvoteRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const Upvote = createModel<UpvoteRow>("Upvote", schema);

/** @returns whether the upvote was added; `false` if the user had already upvoted the article */
export async function addUpvote(
  articleId: string,
  userId: string,
  { createdAt = new Date(), isUnproven = false } = {},
): Promise<boolean> {
  const stored = await unlessDuplicate(
    Upvote.create({
      article: new Types.ObjectId(articleId),
      user: new Types.ObjectId(userId),
      createdAt,
      ...(isUnproven && { isUnproven }),
    }),
  );
  return stored !== null;
}

/** Stores upvotes, skipping existing ones. */
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

/** @returns which of the given articles the user has upvoted, in one query */
export async function findUpvotedAmong(
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
 * @param authors author ids by article id
 * @returns per article, the number of upvotes and how many of them are unproven or its author's own; articles without
 *   upvotes are left out
 */
export async function countUpvotes(
  authors: ReadonlyMap<string, string>,
): Promise<Map<string, { all: number; weightless: number }>> {
  const [article, user] = [[...authors.keys()], [...authors.values()]].map((ids) => ({
    $in: ids.map((id) => new Types.ObjectId(id)),
  }));
  const rows = await Upvote.aggregate<{ _id: Types.ObjectId; all: number; weightless: number }>([
    { $match: { article } },
    {
      $group: {
        _id: "$article",
        all: { $sum: 1 },
        weightless: { $sum: { $cond: ["$isUnproven", 1, 0] } },
      },
    },
  ]);
  const counts = new Map(rows.map(({ _id, ...count }) => [_id.toHexString(), count]));
  for (const row of await Upvote.find({ article, user, ...IS_PROVEN }).lean<UpvoteRow[]>()) {
    const id = row.article.toHexString();
    const count = counts.get(id);
    if (count && row.user.toHexString() === authors.get(id)) count.weightless += 1;
  }
  return counts;
}

/** @returns whether anybody but its author has upvoted an article */
export const isUpvotedByOthers = async (articleId: string, authorId: string): Promise<boolean> =>
  (await Upvote.exists({
    article: toObjectId(articleId),
    user: { $ne: toObjectId(authorId) },
  })) !== null;

/** An upvote of a proven account. */
export interface ListedUpvote {
  id: string;
  articleId: string;
  userId: string;
  createdAt: Date;
}

/** @returns up to `limit` upvotes of proven accounts in id order, after `afterId` or from the beginning */
export async function listUpvotes(afterId: string | null, limit: number): Promise<ListedUpvote[]> {
  const after = afterId ? { _id: { $gt: toObjectId(afterId) } } : {};
  const rows = await Upvote.find({ ...after, ...IS_PROVEN })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<UpvoteRow[]>();
  return rows.map(({ _id, article, user, createdAt }) => ({
    id: _id.toHexString(),
    createdAt,
    articleId: article.toHexString(),
    userId: user.toHexString(),
  }));
}

/**
 * @param authors author ids by article id
 * @returns per article, how many proven accounts other than its author have upvoted it; articles without any are left
 *   out
 */
export async function countOtherUpvoters(
  authors: ReadonlyMap<string, string>,
  before?: Date,
): Promise<Map<string, number>> {
  if (!authors.size) return new Map();
  const filter = {
    article: { $in: [...authors.keys()].map(toObjectId) },
    ...IS_PROVEN,
    ...(before ? { createdAt: { $lt: before } } : {}),
  };
  const rows = await Upvote.find(filter, { article: 1, user: 1 }).lean<UpvoteRow[]>();
  const counts = new Map<string, number>();
  for (const { article, user } of rows) {
    const id = article.toHexString();
    if (user.toHexString() !== authors.get(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

export const countUpvotesOf = (userId: string): Promise<number> =>
  Upvote.countDocuments({ user: toObjectId(userId) });

export async function listUpvotedBy(userId: string, limit: number): Promise<string[]> {
  const rows = await Upvote.find({ user: toObjectId(userId) }, { article: 1 })
    .limit(limit)
    .lean<UpvoteRow[]>();
  return rows.map(({ article }) => article.toHexString());
}

export const readUpvotesOf = (userId: string) =>
  readRows<UpvoteRow, { articleId: string; createdAt: Date }>(Upvote, {
    filter: { user: toObjectId(userId) },
    toItem: ({ article, createdAt }) => ({ articleId: article.toHexString(), createdAt }),
  });

/** Removes an upvote. @returns whether it was unproven, or `null` if there was none */
export async function removeUpvote(
  articleId: string,
  userId: string,
): Promise<{ isUnproven: boolean } | null> {
  const filter = { article: toObjectId(articleId), user: toObjectId(userId) };
  const row = await Upvote.findOneAndDelete(filter).lean<UpvoteRow>();
  return row && { isUnproven: row.isUnproven ?? false };
}

export async function listUnprovenUpvotes(userId: string, limit: number): Promise<string[]> {
  const rows = await Upvote.find({ user: toObjectId(userId), isUnproven: true }, { article: 1 })
    .limit(limit)
    .lean<UpvoteRow[]>();
  return rows.map(({ article }) => article.toHexString());
}

/** Marks an upvote as proven. @returns whether it was unproven before */
export async function proveUpvote(articleId: string, userId: string): Promise<boolean> {
  const filter = { article: toObjectId(articleId), user: toObjectId(userId), isUnproven: true };
  return (await Upvote.updateOne(filter, { $unset: { isUnproven: 1 } })).modifiedCount === 1;
}

/** Removes up to `limit` upvotes of an article. @returns how many were removed */
export async function removeUpvotesOn(articleId: string, limit: number): Promise<number> {
  const rows = await Upvote.find({ article: toObjectId(articleId) }, { _id: 1 })
    .limit(limit)
    .lean<UpvoteRow[]>();
  if (!rows.length) return 0;
  await Upvote.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
  return rows.length;
}

/** @returns up to `limit` upvotes in id order after `afterId`, each with its article */
export const listUpvotedArticles = (afterId: string | null, limit: number) =>
  listArticleReferences<UpvoteRow>(Upvote, afterId, limit);

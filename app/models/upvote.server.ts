import { Schema, Types, type InferSchemaType, type QueryFilter } from "mongoose";
import { groupOthers } from "./authored.server";
import { collectionOf, toReference, type Reference } from "./collection.server";
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
// Serves reading the upvotes of a time window.
schema.index({ createdAt: 1, _id: 1 });

const IS_PROVEN = { isUnproven: { $ne: true } } as const;

type UpvoteRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const Upvote = createModel<UpvoteRow>("Upvote", schema);

const toUpvote = ({ _id, article, user, createdAt }: UpvoteRow) => ({
  id: _id.toHexString(),
  articleId: article.toHexString(),
  userId: user.toHexString(),
  createdAt,
});

export type ListedUpvote = ReturnType<typeof toUpvote>;

const upvotes = collectionOf(Upvote, toUpvote);

const references = collectionOf<UpvoteRow, Reference>(Upvote, toReference, { article: 1 });

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
export async function importUpvotes(imported: readonly Omit<ListedUpvote, "id">[]): Promise<void> {
  await insertMissing(
    Upvote,
    imported.map(({ articleId, userId, createdAt }) => ({
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
  const article = { $in: articleIds.flatMap((id) => toObjectId(id) ?? []) };
  const found = await references.list({ article, user: toObjectId(userId) });
  return new Set(found.map(({ articleId }) => articleId));
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
  for (const row of await Upvote.find({ article, user, ...IS_PROVEN }).lean()) {
    const id = row.article.toHexString();
    const count = counts.get(id);
    if (count && row.user.toHexString() === authors.get(id)) count.weightless += 1;
  }
  return counts;
}

/** @returns whether anybody but its author has upvoted an article */
export const isUpvotedByOthers = (articleId: string, authorId: string): Promise<boolean> =>
  upvotes.has({ article: toObjectId(articleId), user: { $ne: toObjectId(authorId) } });

/** Yields the upvotes of proven accounts from a time to another, both included. */
export const readUpvotes = ({ from, to }: { from: Date; to: Date }) =>
  upvotes.stream(
    { createdAt: { $gte: from, $lte: to }, ...IS_PROVEN },
    { sort: { createdAt: 1, _id: 1 }, batchSize: 200 },
  );

/**
 * @param authors author ids by article id
 * @returns per article, the proven accounts other than its author that have upvoted it; articles without any are left
 *   out
 */
export async function findOtherUpvoters(
  authors: ReadonlyMap<string, string>,
  before?: Date,
): Promise<Map<string, string[]>> {
  if (!authors.size) return new Map();
  const filter = {
    article: { $in: [...authors.keys()].map(toObjectId) },
    ...IS_PROVEN,
    ...(before ? { createdAt: { $lt: before } } : {}),
  };
  const rows = await Upvote.find(filter, { article: 1, user: 1 }).lean();
  return groupOthers(
    rows.map(({ article, user }) => ({
      article: article.toHexString(),
      person: user.toHexString(),
    })),
    authors,
  );
}

export const countUpvotesOf = (userId: string): Promise<number> =>
  Upvote.countDocuments({ user: toObjectId(userId) });

const articlesOf = async (filter: QueryFilter<UpvoteRow>, limit: number): Promise<string[]> =>
  (await references.list(filter, { limit })).map(({ articleId }) => articleId);

export const listUpvotedBy = (userId: string, limit: number): Promise<string[]> =>
  articlesOf({ user: toObjectId(userId) }, limit);

export const readUpvotesOf = (userId: string) => upvotes.stream({ user: toObjectId(userId) });

/** Removes an upvote. @returns whether it was unproven, or `null` if there was none */
export async function removeUpvote(
  articleId: string,
  userId: string,
): Promise<{ isUnproven: boolean } | null> {
  const filter = { article: toObjectId(articleId), user: toObjectId(userId) };
  const row = await Upvote.findOneAndDelete(filter).lean();
  return row && { isUnproven: row.isUnproven ?? false };
}

export const listUnprovenUpvotes = (userId: string, limit: number): Promise<string[]> =>
  articlesOf({ user: toObjectId(userId), isUnproven: true }, limit);

/** Marks an upvote as proven. @returns whether it was unproven before */
export const proveUpvote = (articleId: string, userId: string): Promise<boolean> =>
  upvotes.change(
    { article: toObjectId(articleId), user: toObjectId(userId), isUnproven: true },
    { $unset: { isUnproven: 1 } },
  );

/** Removes up to `limit` upvotes of an article. @returns how many were removed */
export const removeUpvotesOn = (articleId: string, limit: number): Promise<number> =>
  upvotes.removeSome({ article: toObjectId(articleId) }, { limit });

/** @returns up to `limit` upvotes in id order after `afterId`, each with its article */
export const listUpvotedArticles = references.listAfter;

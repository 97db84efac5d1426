/**
 * Upvotes of articles and of comments. Each kind has a collection of its own, so that only those of articles are
 * support for their authors.
 */
import { Schema, Types, type QueryFilter } from "mongoose";
import type { Upvoted, UpvotedKind } from "~/domain/upvotes";
import { groupOthers } from "./authored.server";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { insertMissing, toObjectId, unlessDuplicate } from "./ids.server";

const names = {
  article: { model: "Upvote", collection: "upvotes" },
  comment: { model: "CommentUpvote", collection: "comment-upvotes" },
} as const satisfies Record<UpvotedKind, object>;

/** The field with the name of the kind is what was upvoted. */
type UpvoteRow = Partial<Record<UpvotedKind, Types.ObjectId>> & {
  _id: Types.ObjectId;
  user: Types.ObjectId;
  createdAt: Date;
  isUnproven?: boolean | null;
};

const IS_PROVEN = { isUnproven: { $ne: true } } as const;

function upvotesOf(kind: UpvotedKind) {
  const { model, collection } = names[kind];
  const schema = new Schema(
    {
      [kind]: { type: Schema.Types.ObjectId, required: true },
      user: { type: Schema.Types.ObjectId, required: true },
      createdAt: { type: Date, required: true },
      /** Set while the account is unproven; until then the upvote does not affect ranks and sentiment. */
      isUnproven: { type: Boolean },
    },
    { collection, versionKey: false },
  );
  // Enforces one upvote per user and text. The text comes first so that a sharded cluster can keep its upvotes
  // together.
  schema.index({ [kind]: 1, user: 1 }, { unique: true });
  // Serves the removal of a user's upvotes when the account is deleted.
  schema.index({ user: 1 });
  // Serves reading the upvotes of a time window.
  if (kind === "article") schema.index({ createdAt: 1, _id: 1 });
  const Upvote = createModel<UpvoteRow>(model, schema);
  return {
    Upvote,
    rows: collectionOf(Upvote, (row) => toUpvote(kind, row)),
    references: collectionOf(Upvote, (row) => toReference(kind, row), { [kind]: 1 }),
  };
}

const toReference = (kind: UpvotedKind, row: UpvoteRow) => ({
  id: row._id.toHexString(),
  textId: String(row[kind]),
});

const toUpvote = (kind: UpvotedKind, row: UpvoteRow) => ({
  ...toReference(kind, row),
  userId: row.user.toHexString(),
  createdAt: row.createdAt,
});

export type ListedUpvote = ReturnType<typeof toUpvote>;

const upvotes = { article: upvotesOf("article"), comment: upvotesOf("comment") };

const by = ({ kind, id }: Upvoted, userId: string): QueryFilter<UpvoteRow> => ({
  [kind]: toObjectId(id),
  user: toObjectId(userId),
});

/** @returns whether the upvote was added; `false` if the user had already upvoted the text */
export async function addUpvote(
  { kind, id }: Upvoted,
  userId: string,
  { createdAt = new Date(), isUnproven = false } = {},
): Promise<boolean> {
  const stored = await unlessDuplicate(
    upvotes[kind].Upvote.create({
      [kind]: new Types.ObjectId(id),
      user: new Types.ObjectId(userId),
      createdAt,
      ...(isUnproven && { isUnproven }),
    }),
  );
  return stored !== null;
}

/** Stores upvotes, skipping existing ones. */
export async function importUpvotes(
  kind: UpvotedKind,
  imported: readonly Omit<ListedUpvote, "id">[],
): Promise<void> {
  await insertMissing(
    upvotes[kind].Upvote,
    imported.map(({ textId, userId, createdAt }) => ({
      [kind]: new Types.ObjectId(textId),
      user: new Types.ObjectId(userId),
      createdAt,
    })),
  );
}

/** @returns which of the given texts the user has upvoted, in one query */
export async function findUpvotedAmong(
  kind: UpvotedKind,
  ids: readonly string[],
  userId: string,
): Promise<Set<string>> {
  const among = { $in: ids.flatMap((id) => toObjectId(id) ?? []) };
  const found = await upvotes[kind].references.list({ [kind]: among, user: toObjectId(userId) });
  return new Set(found.map(({ textId }) => textId));
}

/**
 * @param authors author ids by the id of the text
 * @returns per text, the number of upvotes and how many of them are unproven or its author's own; texts without upvotes
 *   are left out
 */
export async function countUpvotes(
  kind: UpvotedKind,
  authors: ReadonlyMap<string, string>,
): Promise<Map<string, { all: number; weightless: number }>> {
  const { Upvote } = upvotes[kind];
  const [text, user] = [[...authors.keys()], [...authors.values()]].map((ids) => ({
    $in: ids.map((id) => new Types.ObjectId(id)),
  }));
  const rows = await Upvote.aggregate<{ _id: Types.ObjectId; all: number; weightless: number }>([
    { $match: { [kind]: text } },
    {
      $group: {
        _id: `$${kind}`,
        all: { $sum: 1 },
        weightless: { $sum: { $cond: ["$isUnproven", 1, 0] } },
      },
    },
  ]);
  const counts = new Map(rows.map(({ _id, ...count }) => [_id.toHexString(), count]));
  for (const row of await Upvote.find({ [kind]: text, user, ...IS_PROVEN }).lean()) {
    const id = String(row[kind]);
    const count = counts.get(id);
    if (count && row.user.toHexString() === authors.get(id)) count.weightless += 1;
  }
  return counts;
}

/** @returns whether anybody but its author has upvoted a text */
export const isUpvotedByOthers = ({ kind, id }: Upvoted, authorId: string): Promise<boolean> =>
  upvotes[kind].rows.has({ [kind]: toObjectId(id), user: { $ne: toObjectId(authorId) } });

/** Yields the upvotes of articles by proven accounts from a time to another, both included. */
export const readUpvotes = ({ from, to }: { from: Date; to: Date }) =>
  upvotes.article.rows.stream(
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
  const rows = await upvotes.article.Upvote.find(filter, { article: 1, user: 1 }).lean();
  return groupOthers(
    rows.map(({ article, user }) => ({ article: String(article), person: user.toHexString() })),
    authors,
  );
}

/** @returns how many articles and comments a user has upvoted */
export async function countUpvotesOf(userId: string): Promise<number> {
  const counts = Object.values(upvotes).map(({ Upvote }) =>
    Upvote.countDocuments({ user: toObjectId(userId) }),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

async function textsOf(
  kind: UpvotedKind,
  filter: QueryFilter<UpvoteRow>,
  limit: number,
): Promise<string[]> {
  return (await upvotes[kind].references.list(filter, { limit })).map(({ textId }) => textId);
}

export const listUpvotedBy = (
  kind: UpvotedKind,
  userId: string,
  limit: number,
): Promise<string[]> => textsOf(kind, { user: toObjectId(userId) }, limit);

export const readUpvotesOf = (kind: UpvotedKind, userId: string) =>
  upvotes[kind].rows.stream({ user: toObjectId(userId) });

/** Removes an upvote. @returns whether it was unproven, or `null` if there was none */
export async function removeUpvote(
  upvoted: Upvoted,
  userId: string,
): Promise<{ isUnproven: boolean } | null> {
  const row = await upvotes[upvoted.kind].Upvote.findOneAndDelete(by(upvoted, userId)).lean();
  return row && { isUnproven: row.isUnproven ?? false };
}

export const listUnprovenUpvotes = (
  kind: UpvotedKind,
  userId: string,
  limit: number,
): Promise<string[]> => textsOf(kind, { user: toObjectId(userId), isUnproven: true }, limit);

/** Marks an upvote as proven. @returns whether it was unproven before */
export const proveUpvote = (upvoted: Upvoted, userId: string): Promise<boolean> =>
  upvotes[upvoted.kind].rows.change(
    { ...by(upvoted, userId), isUnproven: true },
    { $unset: { isUnproven: 1 } },
  );

/** Removes up to `limit` upvotes of some texts. @returns how many were removed */
export const removeUpvotesOn = (
  kind: UpvotedKind,
  ids: readonly string[],
  limit: number,
): Promise<number> =>
  upvotes[kind].rows.removeSome(
    { [kind]: { $in: ids.flatMap((id) => toObjectId(id) ?? []) } },
    { limit },
  );

/** @returns up to `limit` upvotes in id order after `afterId`, each with what was upvoted */
export const listUpvoted = (kind: UpvotedKind, afterId: string | null, limit: number) =>
  upvotes[kind].references.listAfter(afterId, limit);

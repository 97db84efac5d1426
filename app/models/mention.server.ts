import { randomBytes } from "node:crypto";
import { Schema, Types, type InferSchemaType, type QueryFilter } from "mongoose";
import type { Cursor } from "~/domain/cursor";
import type { DocumentKind } from "~/domain/sentiment/mention";
import type { Sketch } from "~/domain/sentiment/near-copies";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { insertMissing, retryOnDuplicate } from "./ids.server";
import type { RiverPlace, RiverText } from "./river.server";

/**
 * A mention of a token in a document, with its score. Rows are small, so that a week of them loads quickly. Ids of
 * other collections are stored as strings, because they are only compared in bulk and never looked up.
 */
const schema = new Schema(
  {
    token: { type: String, required: true },
    /** Sentiment score of the clauses that name the token, from −1 to 1. */
    p: { type: Number, required: true },
    author: { type: String, required: true },
    /** The collection that the document is in. */
    kind: { type: String, required: true },
    document: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** Version of the rules and of the operator's tokens by which the mention was found and scored. */
    method: { type: String, required: true },
    /** The sketch of the whole document, used to find near-copies of it: four bytes per hash. */
    sketch: { type: Buffer, required: true },
    /** The salted hash of the whole document. */
    textHash: { type: String },
  },
  { collection: "mentions", versionKey: false },
);

// Enforces one mention per document and token. `document` comes first so that a sharded cluster can keep a
// document's mentions together.
schema.index({ document: 1, token: 1 }, { unique: true });
// Serves reading a time window.
schema.index({ createdAt: 1, _id: 1 });
// Serves the newest texts that name a token.
schema.index({ token: 1, createdAt: -1, document: -1 });
// Serves finding mentions left by another method.
schema.index({ method: 1, createdAt: 1 });

type MentionRow = Omit<InferSchemaType<typeof schema>, "sketch"> & {
  _id: Types.ObjectId;
  sketch: { buffer: Uint8Array };
};
const MentionModel = createModel<MentionRow>("Mention", schema);

/** Document kinds written on this site, as opposed to outside sources. */
export type WrittenKind = Exclude<DocumentKind, "outside">;

/** A time window: `from` is inclusive, `to` is exclusive. */
export interface Window {
  from: Date;
  to: Date;
}

const toMention = ({ _id, textHash, ...row }: MentionRow) => ({
  ...row,
  kind: row.kind as WrittenKind,
  createdAt: row.createdAt.getTime(),
  sketch: unpackSketch(row.sketch.buffer),
  ...(textHash && { textHash }),
});

/** A stored mention, with its date in milliseconds since 1970. */
export type StoredMention = ReturnType<typeof toMention>;

const mentions = collectionOf(MentionModel, toMention);

/** The fields of a row, other than its id. */
const toFields = ({ createdAt, sketch, ...fields }: StoredMention) => ({
  ...fields,
  createdAt: new Date(createdAt),
  sketch: packSketch(sketch),
});

const HASH_BYTES = 4;

function packSketch(sketch: Sketch): Buffer {
  const packed = Buffer.alloc(sketch.length * HASH_BYTES);
  sketch.forEach((hash, i) => packed.writeUInt32LE(hash, i * HASH_BYTES));
  return packed;
}

function unpackSketch({ buffer, byteOffset, byteLength }: Uint8Array): Sketch {
  const view = new DataView(buffer, byteOffset, byteLength);
  return Array.from({ length: byteLength / HASH_BYTES }, (_, i) =>
    view.getUint32(i * HASH_BYTES, true),
  );
}

/** Stores mentions, replacing earlier ones of the same document and token. */
export async function storeMentions(mentions: readonly StoredMention[]): Promise<void> {
  if (!mentions.length) return;
  const writes = mentions.map((mention) => {
    const { document, token, ...fields } = toFields(mention);
    return { updateOne: { filter: { document, token }, update: { $set: fields }, upsert: true } };
  });
  await retryOnDuplicate(() => MentionModel.bulkWrite(writes, { ordered: false }));
}

/** Removes a document's mentions of all tokens except the given ones. */
export const keepMentions = (document: string, tokens: readonly string[]): Promise<void> =>
  mentions.remove({ document, token: { $nin: tokens } });

export const findMentionsOf = (documents: readonly string[]): Promise<StoredMention[]> =>
  mentions.list({ document: { $in: documents } });

/** @returns the tokens that a document mentions */
export const findTokensIn = (document: string): Promise<string[]> =>
  collectionOf(MentionModel, ({ token }: MentionRow) => token, { token: 1 }).list({ document });

const texts = collectionOf(
  MentionModel,
  ({ document, kind, author, createdAt }: MentionRow): RiverText => ({
    kind: kind as WrittenKind,
    id: document,
    createdAt,
    authorId: author,
  }),
  { document: 1, kind: 1, author: 1, createdAt: 1 },
);

/** @returns the newest texts that name one of some tokens, once for each of them that they name */
export const newestMentioning = (
  tokens: readonly string[],
  { after, limit }: RiverPlace,
): Promise<RiverText[]> =>
  texts.list(
    { token: { $in: tokens }, ...(after && mentionedAfter(after)) },
    { sort: { createdAt: -1, document: -1 }, limit },
  );

function mentionedAfter({ value, id }: Cursor): QueryFilter<MentionRow> {
  const at = new Date(value);
  return {
    createdAt: { $lte: at },
    $or: [{ createdAt: { $lt: at } }, { createdAt: at, document: { $lt: id } }],
  };
}

/** @returns the tokens that some documents name, by document, in alphabetical order */
export async function findTokensOf(documents: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await MentionModel.find(
    { document: { $in: [...documents] } },
    { _id: 0, document: 1, token: 1 },
    { sort: { document: 1, token: 1 } },
  ).lean();
  const tokens = new Map<string, string[]>();
  for (const { document, token } of rows)
    tokens.set(document, [...(tokens.get(document) ?? []), token]);
  return tokens;
}

const createdWithin = ({ from, to }: Window) => ({ createdAt: { $gte: from, $lt: to } });

/** Mentions per batch; the event loop can run other work between batches. */
const BATCH_SIZE = 500;

/** Yields the mentions in documents created in a window, oldest first. */
export const readMentions = (window: Window): AsyncGenerator<StoredMention, void, undefined> =>
  mentions.stream(createdWithin(window), {
    sort: { createdAt: 1, _id: 1 },
    batchSize: BATCH_SIZE,
  });

/** @returns up to `limit` mentions in a window that were made by another method */
export async function findOutdatedMentions(
  window: Window,
  method: string,
  limit: number,
): Promise<StoredMention[]> {
  // Two ranges, because an index serves each of them, but not `$ne`.
  const list = (range: { $lt: string } | { $gt: string }) =>
    mentions.list({ method: range, ...createdWithin(window) }, { limit });
  const before = await list({ $lt: method });
  return before.length ? before : list({ $gt: method });
}

/** Inserts mentions without checking for existing ones, for large imports and benchmarks. */
export async function importMentions(mentions: readonly StoredMention[]): Promise<void> {
  if (!mentions.length) return;
  await MentionModel.collection.insertMany(
    mentions.map((mention) => ({ _id: new Types.ObjectId(), ...toFields(mention) })),
  );
}

/** Removes all mentions of a document that may come back, and keeps the salt of its text. */
export const withholdMentionsOf = (document: string): Promise<void> =>
  mentions.remove({ document });

/** Removes all mentions of deleted documents, and the salts of their texts. */
export async function removeMentionsOf(documents: readonly string[]): Promise<void> {
  await MentionModel.deleteMany({ document: { $in: documents } });
  await SaltModel.deleteMany({ _id: { $in: documents } });
}

/** Reassigns the mentions of the given documents to another author. */
export const transferMentions = (documents: readonly string[], authorId: string): Promise<void> =>
  mentions.changeAll({ document: { $in: documents } }, { $set: { author: authorId } });

/**
 * A random salt for each text that mentions a token. When a text is deleted, its salt is deleted too; without the salt
 * nobody can find out by guessing which text a hash in the ledger is of.
 */
const saltSchema = new Schema(
  {
    /** The document's id. */
    _id: { type: String, required: true },
    /** In hexadecimal. */
    salt: { type: String, required: true },
  },
  { collection: "text-salts", versionKey: false },
);

type SaltRow = InferSchemaType<typeof saltSchema>;
const SaltModel = createModel<SaltRow>("TextSalt", saltSchema);

export async function findTextSalts(documents: readonly string[]): Promise<Map<string, string>> {
  const rows = await SaltModel.find({ _id: { $in: [...documents] } }).lean();
  return new Map(rows.map(({ _id, salt }) => [_id, salt]));
}

/** @returns the salts of the given documents, by document id; creates missing ones */
export async function findOrCreateTextSalts(
  documents: readonly string[],
): Promise<Map<string, string>> {
  const known = await findTextSalts(documents);
  const missing = documents.filter((id) => !known.has(id));
  if (!missing.length) return known;
  // If another process has created a salt for a document concurrently, that one is kept.
  await insertMissing(
    SaltModel,
    missing.map((_id) => ({ _id, salt: randomBytes(16).toString("hex") })),
  );
  return findTextSalts(documents);
}

import { Schema, Types, type InferSchemaType } from "mongoose";
import type { DocumentKind } from "~/domain/sentiment/sentiment";
import { createModel } from "./create-model.server";
import { isDuplicateKey } from "./ids.server";

/**
 * What a document says of a token: small, so that a week of them is read quickly. Other collections' ids
 * are kept as their text, since a hundred thousand pairs of them are only compared and never looked up.
 */
const schema = new Schema(
  {
    token: { type: String, required: true },
    /** The score of the clauses that name the token, from −1 to 1. */
    p: { type: Number, required: true },
    author: { type: String, required: true },
    /** Which collection the document is in. */
    kind: { type: String, required: true },
    document: { type: String, required: true },
    /** When the document was written. */
    createdAt: { type: Date, required: true },
    /** The version of finding and scoring. */
    method: { type: Number, required: true },
  },
  { collection: "mentions", versionKey: false },
);

// The rule: one mention per document and token. The document leads, so that a sharded cluster can keep
// a document's mentions together.
schema.index({ document: 1, token: 1 }, { unique: true });
// A time is read along this one …
schema.index({ createdAt: 1, _id: 1 });
// … and what an older method left in it is found by this one.
schema.index({ method: 1, createdAt: 1 });

type MentionRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const MentionModel = createModel<MentionRow>("Mention", schema);

/** The kinds of document that are ours. */
export type WrittenKind = Exclude<DocumentKind, "outside">;

/** A mention as it is stored. */
export interface StoredMention {
  token: string;
  p: number;
  author: string;
  kind: WrittenKind;
  document: string;
  /** In milliseconds. */
  createdAt: number;
  method: number;
}

const toMention = (row: MentionRow): StoredMention => ({
  token: row.token,
  p: row.p,
  author: row.author,
  kind: row.kind as WrittenKind,
  document: row.document,
  createdAt: row.createdAt.getTime(),
  method: row.method,
});

/** Stores mentions, each in place of what its document said of its token before. */
export async function storeMentions(mentions: readonly StoredMention[]): Promise<void> {
  if (!mentions.length) return;
  const writes = mentions.map(({ document, token, createdAt, ...fields }) => ({
    updateOne: {
      filter: { document, token },
      update: { $set: { ...fields, createdAt: new Date(createdAt) } },
      upsert: true,
    },
  }));
  // Two that note the same document at once may both find nothing and insert; the second look finds it.
  await MentionModel.bulkWrite(writes, { ordered: false }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    return MentionModel.bulkWrite(writes, { ordered: false });
  });
}

/** Removes what a document no longer says: its mentions but for those of some tokens. */
export async function keepMentions(document: string, tokens: readonly string[]): Promise<void> {
  await MentionModel.deleteMany({
    document,
    ...(tokens.length ? { token: { $nin: [...tokens] } } : {}),
  });
}

/** @returns what is stored of some documents */
export async function findMentionsOf(documents: readonly string[]): Promise<StoredMention[]> {
  if (!documents.length) return [];
  const rows = await MentionModel.find({
    document: { $in: [...documents] },
  }).lean<MentionRow[]>();
  return rows.map(toMention);
}

/** A time: `from` belongs to it, `to` does not. */
export interface Window {
  from: Date;
  to: Date;
}

const within = ({ from, to }: Window) => ({ createdAt: { $gte: from, $lt: to } });

/** How many mentions come at a time; others get their turn in between. */
const BATCH = 1000;

/**
 * The mentions of what was written in a time, the oldest first, a batch at a time. They are read past
 * mongoose and along one cursor: a hundred thousand of them take half the time of reading in pages.
 */
export async function* eachMentions(
  window: Window,
  batchSize = BATCH,
): AsyncGenerator<StoredMention[], void, undefined> {
  const options = { sort: { createdAt: 1, _id: 1 }, batchSize } as const;
  const cursor = MentionModel.collection.find<MentionRow>(within(window), options);
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments().map(toMention);
  } finally {
    await cursor.close();
  }
}

/** @returns mentions of what was written in a time that an older method found, at most so many */
export async function findOutdated(
  window: Window,
  method: number,
  limit: number,
): Promise<StoredMention[]> {
  const rows = await MentionModel.find({ method: { $lt: method }, ...within(window) })
    .limit(limit)
    .lean<MentionRow[]>();
  return rows.map(toMention);
}

/** Stores mentions past all looking, as an import or a benchmark brings them in large numbers. */
export async function importMentions(mentions: readonly StoredMention[]): Promise<void> {
  if (!mentions.length) return;
  await MentionModel.collection.insertMany(
    mentions.map(({ createdAt, ...fields }) => ({
      ...fields,
      _id: new Types.ObjectId(),
      createdAt: new Date(createdAt),
    })),
  );
}

/** Removes all mentions of some documents. */
export async function removeMentionsOf(documents: readonly string[]): Promise<void> {
  if (documents.length) await MentionModel.deleteMany({ document: { $in: [...documents] } });
}

/** Has the mentions of some documents be another author's. */
export async function handOverMentions(
  documents: readonly string[],
  authorId: string,
): Promise<void> {
  if (!documents.length) return;
  const author = { $set: { author: authorId } };
  await MentionModel.updateMany({ document: { $in: [...documents] } }, author);
}

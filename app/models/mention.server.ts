import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { isDuplicateKey } from "./ids.server";
import { changeHours } from "./mention-hour.server";
import { packSketch, toMention, type StoredMention, type Window } from "./mention-row";
import { readRawBatches } from "./read-rows.server";
import { removeTextSalts } from "./text-salt.server";

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
    /** When the document was created. */
    createdAt: { type: Date, required: true },
    /** Version of the method that found and scored the mention. */
    method: { type: Number, required: true },
    /** The sketch of the whole document, used to find near-copies of it; absent from rows of older methods. */
    sketch: { type: Buffer },
    /** The salted hash of the whole document; absent from old rows. */
    textHash: { type: String },
  },
  { collection: "mentions", versionKey: false },
);

// Enforces one mention per document and token. `document` comes first so that a sharded cluster can keep a
// document's mentions together.
schema.index({ document: 1, token: 1 }, { unique: true });
// Serves reading a time window.
schema.index({ createdAt: 1, _id: 1 });
// Serves finding mentions left by an older method.
schema.index({ method: 1, createdAt: 1 });

type MentionRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const MentionModel = createModel<MentionRow>("Mention", schema);

/** Stores mentions, replacing earlier ones of the same document and token. */
export async function storeMentions(mentions: readonly StoredMention[]): Promise<void> {
  if (!mentions.length) return;
  const writes = mentions.map(({ document, token, createdAt, sketch, ...fields }) => ({
    updateOne: {
      filter: { document, token },
      update: {
        $set: { ...fields, createdAt: new Date(createdAt), sketch: packSketch(sketch) },
      },
      upsert: true,
    },
  }));
  const write = () => MentionModel.bulkWrite(writes, { ordered: false });
  // Concurrent upserts of the same key may both try to insert; the retry finds the row and updates it.
  await changeHours(mentions.map(momentOf), () =>
    write().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return write();
    }),
  );
}

const momentOf = ({ createdAt }: StoredMention): number => createdAt;

/** Runs a change to the stored mentions of documents, and invalidates the packed copies of their hours. */
async function changeMentionsOf(
  documents: readonly string[],
  change: () => Promise<unknown>,
): Promise<void> {
  const moments: Date[] = await MentionModel.distinct("createdAt", {
    document: { $in: [...documents] },
  });
  if (!moments.length) return;
  await changeHours(
    moments.map((moment) => moment.getTime()),
    change,
  );
}

/** Removes a document's mentions of all tokens except the given ones. */
export async function keepMentions(document: string, tokens: readonly string[]): Promise<void> {
  const others = { document, ...(tokens.length ? { token: { $nin: [...tokens] } } : {}) };
  await changeMentionsOf([document], () => MentionModel.deleteMany(others));
}

/** @returns all stored mentions of the given documents */
export async function findMentionsOf(documents: readonly string[]): Promise<StoredMention[]> {
  if (!documents.length) return [];
  const rows = await MentionModel.find({
    document: { $in: [...documents] },
  }).lean<MentionRow[]>();
  return rows.map(toMention);
}

const createdWithin = ({ from, to }: Window) => ({ createdAt: { $gte: from, $lt: to } });

/** Mentions per batch; the event loop can run other work between batches. */
const BATCH = 500;

/**
 * Yields the mentions of documents created in a window, oldest first, in batches of rows in BSON, for
 * `decodeMentions`.
 */
export async function* readMentionRows(
  window: Window,
  batchSize = BATCH,
): AsyncGenerator<Uint8Array[], void, undefined> {
  const sort = { createdAt: 1, _id: 1 } as const;
  yield* readRawBatches(MentionModel, { filter: createdWithin(window), sort, batchSize });
}

/** @returns up to `limit` mentions in a window that were made by an older method */
export async function findOutdatedMentions(
  window: Window,
  method: number,
  limit: number,
): Promise<StoredMention[]> {
  const rows = await MentionModel.find({ method: { $lt: method }, ...createdWithin(window) })
    .limit(limit)
    .lean<MentionRow[]>();
  return rows.map(toMention);
}

/** Inserts mentions without checking for existing ones, for large imports and benchmarks. */
export async function importMentions(mentions: readonly StoredMention[]): Promise<void> {
  if (!mentions.length) return;
  const rows = mentions.map(({ createdAt, sketch, ...fields }) => ({
    ...fields,
    sketch: packSketch(sketch),
    _id: new Types.ObjectId(),
    createdAt: new Date(createdAt),
  }));
  await changeHours(mentions.map(momentOf), () => MentionModel.collection.insertMany(rows));
}

/** Removes all mentions of deleted documents, and the salts of their texts. */
export async function removeMentionsOf(documents: readonly string[]): Promise<void> {
  if (!documents.length) return;
  const ofDocuments = { document: { $in: [...documents] } };
  await changeMentionsOf(documents, () => MentionModel.deleteMany(ofDocuments));
  await removeTextSalts(documents);
}

/** Reassigns the mentions of the given documents to another author. */
export async function transferMentions(
  documents: readonly string[],
  authorId: string,
): Promise<void> {
  if (!documents.length) return;
  const ofDocuments = { document: { $in: [...documents] } };
  const author = { $set: { author: authorId } };
  await changeMentionsOf(documents, () => MentionModel.updateMany(ofDocuments, author));
}

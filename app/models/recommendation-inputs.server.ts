/**
 * The inputs of recommendations, stored in chunks because of MongoDB's 16 MB document limit.
 *
 * Chunks of a recommendation that is not listed yet are a draft. The draft row is written before the first
 * chunk and deleted after the recommendation is listed, so that leftovers of a crash can be found and
 * removed.
 */
import { Schema, Types, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

/** Rows per chunk: a few hundred KB at most, and a multiple of the API's page size. */
export const ROWS_PER_CHUNK = 500;

const chunkSchema = new Schema(
  {
    recommendation: { type: Schema.Types.ObjectId, required: true },
    /** The position among the recommendation's chunks, from 0. */
    index: { type: Number, required: true },
    rows: { type: [Schema.Types.Mixed], required: true },
  },
  { collection: "recommendation-inputs", versionKey: false },
);
chunkSchema.index({ recommendation: 1, index: 1 }, { unique: true });

type ChunkRow = InferSchemaType<typeof chunkSchema> & { _id: Types.ObjectId };
const Chunk = createModel<ChunkRow>("RecommendationInputs", chunkSchema);

const draftSchema = new Schema(
  {
    /** The id of the future recommendation. */
    _id: { type: Schema.Types.ObjectId, required: true },
    touchedAt: { type: Date, required: true },
  },
  { collection: "recommendation-drafts", versionKey: false },
);
draftSchema.index({ touchedAt: 1 });

type DraftRow = InferSchemaType<typeof draftSchema>;
const Draft = createModel<DraftRow>("RecommendationDraft", draftSchema);

/** Records that a recommendation is being made. */
export async function openDraft(id: string): Promise<void> {
  await Draft.updateOne(
    { _id: new Types.ObjectId(id) },
    { $set: { touchedAt: new Date() } },
    { upsert: true },
  );
}

/** Updates a draft's timestamp. @returns whether the draft still exists, that is, was not cleaned up as abandoned */
export async function touchDraft(id: string): Promise<boolean> {
  const { matchedCount } = await Draft.updateOne(
    { _id: new Types.ObjectId(id) },
    { $set: { touchedAt: new Date() } },
  );
  return matchedCount === 1;
}

/** Deletes a draft row, after the recommendation was listed or its chunks were removed. */
export async function closeDraft(id: string): Promise<void> {
  await Draft.deleteOne({ _id: new Types.ObjectId(id) });
}

export const listDrafts = (before: Date, limit: number): Promise<string[]> =>
  collectionOf(Draft, (row: DraftRow) => row).ids(
    { touchedAt: { $lt: before } },
    { sort: { touchedAt: 1 }, limit },
  );

/** Stores the inputs of a recommendation. @param rows JSON-compatible values */
export async function storeInputs(
  id: string,
  rows: readonly object[],
  signal?: AbortSignal,
): Promise<void> {
  const recommendation = new Types.ObjectId(id);
  for (let index = 0; index * ROWS_PER_CHUNK < rows.length; index += 1) {
    signal?.throwIfAborted();
    const first = index * ROWS_PER_CHUNK;
    const chunk = { recommendation, index, rows: rows.slice(first, first + ROWS_PER_CHUNK) };
    await Chunk.collection.insertOne(chunk);
  }
}

export async function removeInputs(id: string): Promise<void> {
  await Chunk.deleteMany({ recommendation: new Types.ObjectId(id) });
}

/**
 * @returns the input rows from index `from` (inclusive) to `to` (exclusive), in stored order
 * @throws Error if chunks are missing
 */
export async function readInputs<Row>(id: string, from: number, to: number): Promise<Row[]> {
  if (to <= from) return [];
  const first = Math.floor(from / ROWS_PER_CHUNK);
  const last = Math.floor((to - 1) / ROWS_PER_CHUNK);
  const chunks = await Chunk.find({
    recommendation: toObjectId(id),
    index: { $gte: first, $lte: last },
  })
    .sort({ index: 1 })
    .limit(last - first + 1)
    .lean();
  if (chunks.length !== last - first + 1) throw new Error(`inputs of ${id} are missing`);
  return chunks
    .flatMap(({ rows }) => rows as Row[])
    .slice(from - first * ROWS_PER_CHUNK, to - first * ROWS_PER_CHUNK);
}

/**
 * Yields stored input rows in order, one chunk at a time, regardless of the number that the recommendation states.
 * @param chunks the positions of the chunks, from `first` (inclusive) to `end` (exclusive); by default all
 */
export const readStoredInputs = (
  id: string,
  { first = 0, end = Infinity } = {},
): AsyncGenerator<object[], void, undefined> =>
  collectionOf<ChunkRow, object[]>(Chunk, ({ rows }) => rows).stream(
    { recommendation: toObjectId(id), index: { $gte: first, $lt: end } },
    // The event loop can run other work between chunks.
    { sort: { index: 1 }, batchSize: 1 },
  );

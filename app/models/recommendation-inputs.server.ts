/**
 * The inputs of recommendations, stored in chunks because of MongoDB's 16 MB document limit. A chunk is
 * packed, since rows are never queried individually.
 *
 * Chunks of a recommendation that is not listed yet are a draft. The draft row is written before the first
 * chunk and deleted after the recommendation is listed, so that leftovers of a crash can be found and
 * removed.
 */
import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";
import { packRows, ROWS_PER_CHUNK, unpackRows, type PackedRows } from "./packed-rows";
import { readRows } from "./read-rows.server";

const chunkSchema = new Schema(
  {
    recommendation: { type: Schema.Types.ObjectId, required: true },
    /** The position among the recommendation's chunks, from 0. */
    index: { type: Number, required: true },
    packed: { type: Buffer, required: true },
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

/** How many chunks are written at a time, because each write waits for the disk. */
const CHUNKS_PER_WRITE = 16;

/** Records that a recommendation is being made. */
export async function openDraft(id: string): Promise<void> {
  await Draft.updateOne(
    { _id: new Types.ObjectId(id) },
    { $set: { touchedAt: new Date() } },
    { upsert: true },
  );
}

/**
 * Updates a draft's timestamp. @returns whether the draft still exists, that is, was not cleaned up as
 * abandoned
 */
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

/** @returns the ids of up to `limit` drafts not touched since `before` */
export async function listDrafts(before: Date, limit: number): Promise<string[]> {
  const rows = await Draft.find({ touchedAt: { $lt: before } })
    .sort({ touchedAt: 1 })
    .limit(limit)
    .lean<DraftRow[]>();
  return rows.map(({ _id }) => _id.toHexString());
}

/**
 * Stores the inputs of a recommendation.
 *
 * @param rows JSON-compatible values, or packed rows; many rows are better packed in a worker thread
 * @throws the signal's reason when it is aborted
 */
export async function storeInputs(
  id: string,
  rows: readonly object[] | PackedRows,
  signal?: AbortSignal,
): Promise<void> {
  const recommendation = new Types.ObjectId(id);
  const { chunks } = "chunks" in rows ? rows : await packRows(rows);
  for (let first = 0; first < chunks.length; first += CHUNKS_PER_WRITE) {
    signal?.throwIfAborted();
    await Chunk.collection.insertMany(
      chunks
        .slice(first, first + CHUNKS_PER_WRITE)
        .map((packed, i) => ({ recommendation, index: first + i, packed: asBuffer(packed) })),
    );
  }
}

/** Converts bytes to a buffer, because a worker thread's buffers arrive as plain bytes. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Deletes all stored inputs of a recommendation. */
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
    .lean<ChunkRow[]>();
  if (chunks.length !== last - first + 1) throw new Error(`inputs of ${id} are missing`);
  const rows = await Promise.all(chunks.map(({ packed }) => unpackRows<Row>(bytesOf(packed))));
  return rows.flat().slice(from - first * ROWS_PER_CHUNK, to - first * ROWS_PER_CHUNK);
}

/**
 * Yields all stored input rows in order, one chunk at a time, regardless of the number that the recommendation states.
 * Yields no rows for a damaged chunk, so that a comparison finds that some are missing.
 */
export async function* readStoredInputs(id: string): AsyncGenerator<object[], void, undefined> {
  const chunks = readRows<ChunkRow, Uint8Array>(Chunk, {
    filter: { recommendation: toObjectId(id) },
    sort: { index: 1 },
    toItem: ({ packed }) => bytesOf(packed),
  });
  for await (const packed of chunks) yield await unpackRows<object>(packed).catch(() => []);
}

/** Returns the bytes, which the driver wraps in a `Binary`. */
const bytesOf = (packed: unknown): Uint8Array =>
  packed instanceof Uint8Array ? packed : (packed as { buffer: Uint8Array }).buffer;

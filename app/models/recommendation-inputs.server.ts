/**
 * The inputs of recommendations, stored in chunks because of MongoDB's 16 MB document limit. A chunk is
 * gzipped JSON, since rows are never queried individually. JSON preserves every number exactly, which
 * recomputing needs.
 *
 * Chunks of a recommendation that is not listed yet are a draft. The draft row is written before the first
 * chunk and deleted after the recommendation is listed, so that leftovers of a crash can be found and
 * removed.
 */
import { promisify } from "node:util";
import { gunzip, gzip, type ZlibOptions } from "node:zlib";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

const gzipText: (text: string, options: ZlibOptions) => Promise<Buffer> = promisify(gzip);
const unpack = promisify(gunzip);
/** Level 1: about 15% larger than the best level, for a fraction of the CPU time. */
const pack = (rows: readonly object[]) => gzipText(JSON.stringify(rows), { level: 1 });

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

type ChunkRow = InferSchemaType<typeof chunkSchema>;
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

/** Rows per chunk: a few hundred KB at most, and a multiple of the API's page size. */
export const ROWS_PER_CHUNK = 500;
/** How many chunks are written concurrently. */
const CONCURRENT_WRITES = 4;

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
 * Stores the inputs of a recommendation; the event loop can run other work between chunks.
 *
 * @param rows JSON-compatible values
 * @throws the signal's reason when it is aborted
 */
export async function storeInputs(
  id: string,
  rows: readonly object[],
  signal?: AbortSignal,
): Promise<void> {
  const recommendation = new Types.ObjectId(id);
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK * CONCURRENT_WRITES) {
    signal?.throwIfAborted();
    const chunks: Promise<unknown>[] = [];
    for (let i = 0; i < CONCURRENT_WRITES && start + i * ROWS_PER_CHUNK < rows.length; i += 1) {
      const from = start + i * ROWS_PER_CHUNK;
      const index = from / ROWS_PER_CHUNK;
      chunks.push(
        pack(rows.slice(from, from + ROWS_PER_CHUNK)).then((packed) =>
          Chunk.collection.insertOne({ recommendation, index, packed }),
        ),
      );
    }
    // Waits for all writes even if one fails, so that none is still running when this returns.
    const ended = await Promise.allSettled(chunks);
    const failed = ended.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  }
}

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
  const rows = await Promise.all(chunks.map(({ packed }) => rowsOf<Row>(packed)));
  return rows.flat().slice(from - first * ROWS_PER_CHUNK, to - first * ROWS_PER_CHUNK);
}

async function rowsOf<Row>(packed: unknown): Promise<Row[]> {
  // The driver wraps bytes in a `Binary`.
  const bytes = packed instanceof Uint8Array ? packed : (packed as { buffer: Uint8Array }).buffer;
  return JSON.parse((await unpack(bytes)).toString()) as Row[];
}

/**
 * What recommendations were computed from, in pieces: one document holds 16 MB at most. A piece is the
 * rows' JSON, packed, since nobody looks for anything in it: it is read whole or not at all. JSON keeps
 * every number as it is, which a recomputation needs.
 *
 * The pieces of a recommendation that is not listed yet are a draft. A draft is noted before its first
 * piece and forgotten after the recommendation is listed, so that whatever a crash leaves is found.
 */
import { promisify } from "node:util";
import { gunzip, gzip, type ZlibOptions } from "node:zlib";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

const zip: (text: string, options: ZlibOptions) => Promise<Buffer> = promisify(gzip);
const unpack = promisify(gunzip);
/** Quickly: a seventh larger than it could be, for a fraction of the work. */
const pack = (rows: readonly object[]) => zip(JSON.stringify(rows), { level: 1 });

const pieceSchema = new Schema(
  {
    recommendation: { type: Schema.Types.ObjectId, required: true },
    /** Its place among the recommendation's pieces, from 0. */
    index: { type: Number, required: true },
    packed: { type: Buffer, required: true },
  },
  { collection: "recommendation-inputs", versionKey: false },
);
pieceSchema.index({ recommendation: 1, index: 1 }, { unique: true });

type PieceRow = InferSchemaType<typeof pieceSchema>;
const Piece = createModel<PieceRow>("RecommendationInputs", pieceSchema);

const draftSchema = new Schema(
  {
    /** The id that the recommendation will have. */
    _id: { type: Schema.Types.ObjectId, required: true },
    touchedAt: { type: Date, required: true },
  },
  { collection: "recommendation-drafts", versionKey: false },
);
draftSchema.index({ touchedAt: 1 });

type DraftRow = InferSchemaType<typeof draftSchema>;
const Draft = createModel<DraftRow>("RecommendationDraft", draftSchema);

/** How many rows a piece has: a few hundred KB at most, and whole pages of a list. */
export const PIECE_ROWS = 500;
/** How many pieces are on their way at once. */
const AT_ONCE = 4;

/** Notes that a recommendation is being made. */
export async function openDraft(id: string): Promise<void> {
  await Draft.updateOne(
    { _id: new Types.ObjectId(id) },
    { $set: { touchedAt: new Date() } },
    { upsert: true },
  );
}

/** Touches a draft. @returns whether it is still there: nobody took it for the leftover of a crash */
export async function touchDraft(id: string): Promise<boolean> {
  const { matchedCount } = await Draft.updateOne(
    { _id: new Types.ObjectId(id) },
    { $set: { touchedAt: new Date() } },
  );
  return matchedCount === 1;
}

/** Forgets a draft: what it was of is listed, or its pieces are gone. */
export async function closeDraft(id: string): Promise<void> {
  await Draft.deleteOne({ _id: new Types.ObjectId(id) });
}

/** @returns the ids of drafts that nobody has touched since a moment, at most so many */
export async function listDrafts(before: Date, limit: number): Promise<string[]> {
  const rows = await Draft.find({ touchedAt: { $lt: before } })
    .sort({ touchedAt: 1 })
    .limit(limit)
    .lean<DraftRow[]>();
  return rows.map(({ _id }) => _id.toHexString());
}

/**
 * Stores the inputs of a recommendation; other work gets its turn between the pieces.
 *
 * @param rows plain values, as JSON has them
 * @throws the signal's reason when it is aborted
 */
export async function storeInputs(
  id: string,
  rows: readonly object[],
  signal?: AbortSignal,
): Promise<void> {
  const recommendation = new Types.ObjectId(id);
  for (let start = 0; start < rows.length; start += PIECE_ROWS * AT_ONCE) {
    signal?.throwIfAborted();
    const pieces: Promise<unknown>[] = [];
    for (let i = 0; i < AT_ONCE && start + i * PIECE_ROWS < rows.length; i += 1) {
      const from = start + i * PIECE_ROWS;
      const index = from / PIECE_ROWS;
      pieces.push(
        pack(rows.slice(from, from + PIECE_ROWS)).then((packed) =>
          Piece.collection.insertOne({ recommendation, index, packed }),
        ),
      );
    }
    // All of them are over with, also when one failed: nothing is written behind the caller's back.
    const ended = await Promise.allSettled(pieces);
    const failed = ended.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  }
}

/** Removes whatever inputs are stored of a recommendation. */
export async function removeInputs(id: string): Promise<void> {
  await Piece.deleteMany({ recommendation: new Types.ObjectId(id) });
}

/** @returns the rows of inputs from one place to before another, in the order they were stored in */
export async function readInputs<Row>(id: string, from: number, to: number): Promise<Row[]> {
  if (to <= from) return [];
  const first = Math.floor(from / PIECE_ROWS);
  const last = Math.floor((to - 1) / PIECE_ROWS);
  const pieces = await Piece.find({
    recommendation: toObjectId(id),
    index: { $gte: first, $lte: last },
  })
    .sort({ index: 1 })
    .limit(last - first + 1)
    .lean<PieceRow[]>();
  if (pieces.length !== last - first + 1) throw new Error(`inputs of ${id} are missing`);
  const rows = await Promise.all(pieces.map(({ packed }) => rowsOf<Row>(packed)));
  return rows.flat().slice(from - first * PIECE_ROWS, to - first * PIECE_ROWS);
}

async function rowsOf<Row>(packed: unknown): Promise<Row[]> {
  // The driver gives bytes in a wrapper of its own.
  const bytes = packed instanceof Uint8Array ? packed : (packed as { buffer: Uint8Array }).buffer;
  return JSON.parse((await unpack(bytes)).toString()) as Row[];
}

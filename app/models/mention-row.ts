/** Stored mentions. Does not import mongoose, because a worker thread also decodes them (`decode-mentions.ts`). */
import type { Binary } from "bson";
import type { DocumentKind } from "~/domain/sentiment/mention";
import type { Sketch } from "~/domain/sentiment/near-copies";

/** Document kinds written on this site, as opposed to outside sources. */
export type WrittenKind = Exclude<DocumentKind, "outside">;

/** A stored mention, with dates as numbers. */
export interface StoredMention {
  token: string;
  p: number;
  author: string;
  kind: WrittenKind;
  document: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  method: number;
  /** The sketch of the whole document, used to find near-copies of it. */
  sketch: Sketch;
  /** The hash of the whole document by `hashText`; absent from old rows. */
  textHash?: string;
}

/** A time window: `from` is inclusive, `to` is exclusive. */
export interface Window {
  from: Date;
  to: Date;
}

/** The fields of a row that `toMention` reads. */
export type MentionFields = Omit<StoredMention, "kind" | "createdAt" | "sketch" | "textHash"> & {
  kind: string;
  createdAt: Date;
  /** Absent from rows of older methods. */
  sketch?: Binary | Uint8Array | null;
  textHash?: string | null;
};

/** Converts a row to a mention. */
export const toMention = (row: MentionFields): StoredMention => ({
  token: row.token,
  p: row.p,
  author: row.author,
  kind: row.kind as WrittenKind,
  document: row.document,
  createdAt: row.createdAt.getTime(),
  method: row.method,
  sketch: unpackSketch(row.sketch),
  ...(row.textHash ? { textHash: row.textHash } : {}),
});

/** Bytes per hash of a stored sketch. */
export const HASH_BYTES = 4;

/** @returns a sketch as it is stored: four bytes per hash */
export const packSketch = (sketch: Sketch): Buffer => {
  const packed = Buffer.alloc(sketch.length * HASH_BYTES);
  sketch.forEach((hash, i) => packed.writeUInt32LE(hash, i * HASH_BYTES));
  return packed;
};

/**
 * @param packed concatenated results of `packSketch`
 * @param lengths the number of hashes of each sketch
 * @returns the sketches, as views of one array
 */
export function unpackSketches(packed: Uint8Array, lengths: readonly number[]): Uint32Array[] {
  const hashes = new Uint32Array(Math.floor(packed.length / HASH_BYTES));
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let i = 0; i < hashes.length; i += 1) hashes[i] = view.getUint32(i * HASH_BYTES, true);
  let start = 0;
  return lengths.map((length) => hashes.subarray(start, (start += length)));
}

function unpackSketch(stored: MentionFields["sketch"]): Sketch {
  if (!stored) return [];
  const bytes = stored instanceof Uint8Array ? stored : stored.value();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.byteLength / HASH_BYTES) }, (_, i) =>
    view.getUint32(i * HASH_BYTES, true),
  );
}

/** Mentions as they are stored, without mongoose: a worker thread decodes them, too. */
import { deserialize, type Binary } from "bson";
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
  /** Of the whole document, to find near-copies of it. */
  sketch: Sketch;
  /** Of the whole document, as `hashText` makes it; absent from old rows. */
  textHash?: string;
}

/** The fields of a row that a mention is made of. */
export type MentionFields = Omit<StoredMention, "kind" | "createdAt" | "sketch" | "textHash"> & {
  kind: string;
  createdAt: Date;
  /** Absent from rows of older methods. */
  sketch?: Binary | Uint8Array | null;
  textHash?: string | null;
};

/** @returns a row as a mention, without the fields that nobody outside the models needs */
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

const HASH_BYTES = 4;

/** @returns a sketch as it is stored: four bytes per hash */
export const packSketch = (sketch: Sketch): Buffer => {
  const packed = Buffer.alloc(sketch.length * HASH_BYTES);
  sketch.forEach((hash, i) => packed.writeUInt32LE(hash, i * HASH_BYTES));
  return packed;
};

function unpackSketch(stored: MentionFields["sketch"]): Sketch {
  if (!stored) return [];
  const bytes = stored instanceof Uint8Array ? stored : stored.value();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Made in its full length, as a list that grows takes twice the memory, and there may be 100,000 of them.
  const sketch = new Array<number>(Math.floor(bytes.byteLength / HASH_BYTES));
  for (let i = 0; i < sketch.length; i += 1) sketch[i] = view.getUint32(i * HASH_BYTES, true);
  return sketch;
}

/** @param row in BSON @returns the mention stored in it */
export const decodeMention = (row: Uint8Array): StoredMention =>
  toMention(deserialize(row) as MentionFields);

/** @returns rows in BSON one after the other: a thread is given one large buffer far faster than many */
export const joinRows = (rows: readonly Uint8Array[]): Uint8Array => Buffer.concat(rows);

/** @param rows as `joinRows` makes them @returns the mentions stored in them */
export function decodeMentions(rows: Uint8Array): StoredMention[] {
  // A document in BSON begins with its length.
  const { buffer, byteOffset, byteLength } = rows;
  const view = new DataView(buffer, byteOffset, byteLength);
  const mentions: StoredMention[] = [];
  for (let at = 0; at < byteLength;) {
    const end = at + view.getInt32(at, true);
    mentions.push(decodeMention(rows.subarray(at, end)));
    at = end;
  }
  return mentions;
}

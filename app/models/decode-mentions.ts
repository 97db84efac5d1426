/**
 * Decodes batches of stored mentions, and packs them. A week may have more than a hundred thousand, so unneeded
 * fields such as row ids are not decoded, and the sketches of a batch are views of one array.
 */
import { deserialize, onDemand } from "bson";
import type { Sketch } from "~/domain/sentiment/near-copies";
import {
  packMentions,
  toColumns,
  unpackMentions,
  type MentionColumns,
  type PackedMentions,
} from "./mention-columns";
import { HASH_BYTES, unpackSketches, type StoredMention, type WrittenKind } from "./mention-row";

const { parseToElements, ByteUtils, NumberUtils } = onDemand;

/** The BSON type numbers of the fields that are read. */
const [DOUBLE, STRING, BINARY, DATE, INT32] = [0x01, 0x02, 0x05, 0x09, 0x10];

/** @returns rows in BSON concatenated in shared memory, so that they need not be copied for a worker thread */
export function joinRows(rows: readonly Uint8Array[]): Uint8Array {
  const size = rows.reduce((sum, { length }) => sum + length, 0);
  const joined = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  for (const row of rows) {
    joined.set(row, at);
    at += row.length;
  }
  return joined;
}

export interface MentionBatch {
  /** Whether the batch is a packed hour, rather than one row per mention. */
  isPacked: boolean;
  /** The result of `joinRows`: rows in BSON, or a single packed hour. */
  bytes: Uint8Array;
}

/** @returns the mentions of a batch */
export function decodeBatch({ isPacked, bytes }: MentionBatch): MentionColumns {
  if (!isPacked) return toColumns(decodeMentions(bytes));
  return unpackMentions(deserialize(bytes, { promoteBuffers: true }) as PackedMentions);
}

/**
 * @param row the row of a packed hour, in BSON
 * @returns its hour (in milliseconds) and version, without decoding the rest
 */
export function readHour(row: Uint8Array): { hour: number; version: number } {
  const bytes = Buffer.from(row.buffer, row.byteOffset, row.byteLength);
  const numbers = new Map<string, number>();
  for (const [type, nameOffset, nameLength, offset] of parseToElements(bytes)) {
    const name = bytes.toString("latin1", nameOffset, nameOffset + nameLength);
    if (name === "_id" || name === "version") numbers.set(name, numberAt(bytes, type, offset));
  }
  return { hour: numbers.get("_id")!, version: numbers.get("version")! };
}

/**
 * @param rows the result of `joinRows`
 * @returns the mentions in these rows
 */
export function decodeMentions(rows: Uint8Array): StoredMention[] {
  const bytes = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  const mentions: StoredMention[] = [];
  const packedSketches: Uint8Array[] = [];
  // A document in BSON begins with its length.
  for (let at = 0; at < bytes.length; at += NumberUtils.getInt32LE(bytes, at)) {
    const { mention, packedSketch } = decodeRow(bytes, at);
    mentions.push(mention);
    packedSketches.push(packedSketch);
  }
  const lengths = packedSketches.map(({ length }) => length / HASH_BYTES);
  unpackSketches(Buffer.concat(packedSketches), lengths).forEach((sketch, i) => {
    mentions[i]!.sketch = sketch;
  });
  return mentions;
}

/**
 * @param rows the result of `joinRows`
 * @returns the mentions in these rows, packed together
 */
export const packRows = (rows: Uint8Array): PackedMentions =>
  packMentions(toColumns(decodeMentions(rows)));

/** A placeholder until the sketches of the batch are unpacked together. */
const NO_SKETCH: Sketch = [];

function decodeRow(bytes: Buffer, at: number) {
  const mention: StoredMention = {
    token: "",
    p: 0,
    author: "",
    kind: "article",
    document: "",
    createdAt: 0,
    method: 0,
    sketch: NO_SKETCH,
  };
  let packedSketch = bytes.subarray(at, at);
  for (const [type, nameOffset, nameLength, offset, length] of parseToElements(bytes, at)) {
    switch (bytes.toString("latin1", nameOffset, nameOffset + nameLength)) {
      case "token":
        mention.token = textAt(bytes, offset, length);
        break;
      case "p":
        mention.p = numberAt(bytes, type, offset);
        break;
      case "author":
        mention.author = textAt(bytes, offset, length);
        break;
      case "kind":
        mention.kind = textAt(bytes, offset, length) as WrittenKind;
        break;
      case "document":
        mention.document = textAt(bytes, offset, length);
        break;
      case "createdAt":
        mention.createdAt = numberAt(bytes, type, offset);
        break;
      case "method":
        mention.method = numberAt(bytes, type, offset);
        break;
      case "textHash":
        if (type === STRING) mention.textHash = textAt(bytes, offset, length);
        break;
      case "sketch":
        // The bytes follow their length (four bytes) and subtype (one byte).
        if (type === BINARY) packedSketch = bytes.subarray(offset + 5, offset + length);
    }
  }
  return { mention, packedSketch };
}

/** Decodes a BSON string, which starts with its length and ends with a zero. */
const textAt = (bytes: Uint8Array, offset: number, length: number): string =>
  ByteUtils.toUTF8(bytes, offset + 4, offset + length - 1, false);

function numberAt(bytes: Uint8Array, type: number, offset: number): number {
  if (type === DOUBLE) return NumberUtils.getFloat64LE(bytes, offset);
  if (type === INT32) return NumberUtils.getInt32LE(bytes, offset);
  if (type === DATE) return Number(NumberUtils.getBigInt64LE(bytes, offset));
  throw new Error(`a mention has a number of BSON type ${type}`);
}

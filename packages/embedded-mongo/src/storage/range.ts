/** Key ranges, and reading them. */
import type { Database } from "lmdb";
import { Code, CommandError } from "../errors";
import { PAUSE, type Pause, type TimeSlices } from "./time-slice";

/** A range of keys from `from` (inclusive) to `to` (exclusive); for `withPrefix`, an empty `to` is no upper bound. */
export interface Range {
  from: Buffer;
  to: Buffer;
}

export type ByteTable = Database<Buffer, Buffer>;

/** The smallest byte string greater than all those with this prefix. */
export function prefixEnd(bytes: Buffer): Buffer {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0xff) length--;
  const after = Buffer.from(bytes.subarray(0, length));
  if (length > 0) after[length - 1]! += 1;
  return after;
}

/** The maximum size of a key in the LMDB binding, for the page size used here. */
export const MAX_KEY_BYTES = 4026;

/**
 * Shortens the end of a range to a key that LMDB accepts. No stored key is longer than the maximum, so a stored
 * key is below a longer key if it is below all keys that share the longer key's first `MAX_KEY_BYTES` bytes or is
 * those bytes.
 */
const fitting = (key: Buffer): Buffer =>
  key.length > MAX_KEY_BYTES ? prefixEnd(key.subarray(0, MAX_KEY_BYTES)) : key;

/** Counts the keys in a range up to a limit, without copying each of them into JavaScript. */
export function countKeys(table: ByteTable, range: Range, limit: number): number {
  const [start, end] = [fitting(range.from), fitting(range.to)];
  if (limit <= 0 || Buffer.compare(start, end) >= 0) return 0;
  if (keyAt(table, { from: start, to: end }, limit)) return limit;
  // This count ignores the limit, but the range has fewer keys.
  return table.getKeysCount({ start, end });
}

/** The key at an offset in a range, or `undefined` if the range has fewer keys; LMDB skips the keys before it. */
function keyAt(table: ByteTable, { from, to }: Range, offset: number): Buffer | undefined {
  for (const key of table.getKeys({ start: from, end: to, offset, limit: 1 })) return key;
  return undefined;
}

export const rangeWithPrefix = (bytes: Buffer): Range => ({ from: bytes, to: prefixEnd(bytes) });

/** Prepends a prefix to both ends of a range; an empty `to` becomes the end of all keys with the prefix. */
export const withPrefix = (head: Buffer, { from, to }: Range): Range => ({
  from: Buffer.concat([head, from]),
  to: to.length ? Buffer.concat([head, to]) : prefixEnd(head),
});

/** The key prefix of a collection or index: its id as four bytes. */
export function prefixOf(id: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(id);
  return bytes;
}

export interface Entry {
  key: Buffer;
  value: Buffer;
}

const FIRST_CHUNK = 32;
const MAX_CHUNK = 1024;

/**
 * Reads a range in growing chunks, so that no LMDB cursor outlives a chunk. If another time slice has
 * started since a chunk was read, the rest of the chunk is read again, since it may have changed.
 *
 * @param stillThere whether the collection or index still exists; called after a pause
 * @throws CommandError if it does not
 */
export function* scan(
  db: ByteTable,
  range: Range,
  reverse: boolean,
  timeSlices: TimeSlices,
  stillThere: () => boolean,
  firstChunk = FIRST_CHUNK,
): Generator<Entry | Pause> {
  const [from, to] = [fitting(range.from), fitting(range.to)];
  if (Buffer.compare(from, to) >= 0) return;
  let start = reverse ? to : from;
  const end = reverse ? from : to;
  // In reverse, the scan starts at `to`, which is not in the range.
  let exclusiveStart = reverse;
  let size = firstChunk;
  for (;;) {
    const slice = timeSlices.current;
    const options = { start, end, reverse, limit: size, exclusiveStart, inclusiveEnd: reverse };
    const chunk = [...db.getRange(options)] as Entry[];
    exclusiveStart = true;
    let interrupted = false;
    let read = 0;
    for (const entry of chunk) {
      yield entry;
      read++;
      start = entry.key;
      if (timeSlices.over) yield PAUSE;
      if (timeSlices.current !== slice) {
        interrupted = true;
        break;
      }
    }
    if (interrupted && !stillThere()) throw planKilled();
    if (!interrupted && chunk.length < size) return;
    // Reduces the chunk size if a time slice is too short for it.
    size = interrupted
      ? Math.min(size, Math.max(FIRST_CHUNK, read * 2))
      : Math.min(size * 4, MAX_CHUNK);
  }
}

export const planKilled = () =>
  new CommandError(
    Code.QueryPlanKilled,
    "query plan killed :: the collection or index was dropped while it was read",
  );

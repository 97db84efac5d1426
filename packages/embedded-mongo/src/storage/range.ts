/** Ranges of keys, and how they are read. */
import type { Database } from "lmdb";
import { Code, CommandError } from "../errors";
import { PAUSE, type Pause, type Turns } from "./time-slice";

/** Keys from the one up to but not including the other. */
export interface Range {
  from: Buffer;
  to: Buffer;
}

/** A table of bytes by bytes. */
export type Bytes = Database<Buffer, Buffer>;

/** The least byte string that is greater than all that begin with these bytes. */
export function afterAll(bytes: Buffer): Buffer {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0xff) length--;
  const after = Buffer.from(bytes.subarray(0, length));
  if (length > 0) after[length - 1]! += 1;
  return after;
}

/** The keys that begin with these bytes. */
export const beginningWith = (bytes: Buffer): Range => ({ from: bytes, to: afterAll(bytes) });

/** A range with the same bytes put before both its ends. */
export const under = (head: Buffer, { from, to }: Range): Range => ({
  from: Buffer.concat([head, from]),
  to: to.length ? Buffer.concat([head, to]) : afterAll(head),
});

/** The first bytes of all keys of a collection or index. */
export function prefixOf(id: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(id);
  return bytes;
}

/** A key and what it stands for. */
export interface Entry {
  key: Buffer;
  value: Buffer;
}

const FIRST_CHUNK = 32;
const LARGEST_CHUNK = 1024;

/**
 * Reads a range, a growing chunk at a time, so that no cursor of the store outlives a chunk. If another turn has come
 * since a chunk was read, the rest of it is read again from where it had got to: it may have changed.
 */
export function* scan(
  db: Bytes,
  { from, to }: Range,
  reverse: boolean,
  turns: Turns,
  stillThere: () => boolean,
): Generator<Entry | Pause> {
  let start = reverse ? to : from;
  const end = reverse ? from : to;
  // Going backwards, a range begins below its end.
  let exclusiveStart = reverse;
  let size = FIRST_CHUNK;
  for (;;) {
    const turn = turns.current;
    const range = { start, end, reverse, limit: size, exclusiveStart, inclusiveEnd: reverse };
    const chunk = [...db.getRange(range)] as Entry[];
    exclusiveStart = true;
    let interrupted = false;
    let read = 0;
    for (const entry of chunk) {
      yield entry;
      read++;
      start = entry.key;
      if (turns.over) yield PAUSE;
      if (turns.current !== turn) {
        interrupted = true;
        break;
      }
    }
    if (interrupted && !stillThere())
      throw new CommandError(
        Code.QueryPlanKilled,
        "query plan killed :: the collection or index was dropped while it was read",
      );
    if (!interrupted && chunk.length < size) return;
    // What one turn is too short for is not read in vain again.
    size = interrupted
      ? Math.min(size, Math.max(FIRST_CHUNK, read * 2))
      : Math.min(size * 4, LARGEST_CHUNK);
  }
}

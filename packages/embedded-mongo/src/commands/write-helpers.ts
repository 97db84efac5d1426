/** Functions shared by the write commands. */
import type { Document } from "bson";
import type { Row } from "../bson/raw-document";
import { Code, CommandError } from "../errors";
import { compileFilter, type Matcher } from "../language/match";
import type { Position } from "../language/paths";
import { find, type Match, type Query } from "../query/find";
import type { Collection } from "../storage/collection";
import { isDiskError } from "../storage/disk";
import type { Store } from "../storage/store";
import { yieldToEventLoop, PAUSE, withoutPauses } from "../storage/time-slice";

/** Writes that may be split into several transactions wherever the generator yields. */
export type Work<T> = Generator<void, T>;

/** The maximum number of statements in a command, as reported by hello. */
export const MAX_STATEMENTS = 100_000;

/** Runs work in write transactions of a time slice each; the deadline is checked between them. */
export async function runInSlices<T>(store: Store, work: Work<T>, deadline = Infinity): Promise<T> {
  for (;;) {
    const step = await store.write(() => {
      for (;;) {
        const next = work.next();
        if (next.done || store.timeSlices.over) return next;
      }
    });
    if (step.done) return step.value;
    if (Date.now() > deadline)
      throw new CommandError(Code.MaxTimeMSExpired, "operation exceeded time limit");
    await yieldToEventLoop();
  }
}

/** Executes the statements of a write; errors are collected, and an ordered write stops at the first. */
export function* executeStatements(
  rows: Row[],
  ordered: boolean,
  statement: (row: Row, index: number) => Work<void> | void,
): Work<Document | undefined> {
  if (!rows.length || rows.length > MAX_STATEMENTS)
    throw new CommandError(
      Code.InvalidLength,
      `Write batch sizes must be between 1 and ${MAX_STATEMENTS}. Got ${rows.length} operations.`,
    );
  const writeErrors: Document[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      const work = statement(row, index);
      if (work) yield* work;
    } catch (error) {
      if (isDiskError(error)) throw error; // Nothing of the transaction will be stored.
      const { code, message, details } = CommandError.from(error);
      writeErrors.push({ index, code, ...details, errmsg: message });
      if (ordered) break;
    }
    yield;
  }
  return writeErrors.length ? { writeErrors } : undefined;
}

interface Positioned extends Match {
  position: Position;
}

/** Finds the first matching document, as of the current transaction. */
export function* findOne(store: Store, ns: string, query: Query): Work<Positioned | undefined> {
  const matches = compileFilter(query.filter);
  for (;;) {
    const slice = store.timeSlices.current;
    let found: Match | undefined;
    for (const match of find(store.collection(ns), { ...query, limit: 1 })) {
      if (match !== PAUSE) {
        found = match;
        break;
      }
      yield;
    }
    const interrupted = store.timeSlices.current !== slice;
    // If the search was interrupted, a match may have been added to a part already searched. Search again without
    // pauses, because an upsert must be certain that there is no match.
    if (!found && interrupted)
      [found] = withoutPauses(find(store.collection(ns), { ...query, limit: 1 }));
    if (!found) return undefined;
    const current = currentMatch(store.collection(ns), found.id, matches);
    if (current) return current;
  }
}

/** Collects the encoded ids of all matching documents. */
export function* findIds(store: Store, ns: string, query: Query): Work<Buffer[]> {
  const ids: Buffer[] = [];
  for (const match of find(store.collection(ns), query)) {
    if (match === PAUSE) yield;
    else ids.push(match.id);
  }
  return ids;
}

/** Returns a document's current version if it still matches. */
export function currentMatch(
  collection: Collection | undefined,
  id: Buffer,
  matches: Matcher,
): Positioned | undefined {
  const row = collection?.get(id);
  const position: Position = {};
  return row && matches(row.doc, position) ? { id, row, position } : undefined;
}

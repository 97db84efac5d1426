/** What the commands that write have in common. */
import type { Document } from "bson";
import type { Row } from "../bson/raw-document";
import { Code, CommandError } from "../errors";
import { compileFilter } from "../language/match";
import type { Position } from "../language/paths";
import { find, type Match, type Query } from "../query/find";
import type { Collection } from "../storage/collection";
import type { Store } from "../storage/store";
import { nextTurn, PAUSE, withoutPauses } from "../storage/time-slice";

/** Work that may be cut into several transactions wherever it yields. */
export type Work<T> = Generator<void, T>;

/** More statements than this make no command; drivers know it from hello. */
export const MOST_STATEMENTS = 100_000;

/** Does work in as many transactions as it takes for none of them to last long. */
export async function inSlices<T>(store: Store, work: Work<T>, deadline = Infinity): Promise<T> {
  for (;;) {
    const step = await store.write(() => {
      for (;;) {
        const next = work.next();
        if (next.done || store.turns.over) return next;
      }
    });
    if (step.done) return step.value;
    if (Date.now() > deadline)
      throw new CommandError(Code.MaxTimeMSExpired, "operation exceeded time limit");
    await nextTurn();
  }
}

/** Does each statement of a write; a failed one is reported, and ends an ordered write. */
export function* eachStatement(
  rows: Row[],
  ordered: boolean,
  statement: (row: Row, index: number) => Work<void> | void,
): Work<Document | undefined> {
  if (!rows.length || rows.length > MOST_STATEMENTS)
    throw new CommandError(
      Code.InvalidLength,
      `Write batch sizes must be between 1 and ${MOST_STATEMENTS}. Got ${rows.length} operations.`,
    );
  const writeErrors: Document[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      const work = statement(row, index);
      if (work) yield* work;
    } catch (error) {
      const { code, message, details } = CommandError.from(error);
      writeErrors.push({ index, code, ...details, errmsg: message });
      if (ordered) break;
    }
    yield;
  }
  return writeErrors.length ? { writeErrors } : undefined;
}

/** The first document a query finds, as it is in the transaction at hand. */
export function* findOne(store: Store, ns: string, query: Query): Work<Match | undefined> {
  const matches = compileFilter(query.filter, query.scope);
  for (;;) {
    const turn = store.turns.current;
    let found: Match | undefined;
    for (const match of find(store.collection(ns), { ...query, limit: 1 })) {
      if (match !== PAUSE) {
        found = match;
        break;
      }
      yield;
    }
    const interrupted = store.turns.current !== turn;
    // Whatever came behind a search that was interrupted must not be missed: an upsert depends on there being none.
    if (!found && interrupted)
      [found] = withoutPauses(find(store.collection(ns), { ...query, limit: 1 }));
    if (!found) return undefined;
    const current = currently(store.collection(ns), found.id, matches);
    if (current) return current;
  }
}

/** The encoded ids of all that a query finds. */
export function* findIds(store: Store, ns: string, query: Query): Work<Buffer[]> {
  const ids: Buffer[] = [];
  for (const match of find(store.collection(ns), query)) {
    if (match === PAUSE) yield;
    else ids.push(match.id);
  }
  return ids;
}

/** A document as it is now, if it still matches. */
export function currently(
  collection: Collection | undefined,
  id: Buffer,
  matches: (doc: unknown, position: Position) => boolean,
): Match | undefined {
  const row = collection?.get(id);
  const position: Position = {};
  return row && matches(row.doc, position) ? { id, row, position } : undefined;
}

/** Write commands: insert, update, delete. */
import { ObjectId, type Document } from "bson";
import { assertStorableSize, Row } from "../bson/raw-document";
import { ownField } from "../bson/types";
import { failedToParse } from "../errors";
import { compileFilter } from "../language/match";
import { assertValidId, compileUpdate, type Update } from "../language/update";
import type { Query } from "../query/find";
import type { Store } from "../storage/store";
import type { Command } from "./command";
import { checkFields, countOr, flag } from "./fields";
import { namespaceOf } from "./namespaces";
import {
  currentMatch,
  executeStatements,
  findIds,
  findOne,
  runInSlices,
  type Work,
} from "./write-helpers";

const isOrdered = ({ ordered }: Document) => ordered === undefined || flag(ordered);

/** Returns a document as it is stored: with its `_id`, or a new one, as the first field. Validates `_id` and size. */
function withId(row: Row): Row {
  const { doc } = row;
  const first = Object.keys(doc)[0];
  const _id = ownField(doc, "_id");
  assertValidId(_id);
  assertStorableSize(row.bytes);
  // Avoids copying if possible, because a copy would misplace fields such as `__proto__`.
  if (first === "_id") return row;
  const { _id: _, ...rest } = doc;
  const complete = Row.of({ _id: _id === undefined ? new ObjectId() : _id, ...rest });
  assertStorableSize(complete.bytes);
  return complete;
}

const insert: Command = {
  fields: "documents ordered bypassDocumentValidation",
  run({ command, db, store, rows, deadline }) {
    const ns = namespaceOf(db, command.insert);
    function* work(): Work<Document> {
      let n = 0;
      const errors = yield* executeStatements(rows("documents"), isOrdered(command), (row) => {
        const complete = withId(row);
        store.ensureCollection(ns).replace(undefined, complete);
        n++;
      });
      return { n, ...errors };
    }
    return runInSlices(store, work(), deadline);
  },
};

interface Outcome {
  matched: number;
  modified: number;
  upserted?: unknown;
}

/** Replaces a row. Returns whether anything changed. */
function put(store: Store, ns: string, before: Row, after: Row): boolean {
  if (after === before) return false;
  store.collection(ns)!.replace(before, after);
  return true;
}

function* updateOne(
  store: Store,
  ns: string,
  query: Query,
  update: Update,
  upsert: boolean,
): Work<Outcome> {
  const match = yield* findOne(store, ns, query);
  if (match) {
    const modified = put(store, ns, match.row, update.apply(match.row, match.position));
    return { matched: 1, modified: Number(modified) };
  }
  return upsert ? inserted(store, ns, query, update) : { matched: 0, modified: 0 };
}

function inserted(store: Store, ns: string, query: Query, update: Update): Outcome {
  const row = update.insert(query.filter);
  store.ensureCollection(ns).replace(undefined, row);
  return { matched: 0, modified: 0, upserted: row.doc._id };
}

function* updateMany(
  store: Store,
  ns: string,
  query: Query,
  update: Update,
  upsert: boolean,
): Work<Outcome> {
  const matches = compileFilter(query.filter);
  const outcome = { matched: 0, modified: 0 };
  // Collects the ids first, so that no document is updated twice if an update moves it.
  for (const id of yield* findIds(store, ns, query)) {
    const match = currentMatch(store.collection(ns), id, matches);
    if (!match) continue;
    outcome.matched++;
    if (put(store, ns, match.row, update.apply(match.row, match.position))) outcome.modified++;
    yield;
  }
  if (outcome.matched || !upsert) return outcome;
  return yield* updateOne(store, ns, query, update, true);
}

const update: Command = {
  fields: "updates ordered bypassDocumentValidation",
  run({ command, db, store, rows, deadline }) {
    const ns = namespaceOf(db, command.update);
    function* work(): Work<Document> {
      let [n, nModified] = [0, 0];
      const upserted: Document[] = [];
      const errors = yield* executeStatements(
        rows("updates"),
        isOrdered(command),
        function* ({ doc }, index) {
          checkFields("update.updates", doc, "q u multi upsert hint", ["q", "u"]);
          const { q, u, hint } = doc;
          const compiled = compileUpdate(u);
          const [multi, upsert] = [flag(doc.multi), flag(doc.upsert)];
          if (multi && compiled.replaces)
            throw failedToParse("multi update is not supported for replacement-style update");
          const query: Query = { filter: q, hint };
          const run = multi ? updateMany : updateOne;
          const outcome = yield* run(store, ns, query, compiled, upsert);
          n += outcome.matched;
          nModified += outcome.modified;
          if (outcome.upserted === undefined) return;
          n++;
          upserted.push({ index, _id: outcome.upserted });
        },
      );
      return { n, nModified, ...(upserted.length ? { upserted } : {}), ...errors };
    }
    return runInSlices(store, work(), deadline);
  },
};

const remove: Command = {
  fields: "deletes ordered",
  run({ command, db, store, rows, deadline }) {
    const ns = namespaceOf(db, command.delete);
    function* work(): Work<Document> {
      let n = 0;
      const errors = yield* executeStatements(
        rows("deletes"),
        isOrdered(command),
        function* ({ doc }) {
          checkFields("delete.deletes", doc, "q limit hint", ["q", "limit"]);
          const { q, hint } = doc;
          const limit = countOr(doc.limit, NaN);
          if (limit !== 0 && limit !== 1)
            throw failedToParse(
              `The limit field in delete objects must be 0 or 1. Got ${String(doc.limit)}`,
            );
          const query: Query = { filter: q, hint };
          for (const removed of deleteMatching(store, ns, query, limit === 1)) {
            if (removed) n++;
            yield;
          }
        },
      );
      return { n, ...errors };
    }
    return runInSlices(store, work(), deadline);
  },
};

/** Deletes one or all matching documents; yields after each whether it was deleted. */
function* deleteMatching(
  store: Store,
  ns: string,
  query: Query,
  one: boolean,
): Generator<boolean | void> {
  if (one) {
    const match = yield* findOne(store, ns, query);
    if (match) store.collection(ns)!.replace(match.row, undefined);
    return yield match !== undefined;
  }
  const matches = compileFilter(query.filter);
  for (const id of yield* findIds(store, ns, query)) {
    const match = currentMatch(store.collection(ns), id, matches);
    if (match) store.collection(ns)!.replace(match.row, undefined);
    yield match !== undefined;
  }
}

export const WRITES: Record<string, Command> = { insert, update, delete: remove };

/** Deletes the documents that have expired by TTL indexes. */
export async function expire(store: Store): Promise<void> {
  for (const { ns, indexes } of [...store.collections.values()])
    for (const { spec, building } of indexes) {
      if (spec.expireAfterSeconds === undefined || building !== undefined || store.closed) continue;
      const path = Object.keys(spec.key)[0]!;
      const due = { [path]: { $lt: new Date(Date.now() - spec.expireAfterSeconds * 1000) } };
      const filter = { $and: [due, spec.partialFilterExpression ?? {}] };
      await runInSlices(store, expireMatching(store, ns, filter));
    }
}

function* expireMatching(store: Store, ns: string, filter: Document): Work<void> {
  for (const _ of deleteMatching(store, ns, { filter }, false)) yield;
}

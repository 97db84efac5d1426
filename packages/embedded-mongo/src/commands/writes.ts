/** Write commands: insert, update, delete. */
import { ObjectId, type Document } from "bson";
import { assertStorableSize, Row } from "../bson/raw-document";
import { ownField } from "../bson/types";
import { CommandError, failedToParse } from "../errors";
import { plainScope } from "../language/scope";
import { assertValidId } from "../language/ids";
import { compileFilter } from "../language/match";
import { compileUpdate, type Update } from "../language/update";
import type { Query } from "../query/find";
import type { Store } from "../storage/store";
import type { Command } from "./command";
import { checkFields, checkRequired, countOr, flag } from "./fields";
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
  stable: true,
  fields: { documents: "array", ordered: "bool", bypassDocumentValidation: "ignored" },
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
  const matches = compileFilter(query.filter, query.scope);
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

const UPDATE_FIELDS = {
  q: "document",
  u: "any",
  c: "unsupported",
  multi: "bool",
  upsert: "bool",
  arrayFilters: "array",
  collation: "collation",
  hint: "any",
} as const;

/** Validates the fields of a statement of the update command. */
export function checkUpdate(statement: Document): void {
  checkFields("update.updates", statement, UPDATE_FIELDS, false);
  checkRequired("update.updates", statement, ["q", "u"]);
}

const update: Command = {
  stable: true,
  fields: {
    updates: "array",
    ordered: "bool",
    let: "unsupported",
    bypassDocumentValidation: "ignored",
  },
  run({ command, db, store, rows, deadline }) {
    const ns = namespaceOf(db, command.update);
    function* work(): Work<Document> {
      let [n, nModified] = [0, 0];
      const upserted: Document[] = [];
      const errors = yield* executeStatements(
        rows("updates"),
        isOrdered(command),
        function* ({ doc }, index) {
          checkUpdate(doc);
          const { q, u, arrayFilters, hint } = doc;
          const scope = plainScope();
          const compiled = compileUpdate(u, arrayFilters, scope);
          const [multi, upsert] = [flag(doc.multi), flag(doc.upsert)];
          if (multi && compiled.replaces)
            throw failedToParse("multi update is not supported for replacement-style update");
          const query: Query = { filter: q, hint, scope };
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

const DELETE_FIELDS = {
  q: "document",
  limit: "number",
  collation: "collation",
  hint: "any",
} as const;

/** Validates the fields of a statement of the delete command. */
export function checkDelete(statement: Document): void {
  checkFields("delete.deletes", statement, DELETE_FIELDS, false);
  checkRequired("delete.deletes", statement, ["q", "limit"]);
}

const remove: Command = {
  stable: true,
  fields: { deletes: "array", ordered: "bool", let: "unsupported" },
  run({ command, db, store, rows, deadline }) {
    const ns = namespaceOf(db, command.delete);
    function* work(): Work<Document> {
      let n = 0;
      const errors = yield* executeStatements(
        rows("deletes"),
        isOrdered(command),
        function* ({ doc }) {
          checkDelete(doc);
          const { q, hint } = doc;
          const limit = countOr(doc.limit, NaN);
          if (limit !== 0 && limit !== 1)
            throw new CommandError(
              9,
              `The limit field in delete objects must be 0 or 1. Got ${String(doc.limit)}`,
            );
          const query: Query = { filter: q, hint, scope: plainScope() };
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
export function* deleteMatching(
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
  const matches = compileFilter(query.filter, query.scope);
  for (const id of yield* findIds(store, ns, query)) {
    const match = currentMatch(store.collection(ns), id, matches);
    if (match) store.collection(ns)!.replace(match.row, undefined);
    yield match !== undefined;
  }
}

/** The commands of this module by name. */
export const WRITES: Record<string, Command> = { insert, update, delete: remove };

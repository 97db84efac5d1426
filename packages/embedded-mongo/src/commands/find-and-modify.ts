/** `findAndModify`: changes one document and returns its previous or new version. */
import type { Document } from "bson";
import type { Row } from "../bson/raw-document";
import { failedToParse } from "../errors";
import { plainScope } from "../language/scope";
import { compileFilter } from "../language/match";
import { compileProjection, type Projection } from "../language/projection";
import { compileUpdate, type Update } from "../language/update";
import type { Query } from "../query/find";
import type { Command } from "./command";
import { flag } from "./fields";
import { namespaceOf } from "./namespaces";
import { findOne, runInSlices, type Work } from "./write-helpers";

interface Options {
  query: Query;
  /** `undefined` if the document is to be removed. */
  update: Update | undefined;
  upsert: boolean;
  /** Whether to return the new version. */
  after: boolean;
  project: Projection | undefined;
}

function parseOptions(command: Document): Options {
  const { query, sort, hint, fields, update, arrayFilters } = command;
  const scope = plainScope();
  const remove = flag(command.remove);
  const [upsert, after] = [flag(command.upsert), flag(command.new)];
  if (remove && update !== undefined)
    throw failedToParse("Cannot specify both an update and remove=true");
  if (remove && upsert) throw failedToParse("Cannot specify both upsert=true and remove=true");
  if (remove && after)
    throw failedToParse(
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  if (remove && arrayFilters !== undefined)
    throw failedToParse("Cannot specify arrayFilters and remove=true");
  if (!remove && update === undefined)
    throw failedToParse("Either an update or remove=true must be specified");
  return {
    query: { filter: query ?? {}, sort, hint, scope },
    update: remove ? undefined : compileUpdate(update, arrayFilters, scope),
    upsert,
    after,
    project: fields && Object.keys(fields).length ? compileProjection(fields, scope) : undefined,
  };
}

export const findAndModify: Command = {
  stable: true,
  fields: {
    query: "document",
    sort: "document",
    update: "any",
    remove: "bool",
    new: "bool",
    upsert: "bool",
    fields: "document",
    arrayFilters: "array",
    collation: "collation",
    hint: "any",
    let: "unsupported",
    bypassDocumentValidation: "ignored",
  },
  run({ command, db, store, deadline, name }) {
    const ns = namespaceOf(db, command[name]);
    const { query, update, upsert, after, project } = parseOptions(command);
    const matches = compileFilter(query.filter, query.scope);
    const shown = (row: Row | undefined) => {
      if (!row || !project) return row?.doc ?? null;
      const position = {};
      matches(row.doc, position);
      return project(row.doc, (position as { index?: number }).index);
    };
    function* work(): Work<Document> {
      const match = yield* findOne(store, ns, query);
      if (!match && update && upsert) {
        const row = update.insert(query.filter);
        store.ensureCollection(ns).replace(undefined, row);
        return {
          lastErrorObject: { n: 1, updatedExisting: false, upserted: row.doc._id },
          value: shown(after ? row : undefined),
        };
      }
      const next = match && update?.apply(match.row, match.position);
      if (match && next !== match.row) store.collection(ns)!.replace(match.row, next);
      return {
        lastErrorObject: {
          n: Number(match !== undefined),
          ...(update && { updatedExisting: match !== undefined }),
        },
        value: shown(after ? next : match?.row),
      };
    }
    return runInSlices(store, work(), deadline);
  },
};

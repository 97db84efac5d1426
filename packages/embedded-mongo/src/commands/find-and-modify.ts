/** `findAndModify`: changes one document and returns its previous or new version. */
import type { Document } from "bson";
import type { Row } from "../bson/raw-document";
import { failedToParse } from "../errors";
import { compileProjection } from "../language/projection";
import { compileUpdate } from "../language/update";
import type { Command } from "./command";
import { flag } from "./fields";
import { namespaceOf } from "./namespaces";
import { findOne, runInSlices, type Work } from "./write-helpers";

export const findAndModify: Command = {
  fields: "query sort update remove new upsert fields hint bypassDocumentValidation",
  run({ command, db, store, deadline }) {
    const ns = namespaceOf(db, command.findAndModify);
    const { sort, hint } = command;
    const filter: Document = command.query ?? {};
    const fields: Document = command.fields ?? {};
    const [remove, upsert, isNew] = [command.remove, command.upsert, command.new].map(flag);
    if (remove ? command.update !== undefined || upsert || isNew : command.update === undefined)
      throw failedToParse(
        "Either an update or remove=true must be specified, the latter without upsert=true and new=true",
      );
    const update = remove ? undefined : compileUpdate(command.update);
    const isProjected = Object.keys(fields).length > 0;
    const project = isProjected ? compileProjection(fields, "find") : undefined;
    const shown = (row: Row | undefined) =>
      row && project ? project(row.doc) : (row?.doc ?? null);
    function* work(): Work<Document> {
      const match = yield* findOne(store, ns, { filter, sort, hint });
      if (!match && update && upsert) {
        const row = update.insert(filter);
        store.ensureCollection(ns).replace(undefined, row);
        return {
          lastErrorObject: { n: 1, updatedExisting: false, upserted: row.doc._id },
          value: shown(isNew ? row : undefined),
        };
      }
      const next = match && update?.apply(match.row, match.position);
      if (match && next !== match.row) store.collection(ns)!.replace(match.row, next);
      return {
        lastErrorObject: {
          n: Number(match !== undefined),
          ...(update && { updatedExisting: match !== undefined }),
        },
        value: shown(isNew ? next : match?.row),
      };
    }
    return runInSlices(store, work(), deadline);
  },
};

/** Read commands: find, aggregate, count, distinct, and cursor commands. */
import { Long, type Document } from "bson";
import { isNumber, toDouble } from "../bson/numbers";
import { isDocument, formatValue } from "../bson/types";
import { badValue, CommandError, failedToParse, typeMismatch, unsupported } from "../errors";
import { plainScope } from "../language/scope";
import { distinct } from "../query/distinct";
import { count, findRows, type Query } from "../query/find";
import { aggregate } from "../query/pipeline";
import type { Call, Command } from "./command";
import { countOr, flag } from "./fields";
import { namespaceOf } from "./namespaces";

/** Parses a find command. */
export function findQuery(command: Document): Query {
  const { filter, sort, projection, hint } = command;
  return {
    filter: filter ?? {},
    sort,
    projection,
    hint,
    skip: countOr(command.skip, 0),
    limit: countOr(command.limit, 0),
    scope: plainScope(),
  };
}

const find: Command = {
  stable: true,
  fields: {
    filter: "document",
    sort: "document",
    projection: "document",
    hint: "any",
    skip: "count",
    limit: "count",
    batchSize: "count",
    singleBatch: "bool",
    noCursorTimeout: "bool",
    collation: "collation",
    let: "unsupported",
    allowDiskUse: "ignored",
    allowPartialResults: "ignored",
    max: "unsupported",
    min: "unsupported",
    returnKey: "unsupported",
    showRecordId: "unsupported",
    tailable: "unsupported",
    awaitData: "unsupported",
    oplogReplay: "ignored",
  },
  run(call) {
    const { command, db, store, cursors, session, deadline } = call;
    const ns = namespaceOf(db, command.find);
    return cursors.open({
      ns,
      rows: findRows(store.collection(ns), findQuery(command)),
      ...(isNumber(command.batchSize) && { batchSize: toDouble(command.batchSize) }),
      single: flag(command.singleBatch),
      endless: flag(command.noCursorTimeout),
      session,
      deadline,
    });
  },
};

const aggregation: Command = {
  stable: true,
  fields: {
    pipeline: "array",
    cursor: "document",
    explain: "unsupported",
    allowDiskUse: "ignored",
    hint: "any",
    collation: "collation",
    let: "unsupported",
    bypassDocumentValidation: "ignored",
  },
  required: ["pipeline"],
  run(call) {
    const { command, db, store, cursors, session, deadline } = call;
    const { pipeline, cursor, hint } = command;
    if (!isDocument(cursor))
      throw failedToParse(
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    const unknown = Object.keys(cursor).find((field) => field !== "batchSize");
    if (unknown)
      throw new CommandError(40415, `BSON field 'cursor.${unknown}' is an unknown field.`);
    if (isNumber(command.aggregate)) throw unsupported("an aggregate without a collection");
    const ns = namespaceOf(db, command.aggregate);
    const rows = aggregate(store, ns, pipeline, plainScope(), hint);
    const { batchSize } = cursor;
    return cursors.open({
      ns,
      rows,
      ...(isNumber(batchSize) && { batchSize: toDouble(batchSize) }),
      session,
      deadline,
    });
  },
};

const cursorId = (value: unknown): number => {
  if (!(value instanceof Long) && !isNumber(value))
    throw typeMismatch(`a cursor id must be a long, not ${formatValue(value)}`);
  return toDouble(value);
};

const getMore: Command = {
  stable: true,
  fields: { collection: "string", batchSize: "count" },
  required: ["collection"],
  run({ command, db, cursors, session, deadline }) {
    const id = cursorId(command.getMore);
    return cursors.more(
      id,
      `${db}.${command.collection}`,
      session,
      countOr(command.batchSize, 0),
      deadline,
    );
  },
};

const killCursors: Command = {
  stable: true,
  fields: { cursors: "array" },
  required: ["cursors"],
  run({ command, cursors }) {
    const killed: unknown[] = [];
    const unknown: unknown[] = [];
    for (const id of command.cursors) (cursors.kill(cursorId(id)) ? killed : unknown).push(id);
    return {
      cursorsKilled: killed,
      cursorsNotFound: unknown,
      cursorsAlive: [],
      cursorsUnknown: [],
    };
  },
};

/** Parses a count or distinct command. */
export function countQuery(command: Document): Query {
  const limit = countOr(command.limit, 0);
  return {
    filter: command.query ?? {},
    hint: command.hint,
    skip: countOr(command.skip, 0),
    // For backward compatibility, a negative limit counts as positive.
    limit: Math.abs(limit),
    scope: plainScope(),
  };
}

const counting: Command = {
  stable: true,
  fields: {
    query: "document",
    limit: "number",
    skip: "count",
    hint: "any",
    collation: "collation",
    fields: "ignored",
  },
  async run({ command, db, store, cursors, deadline }: Call) {
    const ns = namespaceOf(db, command.count);
    const n = await cursors.run(count(store.collection(ns), countQuery(command)), deadline);
    return { n };
  },
};

const distinctValues: Command = {
  fields: { key: "string", query: "document", collation: "collation", hint: "any" },
  required: ["key"],
  async run({ command, db, store, cursors, deadline }) {
    const ns = namespaceOf(db, command.distinct);
    const { key } = command;
    if (!key || key.includes("\0")) throw badValue("distinct needs the name of a field as its key");
    const query = countQuery(command);
    const values = await cursors.run(distinct(store.collection(ns), query, key), deadline);
    return { values };
  },
};

/** The commands of this module by name. */
export const READS: Record<string, Command> = {
  find,
  aggregate: aggregation,
  getMore,
  killCursors,
  count: counting,
  distinct: distinctValues,
};

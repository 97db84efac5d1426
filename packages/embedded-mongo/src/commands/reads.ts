/** Read commands: find, aggregate, count, distinct, and cursor commands. */
import type { Document } from "bson";
import { isNumber, toDouble } from "../bson/numbers";
import { isDocument, formatValue } from "../bson/types";
import { badValue, failedToParse, typeMismatch, unsupported } from "../errors";
import { distinct } from "../query/distinct";
import { count, findRows, type Query } from "../query/find";
import { aggregate } from "../query/pipeline";
import type { Call, Command } from "./command";
import { FIRST_BATCH } from "./cursors";
import { checkFields, countOr, flag } from "./fields";
import { namespaceOf } from "./namespaces";

export function findQuery(command: Document): Query {
  const { filter, sort, projection, hint } = command;
  return {
    filter: filter ?? {},
    sort,
    projection,
    hint,
    skip: countOr(command.skip, 0),
    limit: countOr(command.limit, 0),
  };
}

const find: Command = {
  fields:
    "filter sort projection hint skip limit batchSize singleBatch noCursorTimeout allowDiskUse allowPartialResults",
  run(call) {
    const { command, db, store, cursors, session, deadline } = call;
    const ns = namespaceOf(db, command.find);
    return cursors.open({
      ns,
      rows: findRows(store.collection(ns), findQuery(command)),
      batchSize: countOr(command.batchSize, FIRST_BATCH),
      single: flag(command.singleBatch),
      noCursorTimeout: flag(command.noCursorTimeout),
      session,
      deadline,
    });
  },
};

const aggregation: Command = {
  fields: "pipeline cursor allowDiskUse hint bypassDocumentValidation",
  required: ["pipeline"],
  run(call) {
    const { command, db, store, cursors, session, deadline } = call;
    const { pipeline, cursor, hint } = command;
    if (!isDocument(cursor))
      throw failedToParse(
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    checkFields("aggregate.cursor", cursor, "batchSize");
    if (isNumber(command.aggregate)) throw unsupported("an aggregate without a collection");
    const ns = namespaceOf(db, command.aggregate);
    const rows = aggregate(store.collection(ns), pipeline, hint);
    return cursors.open({
      ns,
      rows,
      batchSize: countOr(cursor.batchSize, FIRST_BATCH),
      session,
      deadline,
    });
  },
};

const cursorId = (value: unknown): number => {
  if (!isNumber(value)) throw typeMismatch(`a cursor id must be a long, not ${formatValue(value)}`);
  return toDouble(value);
};

const getMore: Command = {
  fields: "collection batchSize",
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
  fields: "cursors",
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

export function countQuery(command: Document): Query {
  return {
    filter: command.query ?? {},
    hint: command.hint,
    skip: countOr(command.skip, 0),
    limit: countOr(command.limit, 0),
  };
}

const counting: Command = {
  fields: "query limit skip hint fields",
  async run({ command, db, store, cursors, deadline }: Call) {
    const ns = namespaceOf(db, command.count);
    const n = await cursors.run(count(store.collection(ns), countQuery(command)), deadline);
    return { n };
  },
};

const distinctValues: Command = {
  fields: "key query hint",
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

export const READS: Record<string, Command> = {
  find,
  aggregate: aggregation,
  getMore,
  killCursors,
  count: counting,
  distinct: distinctValues,
};

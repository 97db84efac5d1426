/** `explain`: shows how a command would be executed, and its cost. */
import type { Document } from "bson";
import { isDocument, typeName } from "../bson/types";
import { badValue, Code, CommandError, failedToParse, typeMismatch, unsupported } from "../errors";
import { plainScope } from "../language/scope";
import { compileFilter } from "../language/match";
import { sortPattern } from "../language/sort";
import { distinctTree, winningPlan } from "../planner/explain";
import type { Statistics } from "../planner/execute";
import { distinctValues, planDistinct } from "../query/distinct";
import { find, plan, statistics, type Query } from "../query/find";
import { splitPipeline } from "../query/pipeline";
import type { Collection } from "../storage/collection";
import { PAUSE, type Pause } from "../storage/time-slice";
import type { Command } from "./command";
import { checkFields, checkRequired, countOr, flag } from "./fields";
import { VERSION } from "./handshake";
import { namespaceOf } from "./namespaces";
import { countQuery, findQuery } from "./reads";
import { checkDelete, checkUpdate } from "./writes";

/** The query behind a command. */
function queryOf(name: string, command: Document): Query {
  switch (name) {
    case "find":
      return findQuery(command);
    case "count":
    case "distinct":
      return countQuery(command);
    case "aggregate":
      return { ...splitPipeline(command.pipeline, plainScope()).query, hint: command.hint };
    case "update":
    case "delete": {
      const first = onlyStatement(command, name);
      const one = name === "update" ? !flag(first.multi) : countOr(first.limit, NaN) === 1;
      return {
        filter: first.q,
        hint: first.hint,
        scope: plainScope(),
        ...(one && { limit: 1 }),
      };
    }
    case "findAndModify":
      return {
        filter: command.query ?? {},
        sort: command.sort,
        hint: command.hint,
        limit: 1,
        scope: plainScope(),
      };
  }
  throw unsupported(`explain of ${name}`);
}

/** The statement of a write command, which must have exactly one to be explained. */
function onlyStatement(command: Document, name: "update" | "delete"): Document {
  const field = `${name}s`;
  checkRequired(name, command, [field]);
  const [statement, ...others]: unknown[] = command[field];
  if (statement === undefined || others.length)
    throw new CommandError(Code.InvalidLength, "explained write batches must be of size 1");
  if (!isDocument(statement))
    throw typeMismatch(
      `BSON field '${name}.${field}.0' is the wrong type '${typeName(statement)}', expected type 'object'`,
    );
  (name === "update" ? checkUpdate : checkDelete)(statement);
  return statement;
}

/** Executes a query, or reads the distinct values of a field, and returns statistics. */
function* execution(
  collection: Collection | undefined,
  query: Query,
  distinctPath: string | undefined,
): Generator<Pause, Statistics & { nReturned: number }> {
  const counted = statistics();
  let nReturned = 0;
  const found =
    distinctPath !== undefined && collection && planDistinct(collection, query, distinctPath)
      ? distinctValues(collection, query, distinctPath, counted)
      : find(collection, query, counted);
  for (const one of found) {
    if (one === PAUSE) yield PAUSE;
    else nReturned++;
  }
  return { ...counted, nReturned };
}

/** Creates the command; `fieldsOf` looks up the explained command, whose fields are validated. */
export const explain = (fieldsOf: (name: string) => Command | undefined): Command => ({
  stable: true,
  fields: { verbosity: "string" },
  async run({ command, db, store, cursors, deadline }) {
    const { explain: explained, verbosity = "allPlansExecution" } = command;
    if (!["queryPlanner", "executionStats", "allPlansExecution"].includes(verbosity))
      throw badValue(
        `Enumeration value '${verbosity}' for field 'explain.verbosity' is not a valid value.`,
      );
    const [name] = isDocument(explained) ? Object.keys(explained) : [];
    const known = name === undefined ? undefined : fieldsOf(name);
    if (name === undefined || !known)
      throw name === undefined
        ? failedToParse("explain command requires a nested object")
        : new CommandError(Code.CommandNotFound, `Explain failed due to unknown command: ${name}`);
    checkFields(name, explained, known.fields);
    checkRequired(name, explained, known.required);
    const ns = namespaceOf(db, explained[name]);
    const query = queryOf(name, explained);
    // Planning relies on a valid filter.
    compileFilter(query.filter, query.scope);
    const collection = store.collection(ns);
    const { filter, skip = 0, limit = 0, projection } = query;
    const shown = {
      filter,
      sort: sortPattern(
        isDocument(query.sort) && "$natural" in query.sort ? undefined : query.sort,
      ),
      skip,
      limit,
      ...(projection && { projection }),
    };
    const path = name === "distinct" ? String(explained.key) : undefined;
    const scan =
      collection && path !== undefined ? planDistinct(collection, query, path) : undefined;
    const tree = scan
      ? distinctTree(scan)
      : collection
        ? winningPlan(plan(collection, query), shown)
        : { stage: "EOF" };
    const began = performance.now();
    const counted =
      verbosity === "queryPlanner"
        ? undefined
        : await cursors.run(execution(collection, query, path), deadline);
    return {
      explainVersion: "1",
      queryPlanner: {
        namespace: ns,
        parsedQuery: filter,
        indexFilterSet: false,
        winningPlan: tree,
        rejectedPlans: [],
      },
      ...(counted && {
        executionStats: {
          executionSuccess: true,
          nReturned: counted.nReturned,
          executionTimeMillis: Math.round(performance.now() - began),
          totalKeysExamined: counted.keysExamined,
          totalDocsExamined: counted.docsExamined,
          executionStages: tree,
        },
      }),
      command: explained,
      serverInfo: { host: "localhost", port: 0, version: VERSION, gitVersion: "embedded" },
    };
  },
});

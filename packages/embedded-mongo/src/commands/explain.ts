/** `explain`: shows how a read would be executed, and its cost. */
import type { Document } from "bson";
import { isDocument, lookUp } from "../bson/types";
import { badValue, failedToParse, unsupported } from "../errors";
import { compileFilter } from "../language/match";
import { sortPattern } from "../language/sort";
import type { Statistics } from "../planner/execute";
import { winningPlan } from "../planner/explain";
import { find, plan, statistics, type Query } from "../query/find";
import { splitPipeline } from "../query/pipeline";
import type { Collection } from "../storage/collection";
import { PAUSE, type Pause } from "../storage/time-slice";
import type { Command } from "./command";
import { checkCommand } from "./fields";
import { namespaceOf } from "./namespaces";
import { countQuery, findQuery, READS } from "./reads";

const QUERIES: Record<string, (command: Document) => Query> = {
  find: findQuery,
  count: countQuery,
  distinct: countQuery,
  aggregate: ({ pipeline, hint }) => ({ ...splitPipeline(pipeline).query, hint }),
};

function* execution(
  collection: Collection | undefined,
  query: Query,
): Generator<Pause, Statistics & { nReturned: number }> {
  const counted = statistics();
  let nReturned = 0;
  for (const one of find(collection, query, counted)) {
    if (one === PAUSE) yield PAUSE;
    else nReturned++;
  }
  return { ...counted, nReturned };
}

export const explain: Command = {
  fields: "verbosity",
  async run({ command, db, store, cursors, deadline }) {
    const { explain: explained, verbosity = "allPlansExecution" } = command;
    if (!["queryPlanner", "executionStats", "allPlansExecution"].includes(verbosity))
      throw badValue(`'${verbosity}' is not a valid value of explain.verbosity`);
    if (!isDocument(explained)) throw failedToParse("explain command requires a nested object");
    const [name = ""] = Object.keys(explained);
    const queryOf = lookUp(QUERIES, name);
    if (!queryOf) throw unsupported(`explain of '${name}'`);
    checkCommand(name, explained, READS[name]!.fields, READS[name]!.required);
    const ns = namespaceOf(db, explained[name]);
    const query = queryOf(explained);
    // Planning relies on a valid filter.
    compileFilter(query.filter);
    const collection = store.collection(ns);
    const tree = collection
      ? winningPlan(plan(collection, query), query, sortPattern(query.sort))
      : { stage: "EOF" };
    const began = performance.now();
    const counted =
      verbosity === "queryPlanner"
        ? undefined
        : await cursors.run(execution(collection, query), deadline);
    return {
      explainVersion: "1",
      queryPlanner: {
        namespace: ns,
        parsedQuery: query.filter,
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
    };
  },
};

/** Aggregation: a pipeline's opening stages become a find, which can use indexes; the others work on its rows. */
import type { Document } from "bson";
import { Row } from "../bson/raw-document";
import { isDocument, show } from "../bson/types";
import { isNumber, toDouble } from "../bson/numbers";
import { CommandError, unsupported } from "../errors";
import type { Scope } from "../language/scope";
import { STAGES } from "../language/stages";
import type { Context, Rows, Stage } from "../language/stages/stage";
import type { Statistics } from "../planner/execute";
import type { Collection } from "../storage/collection";
import type { Pause } from "../storage/time-slice";
import { count, findRows, type Query } from "./find";

/** Stages that change data or the kind of source: refused with a word on what they are. */
const REFUSED = new Set([
  "$out",
  "$merge",
  "$geoNear",
  "$search",
  "$searchMeta",
  "$vectorSearch",
  "$listSearchIndexes",
  "$changeStream",
  "$changeStreamSplitLargeEvent",
  "$collStats",
  "$indexStats",
  "$planCacheStats",
  "$currentOp",
  "$listSessions",
  "$listLocalSessions",
  "$graphLookup",
  "$redact",
  "$bucketAuto",
  "$densify",
  "$fill",
  "$setWindowFields",
  "$shardedDataDistribution",
  "$listSampledQueries",
  "$queryStats",
  "$rankFusion",
]);

/** A stage's name and operand. */
export function stageOf(stage: unknown): [name: string, operand: unknown] {
  const entries = isDocument(stage) ? Object.entries(stage) : [];
  if (entries.length !== 1)
    throw new CommandError(
      40323,
      `A pipeline stage specification object must contain exactly one field: ${show(stage)}`,
    );
  return entries[0]!;
}

function stageNamed(name: string): Stage {
  const stage = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (stage) return stage;
  if (REFUSED.has(name)) throw unsupported(`the stage ${name}`);
  throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

/** What a pipeline makes of rows. */
export function throughStages(rows: Rows, pipeline: readonly unknown[], context: Context): Rows {
  return compile(pipeline, context).reduce((source, run) => run(source), rows);
}

function compile(pipeline: readonly unknown[], context: Context) {
  return pipeline.map((stage) => {
    const [name, operand] = stageOf(stage);
    return stageNamed(name)(operand, context, name);
  });
}

/** The part of a pipeline that is a find, and what is left of it. */
export function opening(
  pipeline: readonly unknown[],
  scope: Scope,
): { query: Query; rest: unknown[] } {
  const query: Query = { filter: {}, scope };
  let taken = 0;
  const order = ["$match", "$sort", "$skip", "$limit"];
  let last = -1;
  for (const stage of pipeline) {
    const [name, operand] = stageOf(stage);
    const place = order.indexOf(name);
    if (place < last || place < 0 || (place === last && name !== "$match")) break;
    // Anything that is not as it should be is left to the stage itself to refuse.
    if (name === "$match" && isDocument(operand)) query.filter = merged(query.filter, operand);
    else if (name === "$sort" && isDocument(operand) && Object.keys(operand).length)
      query.sort = operand;
    else if (name === "$skip" && isWhole(operand, 0)) query.skip = toDouble(operand);
    else if (name === "$limit" && isWhole(operand, 1)) query.limit = toDouble(operand);
    else break;
    last = place;
    taken++;
  }
  return { query, rest: pipeline.slice(taken) };
}

const merged = (a: Document, b: Document) => (Object.keys(a).length ? { $and: [a, b] } : b);

const isWhole = (value: unknown, least: number): value is number =>
  isNumber(value) && Number.isInteger(toDouble(value)) && toDouble(value) >= least;

/** The rows that a pipeline makes of a collection. */
export function aggregate(
  collection: Collection | undefined,
  pipeline: readonly unknown[],
  context: Context,
  hint?: unknown,
  statistics?: Statistics,
): Rows {
  const { query, rest } = opening(pipeline, context.scope);
  const asked = { ...query, hint };
  if (isCount(rest)) {
    compile(pipeline, context);
    return counted(collection, asked, rest[0]!.$group._id);
  }
  // Compiled at once, so that what is wrong with a late stage is told before anything is read.
  const stages = compile(rest, context);
  return stages.reduce<Rows>((rows, run) => run(rows), findRows(collection, asked, statistics));
}

/** Whether only the number of documents is asked for, as drivers' countDocuments does. */
function isCount(rest: unknown[]): rest is [{ $group: { _id: unknown; n: unknown } }] {
  const group = rest.length === 1 && isDocument(rest[0]) ? rest[0].$group : undefined;
  return (
    isDocument(group) &&
    Object.keys(group).join() === "_id,n" &&
    isNumber(group._id) &&
    isDocument(group.n) &&
    Object.keys(group.n).join() === "$sum" &&
    group.n.$sum === 1
  );
}

function* counted(
  collection: Collection | undefined,
  query: Query,
  _id: unknown,
): Generator<Row | Pause> {
  const n = yield* count(collection, query);
  if (n) yield Row.of({ _id, n });
}

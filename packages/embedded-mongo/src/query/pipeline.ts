/**
 * Aggregation: a pipeline's first stages become a query, which can use indexes; the other stages process
 * its rows.
 */
import type { Document } from "bson";
import { Row } from "../bson/raw-document";
import { isDocument, lookUp, formatValue } from "../bson/types";
import { isNumber, toDouble } from "../bson/numbers";
import { CommandError, unsupported } from "../errors";
import type { Scope } from "../language/scope";
import { STAGES } from "../language/stages";
import type { Context, Rows, Stage } from "../language/stages/stage";
import type { Collection } from "../storage/collection";
import type { Store } from "../storage/store";
import type { Pause } from "../storage/time-slice";
import { fieldsReferenced } from "./fields-used";
import { count, findRows, type Query } from "./find";

/** MongoDB's stages that are unsupported here. */
const UNSUPPORTED = new Set(
  `$bucket $bucketAuto $changeStream $changeStreamSplitLargeEvent $collStats $currentOp $densify $documents $facet $fill
  $geoNear $graphLookup $indexStats $listLocalSessions $listSampledQueries $listSearchIndexes $listSessions $merge $out
  $planCacheStats $queryStats $rankFusion $redact $sample $search $searchMeta $setWindowFields $shardedDataDistribution
  $sortByCount $unionWith $vectorSearch`.split(/\s+/),
);

/** Splits a stage into name and operand. */
function stageOf(stage: unknown): [name: string, operand: unknown] {
  const entries = isDocument(stage) ? Object.entries(stage) : [];
  if (entries.length !== 1)
    throw new CommandError(
      40323,
      `A pipeline stage specification object must contain exactly one field: ${formatValue(stage)}`,
    );
  return entries[0]!;
}

function stageNamed(name: string): Stage {
  const stage = lookUp(STAGES, name);
  if (stage) return stage;
  if (UNSUPPORTED.has(name)) throw unsupported(`the stage ${name}`);
  throw new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

function compile(pipeline: readonly unknown[], context: Context) {
  return pipeline.map((stage) => {
    const [name, operand] = stageOf(stage);
    return stageNamed(name)(operand, context, name);
  });
}

/** Splits a pipeline into a query and the remaining stages. */
export function splitPipeline(
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
    // Invalid operands are left for the stage itself to reject.
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

/** Runs a pipeline on a collection. */
export function aggregate(
  store: Store,
  ns: string,
  pipeline: readonly unknown[],
  scope: Scope,
  hint?: unknown,
): Rows {
  const collection = store.collection(ns);
  const context: Context = {
    scope,
    matching: (name, filter) =>
      findRows(store.collection(`${ns.split(".")[0]!}.${name}`), { filter, scope }),
  };
  const { query, rest } = splitPipeline(pipeline, scope);
  const hintedQuery = { ...query, hint, only: fieldsGrouped(rest[0]) };
  if (isCount(rest)) {
    compile(pipeline, context);
    return counted(collection, hintedQuery, rest[0]!.$group._id);
  }
  // Compiles all stages first, so that errors in later ones are reported before anything is read.
  const stages = compile(rest, context);
  return stages.reduce<Rows>((rows, run) => run(rows), findRows(collection, hintedQuery));
}

/** The top-level fields that a `$group` stage reads; `undefined` if unknown, or for another stage. */
const fieldsGrouped = (stage: unknown) =>
  isDocument(stage) && isDocument(stage.$group) ? fieldsReferenced(stage.$group) : undefined;

/** Whether only a count is requested, as by the drivers' countDocuments. */
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

/** Aggregation: a pipeline's first stages become a query, which can use indexes; the others process its rows. */
import type { Document } from "bson";
import { Row } from "../bson/raw-document";
import { isDocument, lookUp } from "../bson/types";
import { isNumber, toDouble } from "../bson/numbers";
import { unsupported } from "../errors";
import { STAGES } from "../language/stages";
import { stageOf, type Rows } from "../language/stages/stage";
import type { Collection } from "../storage/collection";
import type { Pause } from "../storage/time-slice";
import { count, findRows, type Query } from "./find";

function compile(pipeline: readonly unknown[]) {
  return pipeline.map((stage) => {
    const [name, operand] = stageOf(stage);
    const known = lookUp(STAGES, name);
    if (!known) throw unsupported(`the stage ${name}`);
    return known(operand, name);
  });
}

export function splitPipeline(pipeline: readonly unknown[]): { query: Query; rest: unknown[] } {
  const query: Query = { filter: {} };
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

export function aggregate(
  collection: Collection | undefined,
  pipeline: readonly unknown[],
  hint: unknown,
): Rows {
  // Compiles all stages first, so that errors in later ones are reported before anything is read.
  const stages = compile(pipeline);
  const { query, rest } = splitPipeline(pipeline);
  if (isCount(rest)) return counted(collection, { ...query, hint }, rest[0]!.$group._id);
  return stages
    .slice(pipeline.length - rest.length)
    .reduce<Rows>((rows, run) => run(rows), findRows(collection, { ...query, hint }));
}

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

/** Reading: find, count, distinct and aggregate, each through the best plan there is. */
import type { Document } from "bson";
import { Aggregator } from "mingo/aggregator";
import { $lookup } from "mingo/operators/pipeline";
import { unsupported } from "./errors";
import { encode, sortKey, valuesAt, type KeyPattern } from "./keys";
import { docsOf, matcher, optionsWith, prepare } from "./language";
import { plan } from "./planner";
import { Row, type Collection } from "./store";

export interface Find {
  filter?: Document;
  sort?: Document;
  skip?: number;
  limit?: number;
}

/** The rows a filter matches, in order. Nothing is decoded, tested or sorted that an index already answered for. */
export function* find(
  collection: Collection | undefined,
  { filter = {}, sort = {}, skip = 0, limit = 0 }: Find,
): Generator<Row> {
  if (!collection) return;
  const prepared = prepare(filter),
    order = sortPattern(sort);
  const { rows, sorted, exact } = plan(collection, prepared, order);
  const matching = exact ? rows : only(rows, matcher(prepared));
  let remaining = Math.abs(limit) || Infinity;
  for (const row of sorted ? matching : inOrder(matching, order)) {
    if (skip-- > 0) continue;
    yield row;
    if (!--remaining) return;
  }
}

export function count(collection: Collection | undefined, query: Find): number {
  if (!collection) return 0;
  const { skip = 0, limit = 0 } = query,
    filter = prepare(query.filter ?? {});
  if (!skip && !limit && !Object.keys(filter).length) return collection.count();
  const { rows, ids, exact } = plan(collection, filter, []);
  const matching = exact ? ids : only(rows, matcher(filter));
  let n = 0;
  for (const _ of matching) if (++n === skip + Math.abs(limit) && limit) break;
  return Math.max(0, n - skip);
}

export function distinct(rows: Iterable<Row>, path: string): unknown[] {
  const found = new Map<string, unknown>();
  for (const { doc } of rows) {
    for (const value of valuesAt(doc, path).values)
      if (value !== undefined) found.set(encode(value).toString("latin1"), value);
  }
  return [...found.values()];
}

function* only(rows: Iterable<Row>, matches: (doc: Document) => boolean): Generator<Row> {
  for (const row of rows) if (matches(row.doc)) yield row;
}

function inOrder<T extends { doc: Document }>(items: Iterable<T>, order: KeyPattern): T[] {
  const keyed = Array.from(items, (item) => ({ item, key: sortKey(item.doc, order) }));
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ item }) => item);
}

function sortPattern(sort: Document): KeyPattern {
  return Object.entries(sort).map(([path, direction]) => {
    if (direction !== 1 && direction !== -1)
      throw unsupported(`sorting ${path} by ${JSON.stringify(direction)}`);
    return [path, direction];
  });
}

type Resolve = (name: string) => Collection | undefined;

const REFUSED = new Set([
  "$out",
  "$merge",
  "$geoNear",
  "$search",
  "$vectorSearch",
  "$changeStream",
  "$collStats",
  "$indexStats",
]);

/** A pipeline's opening stages become a find, which can use indexes; mingo runs the rest over its rows. */
export function* aggregate(
  collection: Collection | undefined,
  pipeline: Document[],
  resolve: Resolve,
): Generator<Row> {
  const { query, rest } = opening(pipeline);
  if (countsOnly(rest)) {
    const n = count(collection, query);
    if (n) yield Row.of({ _id: rest[0]!.$group._id, n });
    return;
  }
  const rows = find(collection, query);
  if (!rest.length) return yield* rows;
  const options = {
    ...optionsWith({ $lookup: lookup(resolve), $sort: sort }),
    collectionResolver: (name: string) => Array.from(resolve(name)?.rows() ?? [], (row) => row.doc),
  };
  const stream = new Aggregator(rest.map(checked), options).stream(docsOf(rows));
  for (let next = stream.next(); !next.done; next = stream.next())
    yield Row.of(next.value as Document);
}

function checked(stage: Document): Document {
  const [name, operand] = Object.entries(stage)[0]!;
  if (REFUSED.has(name)) throw unsupported(name);
  if (name === "$match") return { $match: prepare(operand) };
  if (name !== "$facet") return stage;
  return {
    $facet: Object.fromEntries(
      Object.entries<Document[]>(operand).map(([key, stages]) => [key, stages.map(checked)]),
    ),
  };
}

const OPENING = { $match: "filter", $sort: "sort", $skip: "skip", $limit: "limit" } as const;

function opening(pipeline: Document[]): { query: Find; rest: Document[] } {
  const query: Find = {},
    names = Object.keys(OPENING);
  let stages = 0,
    last = -1;
  for (const stage of pipeline) {
    const [name, operand] = Object.entries(stage)[0]!;
    if (names.indexOf(name) <= last) break;
    last = names.indexOf(name);
    query[OPENING[name as keyof typeof OPENING]] = operand;
    stages++;
  }
  return { query, rest: pipeline.slice(stages) };
}

/** Whether only the number of documents is asked for, as the driver's countDocuments does. */
function countsOnly(rest: Document[]): boolean {
  const group = rest.length === 1 && rest[0]!.$group;
  return (
    group &&
    Object.keys(group).join() === "_id,n" &&
    typeof group._id === "number" &&
    JSON.stringify(group.n) === '{"$sum":1}'
  );
}

/** `$sort` in BSON order, as a find's is. */
const sort = (stream: any, order: Document) =>
  stream.transform((all: Document[]) =>
    docsOf(
      inOrder(
        all.map((doc) => ({ doc })),
        sortPattern(order),
      ),
    ),
  );

/** `$lookup` by equality reads the other collection through its indexes; its other forms are mingo's. */
const lookup = (resolve: Resolve) => (stream: any, operand: any, options: any) => {
  const { from, localField, foreignField, as, pipeline = [], let: variables } = operand;
  if (!localField || variables) return $lookup(stream, operand, options);
  return stream.map((doc: Document) => {
    const $in = valuesAt(doc, localField).values.map((value) => value ?? null);
    const found = [...docsOf(find(resolve(from), { filter: { [foreignField]: { $in } } }))];
    return { ...doc, [as]: pipeline.length ? new Aggregator(pipeline, options).run(found) : found };
  });
};

/** Chooses how to read a collection for a filter and a sort: by `_id`, through one index, or all of it. */
import type { Document } from "bson";
import { between, encode, within, type KeyPattern, type Range } from "./keys";
import { pattern, type Collection, type Index, type Row } from "./store";

export interface Plan {
  rows: Iterable<Row>;
  /** The same rows' encoded ids, for whoever needs no more than that. */
  ids: Iterable<Buffer>;
  /** Whether the rows already come in the order asked for. */
  sorted: boolean;
  /** Whether the filter needs no further test. */
  exact: boolean;
}

type Constraint =
  { in: unknown[] } | { $gt?: unknown; $gte?: unknown; $lt?: unknown; $lte?: unknown };

/** More points than this in one plan are not worth seeking one by one. */
const MOST_POINTS = 1000;

export function plan(collection: Collection, filter: Document, sort: KeyPattern): Plan {
  const constraints = constraintsOf(filter);
  const literal = Object.values(filter).every(isLiteral);

  const id = constraints.get("_id");
  if (id && "in" in id) {
    const ids = [...distinct(id.in.map((value) => encode(value)))].filter((key) =>
      collection.has(key),
    );
    return {
      rows: collection.load(ids),
      ids,
      sorted: ids.length < 2,
      exact: literal && Object.keys(filter).length === 1,
    };
  }
  let best: Candidate | undefined;
  for (const index of collection.indexes) {
    const candidate = consider(index, constraints, sort);
    if (candidate && candidate.score > (best?.score ?? 0)) best = candidate;
  }
  if (best) {
    const { index, ranges, reverse, sorted, complete } = best;
    const ids = idsIn(collection, index, ranges, reverse);
    return {
      rows: collection.load(ids),
      ids,
      sorted,
      exact: complete && literal && Object.keys(filter).length === constraints.size,
    };
  }
  const byId = sort.length === 1 && sort[0]![0] === "_id",
    reverse = byId && sort[0]![1] < 0;
  return {
    rows: collection.rows(reverse),
    ids: collection.allIds(),
    sorted: byId || !sort.length,
    exact: !Object.keys(filter).length,
  };
}

function* idsIn(
  collection: Collection,
  index: Index,
  ranges: Range[],
  reverse: boolean,
): Generator<Buffer> {
  const seen = index.multikey || ranges.length > 1 ? new Set<string>() : undefined;
  for (const range of ranges) {
    for (const id of collection.ids(index, range, reverse)) {
      if (!seen || seen.size !== seen.add(id.toString("latin1")).size) yield id;
    }
  }
}

interface Candidate {
  index: Index;
  ranges: Range[];
  reverse: boolean;
  sorted: boolean;
  complete: boolean;
  score: number;
}

function consider(
  index: Index,
  constraints: Map<string, Constraint>,
  sort: KeyPattern,
): Candidate | undefined {
  if (index.spec.partialFilterExpression) return;
  const fields = pattern(index);
  let heads = [Buffer.alloc(0)],
    ranges: Range[] | undefined,
    used = 0,
    score = 0;
  for (const [path, direction] of fields) {
    const constraint = constraints.get(path);
    if (!constraint || ranges) break;
    if ("in" in constraint) {
      if (heads.length * constraint.in.length > MOST_POINTS) break;
      heads = heads.flatMap((head) =>
        [...distinct(constraint.in.map((value) => encode(value, direction)))].map((key) =>
          Buffer.concat([head, key]),
        ),
      );
      score += 4;
    } else {
      const { $gt, $gte, ...upper } = constraint;
      const lower = { $gt, $gte };
      const oneSided =
        index.multikey && ($gt ?? $gte) !== undefined ? lower : index.multikey ? upper : constraint;
      ranges = heads.map((head) => between(head, direction, oneSided));
      score += 2;
    }
    used++;
  }
  const nullAsked = [...constraints].some(
    ([, c]) => "in" in c && c.in.some((v) => v === null || v === undefined),
  );
  if (index.spec.sparse && (!used || nullAsked)) return;

  const points = ranges ? used - 1 : used;
  const rest = fields.slice(points),
    order = sort.filter(([path]) => !fields.slice(0, points).some(([p]) => p === path));
  const follows = (sign: number) =>
    order.every(
      ([path, direction], i) => rest[i]?.[0] === path && rest[i]![1] * sign === direction,
    );
  const ordered = heads.length === 1 && !index.multikey && order.length > 0;
  const forward = ordered && follows(1),
    backward = ordered && follows(-1);
  if (forward || backward) score += 3;
  const complete = !ranges && !nullAsked && used === constraints.size;
  return {
    index,
    ranges: ranges ?? heads.map(within),
    reverse: backward,
    sorted:
      !sort.length ||
      forward ||
      backward ||
      (heads.length === 1 && !order.length && !index.multikey),
    complete,
    score,
  };
}

/** What a filter demands of single paths, where an index can help. What is not recognised here is tested on each document. */
function constraintsOf(filter: Document): Map<string, Constraint> {
  const found = new Map<string, Constraint>();
  for (const [path, condition] of Object.entries(filter)) {
    if (path === "$and") {
      for (const part of condition)
        for (const [p, c] of constraintsOf(part)) if (!found.has(p) || "in" in c) found.set(p, c);
    } else if (path[0] !== "$") {
      const constraint = constraintOf(condition);
      if (constraint && !(found.has(path) && "in" in found.get(path)!)) found.set(path, constraint);
    }
  }
  return found;
}

function constraintOf(condition: any): Constraint | undefined {
  if (isPoint(condition)) return { in: [condition] };
  if (condition === null || typeof condition !== "object" || condition.constructor !== Object)
    return;
  if ("$eq" in condition) return isPoint(condition.$eq) ? { in: [condition.$eq] } : undefined;
  if ("$in" in condition) return condition.$in.every(isPoint) ? { in: condition.$in } : undefined;
  const { $gt, $gte, $lt, $lte } = condition;
  const bounds = Object.fromEntries(
    Object.entries({ $gt, $gte, $lt, $lte }).filter(([, v]) => v !== undefined),
  );
  const values = Object.values(bounds);
  if (!values.length || !values.every((v) => isPoint(v) && v !== null)) return;
  return values.every((v) => encode(v)[0] === encode(values[0])[0]) ? bounds : undefined;
}

/** A value that stands for itself, rather than a pattern, an array's elements or a set of operators. */
const isPoint = (value: any) =>
  value === null ||
  typeof value !== "object" ||
  value instanceof Date ||
  (!!value._bsontype && value._bsontype !== "BSONRegExp");

/** A condition that its constraint expresses in full. */
const isLiteral = (condition: any) =>
  isPoint(condition) ||
  (condition.constructor === Object &&
    Object.keys(condition).length === 1 &&
    ("$eq" in condition || "$in" in condition));

function* distinct(keys: Buffer[]) {
  const seen = new Set<string>();
  for (const key of keys) if (seen.size !== seen.add(key.toString("latin1")).size) yield key;
}

/** Candidate plans: ways to read a collection through one index. */
import type { KeyPattern } from "../bson/document-keys";
import type { Direction } from "../bson/keys";
import { compileFilter } from "../language/match";
import { patternOf, type Index } from "../storage/catalog";
import type { Range } from "../storage/range";
import { excludesNull, type Condition, type Conditions } from "./conditions";
import { describe, intersect, toKey, toRange, type Interval } from "./intervals";
import { ownField } from "../bson/types";

/** Maximum number of ranges that result from combining the values of several fields. */
const MAX_COMBINATIONS = 1000;
const MAX_MERGED_RANGES = 200;

/** The ranges of an index to read, and how. */
export interface IndexScan {
  kind: "index";
  /** `undefined` for the documents themselves, which are stored by `_id`. */
  index: Index | undefined;
  pattern: KeyPattern;
  /** Each with the length of the key prefix that the values of the leading fields make up; merging ignores it. */
  ranges: (Range & { head: number })[];
  reverse: boolean;
  /** Whether ranges are merged into one order instead of read one after another. */
  merge: boolean;
  /** Whether a document may have more than one entry in these ranges. */
  repeats: boolean;
  readonly bounds: Record<string, string[]>;
  bounded: boolean;
}

export interface Candidate {
  access: IndexScan;
  /** Whether it yields the rows in the requested order. */
  sorted: boolean;
  /** Whether all rows in its ranges match the filter. */
  exact: boolean;
  /** How many leading fields are bounded to single values. */
  points: number;
  /** The number of bounded fields, which breaks ties. */
  score: number;
}

/** The key pattern of the documents themselves, which are stored by `_id`. */
const ID_PATTERN: KeyPattern = [["_id", 1]];

/**
 * Evaluates an index as a candidate; `undefined` if it is useless or may lack matching documents.
 *
 * @param index `undefined` for the documents themselves
 * @param sort the requested order; empty for none
 * @param forced whether a hint demands the index
 */
export function evaluateIndex(
  index: Index | undefined,
  conditions: Conditions,
  sort: KeyPattern,
  forced: boolean,
): Candidate | undefined {
  const pattern = index ? patternOf(index) : ID_PATTERN;
  const bounds = boundsOf(pattern, index?.multikey ?? [false], conditions);
  if (index && !forced && !holdsAll(index, bounds, conditions)) return undefined;
  const order = orderOf(index, pattern, bounds, sort);
  if (!bounds.used && !order.sorted && !forced) return undefined;
  const paths = new Set(pattern.slice(0, bounds.used).map(([path]) => path));
  const exact =
    !conditions.more &&
    !conditions.alternatives.length &&
    bounds.exact &&
    [...conditions.byPath.keys()].every((path) => paths.has(path)) &&
    !order.merge &&
    (!index?.spec.sparse || bounds.used > 0);
  return {
    access: {
      kind: "index",
      index,
      pattern,
      ranges: rangesOf(pattern, bounds),
      reverse: order.reverse,
      merge: order.merge,
      repeats: index?.multikey.includes(true) ?? false,
      get bounds() {
        return Object.fromEntries(
          pattern.map(([path], i) => [
            path,
            bounds.fields[i]?.map(describe) ?? ["[MinKey, MaxKey]"],
          ]),
        );
      },
      bounded: bounds.used > 0,
    },
    sorted: order.sorted || !sort.length,
    exact,
    points: bounds.points,
    score: bounds.points * 2 + bounds.used,
  };
}

interface Bounds {
  fields: Interval[][];
  used: number;
  points: number;
  exact: boolean;
}

function boundsOf(pattern: KeyPattern, multikey: boolean[], { byPath }: Conditions): Bounds {
  const bounds: Bounds = { fields: [], used: 0, points: 0, exact: true };
  let arrays = 0;
  let combinations = 1;
  for (const [i, [path]] of pattern.entries()) {
    const many = multikey[i] === true;
    const conditions = byPath.get(path)?.filter(({ whole }) => !(whole && many));
    if (!conditions?.length || bounds.used > bounds.points) break;
    // Different elements of an array may satisfy different conditions, so only one array field can be bounded.
    if (many && arrays++ > 0) break;
    const intervals = many
      ? narrowest(conditions)
      : conditions.map((one) => one.intervals).reduce(intersect);
    // All values of one field are looked up, however many; only combinations of several fields are limited.
    const least = Math.max(combinations, intervals.length);
    if (combinations * intervals.length > Math.max(MAX_COMBINATIONS, least)) break;
    combinations *= Math.max(1, intervals.length);
    bounds.fields.push(intervals);
    bounds.used++;
    bounds.exact &&= conditions.every(({ exact }) => exact) && (!many || conditions.length === 1);
    if (intervals.every(({ point }) => point)) bounds.points++;
  }
  return bounds;
}

/** The most selective of several conditions on an array. */
function narrowest(conditions: Condition[]): Interval[] {
  const points = conditions.filter(({ intervals }) => intervals.every(({ point }) => point));
  const [best] = (points.length ? points : conditions).sort(
    (a, b) => a.intervals.length - b.intervals.length,
  );
  return best!.intervals;
}

function rangesOf(pattern: KeyPattern, bounds: Bounds): (Range & { head: number })[] {
  let heads: Buffer[] = [Buffer.alloc(0)];
  for (const [i, intervals] of bounds.fields.entries()) {
    const direction = pattern[i]![1];
    const ordered = inOrder(intervals, direction);
    if (i < bounds.points) {
      const keys = ordered.map((interval) => toKey(interval, direction));
      heads = i ? heads.flatMap((head) => keys.map((key) => Buffer.concat([head, key]))) : keys;
      continue;
    }
    const ranges = ordered.map((interval) => toRange(interval, direction));
    return heads.flatMap((head) =>
      ranges.map(({ from, to }) => ({
        from: Buffer.concat([head, from]),
        to: Buffer.concat([head, to]),
        head: head.length,
      })),
    );
  }
  return heads.map((head) => ({ ...prefixRange(head), head: head.length }));
}

const prefixRange = (head: Buffer): Range => {
  const to = Buffer.concat([head, Buffer.from([0xff])]);
  return { from: head, to: head.length ? to : Buffer.alloc(0) };
};

const inOrder = (intervals: Interval[], direction: Direction) =>
  direction > 0 ? intervals : [...intervals].reverse();

interface Order {
  sorted: boolean;
  reverse: boolean;
  merge: boolean;
}

/** Whether entries are in the requested order, as stored or after merging ranges. */
function orderOf(
  index: Index | undefined,
  pattern: KeyPattern,
  bounds: Bounds,
  sort: KeyPattern,
): Order {
  const unsorted = { sorted: false, reverse: false, merge: false };
  if (!sort.length) return unsorted;
  const single = (i: number) => i < bounds.points && bounds.fields[i]!.length === 1;
  const fixed = new Set(
    pattern.filter((_, i) => single(i) && !index?.multikey[i]).map(([path]) => path),
  );
  const wanted = sort.filter(([path]) => !fixed.has(path));
  // Entries of a non-unique index end with the _id.
  const byId = index && !index.spec.unique && !pattern.some(([path]) => path === "_id");
  const all = [...pattern, ...(byId ? ID_PATTERN : [])].map(([path, direction], i) => ({
    path,
    direction,
    i,
  }));
  for (const merge of [false, true]) {
    const fields = all.filter(({ i }) => (merge ? i >= bounds.points : !single(i)));
    if (merge && rangeCount(bounds) > MAX_MERGED_RANGES) break;
    for (const sign of [1, -1]) {
      const follows = wanted.every(([path, direction], k) => {
        const field = fields[k];
        return (
          field?.path === path && field.direction * sign === direction && !index?.multikey[field.i]
        );
      });
      if (follows) return { sorted: true, reverse: sign < 0, merge };
    }
  }
  return unsorted;
}

const rangeCount = ({ fields }: Bounds) => fields.reduce((n, intervals) => n * intervals.length, 1);

/** Whether a sparse or partial index contains every matching document. */
function holdsAll(index: Index, bounds: Bounds, conditions: Conditions): boolean {
  const { sparse, partialFilterExpression } = index.spec;
  if (sparse && !bounds.fields.some(excludesNull)) return false;
  return !partialFilterExpression || implies(conditions, partialFilterExpression);
}

/** Whether a filter implies a partial index's filter, by a simple conservative test. */
function implies({ byPath }: Conditions, partial: Record<string, unknown>): boolean {
  return Object.entries(partial).every(([path, demand]) => {
    if (path.startsWith("$")) return false;
    const conditions = byPath.get(path) ?? [];
    return conditions.some(({ intervals, exact }) => {
      if (!exact || !intervals.length) return false;
      const single =
        demand !== null && typeof demand === "object" && Object.keys(demand).length === 1;
      if (single && ownField(demand, "$exists") === true) return excludesNull(intervals);
      return intervals.every((interval) => interval.point && allows(demand, interval));
    });
  });
}

function allows(demand: unknown, interval: Interval): boolean {
  return compileFilter({ value: demand })({ value: interval.value });
}

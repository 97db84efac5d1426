/** Finds the distinct values of a field. */
import { encodeKey } from "../bson/keys";
import { compileFilter } from "../language/match";
import { valuesAt } from "../language/paths";
import { distinctScan, type DistinctScan } from "../planner/distinct";
import type { Statistics } from "../planner/execute";
import type { Collection } from "../storage/collection";
import { afterAll, type Entry, type Range } from "../storage/range";
import { PAUSE, type Pause } from "../storage/time-slice";
import { find, statistics, type Query } from "./find";

/** Plans to read distinct values from one to the next; `undefined` if all matches are to be read. */
export const planDistinct = (
  collection: Collection,
  { filter, hint, scope }: Query,
  path: string,
): DistinctScan | undefined =>
  hint === undefined || hint === null ? distinctScan(collection, path, filter, scope) : undefined;

/** Returns the distinct values of a field among the matches of a query. */
export function* distinct(
  collection: Collection | undefined,
  query: Query,
  path: string,
  identify: (value: unknown) => string,
  count: Statistics = statistics(),
): Generator<Pause, unknown[]> {
  // Invalid filters fail even if the collection does not exist.
  compileFilter(query.filter, query.scope);
  if (!collection) return [];
  const scan = planDistinct(collection, query, path);
  const found = scan
    ? scannedValues(collection, scan, path, count)
    : allValues(collection, query, path, count);
  const values = new Map<string, unknown>();
  for (const one of found) {
    if (one === PAUSE) yield PAUSE;
    else if (!values.has(identify(one))) values.set(identify(one), one);
  }
  return [...values.values()];
}

function* allValues(
  collection: Collection,
  query: Query,
  path: string,
  count: Statistics,
): Generator<unknown> {
  const only = new Set([path.split(".")[0]!]);
  for (const match of find(collection, query, count)) {
    if (match === PAUSE) yield PAUSE;
    else yield* valuesAt(match.row.fields(only), path);
  }
}

function* scannedValues(
  collection: Collection,
  scan: DistinctScan,
  path: string,
  count: Statistics,
): Generator<unknown> {
  const { access, direction, single } = scan;
  const { timeSlices } = collection.store;
  for (const { head, ...range } of access.ranges) {
    let rest: Range | undefined = range;
    while (rest) {
      const next: Found | undefined = yield* firstValue(collection, scan, rest, path, count);
      if (next) yield next.value;
      rest = next && !single ? beyond(next, head, direction, range) : undefined;
      if (!timeSlices.over) continue;
      yield PAUSE;
      collection.assertThere(access.index);
    }
  }
}

interface Found {
  /** The key of the index entry, without the index's number. */
  key: Buffer;
  value: unknown;
}

/** Finds the first value in a range, past documents that lack the field, which an index holds as null. */
function* firstValue(
  collection: Collection,
  { access }: DistinctScan,
  range: Range,
  path: string,
  count: Statistics,
): Generator<Pause, Found | undefined> {
  const only = new Set([path.split(".")[0]!]);
  for (const entry of collection.indexEntries(access.index, range, false, 1)) {
    if (entry === PAUSE) {
      yield PAUSE;
      continue;
    }
    count.keysExamined++;
    count.docsExamined++;
    const row = collection.get((entry as Entry).value);
    const [value] = row ? valuesAt(row.fields(only), path) : [];
    if (value !== undefined) return { key: (entry as Entry).key.subarray(4), value };
  }
  return undefined;
}

/** The rest of a range after all entries with a value, or after one entry if its document has changed. */
function beyond({ key, value }: Found, head: number, direction: 1 | -1, { to }: Range): Range {
  const encoded = encodeKey(value, direction);
  const isCurrent = key.subarray(head, head + encoded.length).equals(encoded);
  const from = isCurrent
    ? afterAll(key.subarray(0, head + encoded.length))
    : Buffer.concat([key, Buffer.alloc(1)]);
  return { from, to };
}

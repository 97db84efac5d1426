/** Finds the distinct values of a field. */
import { encodeKey, identity } from "../bson/keys";
import { elementBytes, encode, MAX_DOCUMENT_BYTES } from "../bson/raw-document";
import { CommandError } from "../errors";
import { compileFilter } from "../language/match";
import { valuesAt } from "../language/paths";
import { distinctScan, type DistinctScan } from "../planner/distinct";
import type { Statistics } from "../planner/execute";
import type { Collection } from "../storage/collection";
import { prefixEnd, type Entry, type Range } from "../storage/range";
import { PAUSE, type Pause } from "../storage/time-slice";
import { find, statistics, type Query } from "./find";

/** The maximum size of the values, as in MongoDB, which reserves the difference for the rest of the reply. */
const MAX_ANSWER_BYTES = MAX_DOCUMENT_BYTES - 4096;
/** The size of the field `values` without values: an encoded document less its final byte. */
const EMPTY_ANSWER_BYTES = encode({ values: [] }).length - 1;

/** Plans to skip from each distinct value to the next in an index; `undefined` if all matches must be read. */
export const planDistinct = (
  collection: Collection,
  { filter, hint }: Query,
  path: string,
): DistinctScan | undefined =>
  hint === undefined || hint === null ? distinctScan(collection, path, filter) : undefined;

/**
 * Returns the distinct values of a field among the matches of a query.
 *
 * @throws CommandError as soon as the values exceed the maximum size of a reply
 */
export function* distinct(
  collection: Collection | undefined,
  query: Query,
  path: string,
): Generator<Pause, unknown[]> {
  const values: unknown[] = [];
  let bytes = EMPTY_ANSWER_BYTES;
  for (const value of distinctValues(collection, query, path)) {
    if (value === PAUSE) {
      yield PAUSE;
      continue;
    }
    bytes += elementBytes(value, values.length);
    if (bytes >= MAX_ANSWER_BYTES) throw new CommandError(17217, "distinct too big, 16mb cap");
    values.push(value);
  }
  return values;
}

/** Yields each distinct value of a field among the matches of a query, without a limit, and pauses. */
export function* distinctValues(
  collection: Collection | undefined,
  query: Query,
  path: string,
  count: Statistics = statistics(),
): Generator<unknown> {
  // Invalid filters fail even if the collection does not exist.
  compileFilter(query.filter, query.scope);
  if (!collection) return;
  const scan = planDistinct(collection, query, path);
  const found = scan
    ? scannedValues(collection, scan, path, count)
    : allValues(collection, query, path, count);
  const seen = new Set<string>();
  for (const one of found)
    if (one === PAUSE || seen.size !== seen.add(identity(one)).size) yield one;
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

/** Finds the first value in a range; skips documents that lack the field, which an index stores as null. */
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

/**
 * The rest of a range after all entries with the value found. If the document has changed since its entry was
 * read, the value is not that of the entry, so only this entry is skipped.
 */
function beyond({ key, value }: Found, head: number, direction: 1 | -1, { to }: Range): Range {
  const encoded = encodeKey(value, direction);
  const isCurrent = key.subarray(head, head + encoded.length).equals(encoded);
  const from = isCurrent
    ? prefixEnd(key.subarray(0, head + encoded.length))
    : Buffer.concat([key, Buffer.alloc(1)]);
  return { from, to };
}

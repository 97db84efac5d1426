/** Executes plans. */
import { encodeKey } from "../bson/keys";
import type { Row } from "../bson/raw-document";
import { compileFilter } from "../language/match";
import type { KeyPattern } from "../bson/document-keys";
import { sortKey } from "../language/sort";
import type { Collection } from "../storage/collection";
import type { Entry, Range } from "../storage/range";
import { PAUSE, type Pause } from "../storage/time-slice";
import type { IndexScan } from "./candidates";
import type { Alternatives, Plan } from "./plan";

export interface Statistics {
  keysExamined: number;
  docsExamined: number;
}

/** A document found: its encoded `_id`, and a way to load it. */
export interface Found {
  id: Buffer;
  /** `undefined` if it was deleted after its index entry was read. */
  load(): Row | undefined;
}

/** Yields the documents that a plan finds, in its order; unless the plan is exact, the caller must test the filter. */
export function* execute(
  collection: Collection,
  plan: Plan,
  statistics: Statistics,
): Generator<Found | Pause> {
  const { access } = plan;
  if (access.kind === "or") yield* alternatives(collection, access, statistics);
  else if (access.kind === "collection") yield* documents(collection, false, statistics);
  else yield* indexed(collection, access, statistics);
}

function* indexed(
  collection: Collection,
  access: IndexScan,
  statistics: Statistics,
): Generator<Found | Pause> {
  if (access.index) yield* entries(collection, access, statistics);
  else yield* byId(collection, access, statistics);
}

function* documents(
  collection: Collection,
  reverse: boolean,
  statistics: Statistics,
  range?: { from: Buffer; to: Buffer },
) {
  for (const found of collection.rows(range, reverse)) {
    if (found === PAUSE) yield PAUSE;
    else {
      statistics.docsExamined++;
      yield { id: found.id, load: () => found.row };
    }
  }
}

/** Reads documents by `_id`: looks up single values and scans ranges. */
function* byId(collection: Collection, { ranges, reverse }: IndexScan, statistics: Statistics) {
  for (const range of reverse ? [...ranges].reverse() : ranges) {
    const single = range.head > 0;
    if (!single) {
      for (const found of documents(collection, reverse, statistics, range)) {
        if (found !== PAUSE) statistics.keysExamined++;
        yield found;
      }
      continue;
    }
    statistics.keysExamined++;
    const row = collection.get(range.from);
    if (row) statistics.docsExamined++;
    if (row) yield { id: range.from, load: () => row };
    if (!collection.store.timeSlices.over) continue;
    yield PAUSE;
    collection.assertThere();
  }
}

function* entries(collection: Collection, access: IndexScan, statistics: Statistics) {
  const { index, ranges, reverse, merge, repeats } = access;
  const scan = (range: Range) => collection.indexEntries(index!, range, reverse);
  const seen = repeats ? new Set<string>() : undefined;
  const found =
    merge && ranges.length > 1
      ? merged(
          ranges.map((range) => ({ head: 4 + range.head, entries: scan(range) })),
          reverse,
        )
      : concatenated(collection, access, scan);
  for (const entry of found) {
    if (entry === PAUSE) {
      yield PAUSE;
      continue;
    }
    statistics.keysExamined++;
    const id = entry.value;
    if (seen && seen.size === seen.add(id.toString("latin1")).size) continue;
    yield {
      id,
      load() {
        statistics.docsExamined++;
        return collection.get(id);
      },
    };
  }
}

interface Scan {
  head: number;
  entries: Generator<Entry | Pause>;
}

/** Reads ranges one after another; pauses between ranges, too, because many may be empty. */
function* concatenated(
  collection: Collection,
  { index, ranges, reverse }: IndexScan,
  scan: (range: Range) => Generator<Entry | Pause>,
): Generator<Entry | Pause> {
  for (const range of reverse ? [...ranges].reverse() : ranges) {
    yield* scan(range);
    if (!collection.store.timeSlices.over) continue;
    yield PAUSE;
    collection.assertThere(index);
  }
}

/** Merges several ranges in the order of the part of their keys after the prefix. */
function* merged(scans: Scan[], reverse: boolean): Generator<Entry | Pause> {
  const sources = scans.map(({ head, entries }) =>
    (function* () {
      for (const entry of entries)
        yield entry === PAUSE ? PAUSE : { item: entry, key: entry.key.subarray(head) };
    })(),
  );
  yield* mergeByKey(sources, reverse);
}

interface Keyed<T> {
  item: T;
  key: Buffer;
}

/** Merges sources that are each sorted by key. */
export function* mergeByKey<T>(
  sources: Generator<Keyed<T> | Pause>[],
  reverse = false,
): Generator<T | Pause> {
  const sign = reverse ? -1 : 1;
  const heads: { next: Keyed<T>; source: Generator<Keyed<T> | Pause> }[] = [];
  const place = (head: (typeof heads)[number]) => {
    let low = 0;
    for (let high = heads.length; low < high;) {
      const middle = (low + high) >> 1;
      // The next one to take is last.
      if (sign * Buffer.compare(heads[middle]!.next.key, head.next.key) >= 0) low = middle + 1;
      else high = middle;
    }
    heads.splice(low, 0, head);
  };
  function* advance(source: Generator<Keyed<T> | Pause>): Generator<Pause> {
    for (;;) {
      const { done, value } = source.next();
      if (done) return;
      if (value !== PAUSE) return place({ next: value, source });
      yield PAUSE;
    }
  }
  for (const source of sources) yield* advance(source);
  for (let head = heads.pop(); head; head = heads.pop()) {
    yield head.next.item;
    yield* advance(head.source);
  }
}

function* alternatives(
  collection: Collection,
  { branches, merge }: Alternatives,
  statistics: Statistics,
): Generator<Found | Pause> {
  const sources = branches.map(({ access, exact, filter }) => {
    const matches = exact ? undefined : compileFilter(filter);
    return tested(indexed(collection, access, statistics), matches, merge);
  });
  const seen = new Set<string>();
  const inOrder = merge ? mergeByKey(sources) : inSequence(sources);
  for (const found of inOrder) {
    if (found === PAUSE) yield PAUSE;
    else if (seen.size !== seen.add(found.id.toString("latin1")).size) yield found;
  }
}

function* inSequence(sources: Generator<Keyed<Found> | Pause>[]): Generator<Found | Pause> {
  for (const source of sources) for (const next of source) yield next === PAUSE ? PAUSE : next.item;
}

const NO_KEY = Buffer.alloc(0);

function* tested(
  source: Iterable<Found | Pause>,
  matches: ((doc: unknown) => boolean) | undefined,
  order: KeyPattern | undefined,
): Generator<Keyed<Found> | Pause> {
  for (const found of source) {
    if (found === PAUSE) {
      yield PAUSE;
      continue;
    }
    const row = found.load();
    if (!row || (matches && !matches(row.doc))) continue;
    const key = order ? Buffer.concat([sortKey(row.doc, order), encodeKey(row.doc._id)]) : NO_KEY;
    yield { item: { id: found.id, load: () => row }, key };
  }
}

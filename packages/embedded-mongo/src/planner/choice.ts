/** Chooses among candidates by what they would read. */
import type { Document } from "bson";
import type { KeyPattern } from "../bson/document-keys";
import type { Collection } from "../storage/collection";
import type { Candidate, IndexScan } from "./candidates";

export interface PlanRequest {
  filter: Document;
  sort: KeyPattern;
  /** The maximum number of rows to read, including those skipped; 0 for no limit. */
  most: number;
  hint?: unknown;
}

/** The approximate number of entries that are counted at most to compare candidates. */
const MAX_COUNTED = 2000;
/** The assumed number of rows read for a limited query in index order. */
const FIRST_ROWS = 20;
/** The cost of reading and sorting a row, relative to reading it in order. */
const SORTING = 1.5;
/** One row in this many is assumed to meet the conditions on fields that an index does not have. */
const FURTHER_CONDITIONS = 3;
/** Maximum number of rows that are sorted, which takes memory, to avoid reading more rows in order. */
const MAX_SORTED = 100_000;
/** How many ranges are counted to estimate the entries in all of them. */
const MAX_RANGES_COUNTED = 50;

/** Returns the candidate that reads and sorts least, if there is any. */
export function choose(
  collection: Collection,
  candidates: Candidate[],
  request: PlanRequest,
): Candidate | undefined {
  const byId = candidates.find(
    ({ access, score }) => !access.index && score === 3 && access.ranges.length <= 1,
  );
  if (byId || candidates.length < 2) return byId ?? candidates[0];
  // In the same order, a bounded index reads fewer entries than an unbounded one.
  const ordered = cheapest(collection, boundedFirst(candidates.filter(isSorted)), request);
  const unordered = cheapest(
    collection,
    candidates.filter((one) => !isSorted(one)),
    request,
  );
  if (!ordered || !unordered) return ordered ?? unordered;
  const reading = { scans: [unordered.access], exact: unordered.exact };
  return readsLessInOrder(collection, ordered, reading, request) ? ordered : unordered;
}

const isSorted = ({ sorted }: Candidate) => sorted;

function boundedFirst(candidates: Candidate[]): Candidate[] {
  const bounded = candidates.filter(({ access }) => access.bounded);
  return bounded.length ? bounded : candidates;
}

function cheapest(
  collection: Collection,
  candidates: Candidate[],
  request: PlanRequest,
): Candidate | undefined {
  if (candidates.length < 2) return candidates[0];
  let best: { candidate: Candidate; cost: number } | undefined;
  // The most promising come first, because later candidates are only counted up to the lowest cost so far.
  for (const candidate of candidates.toSorted((a, b) => promise(b) - promise(a))) {
    const cost = costOf(collection, candidate, request, best?.cost);
    if (!best || cost < best.cost || (cost === best.cost && candidate.score > best.candidate.score))
      best = { candidate, cost };
  }
  return best?.candidate;
}

const promise = ({ access, sorted, exact }: Candidate) =>
  (access.bounded ? 4 : 0) + (exact ? 2 : 0) + (sorted ? 1 : 0);

interface UnorderedReading {
  scans: IndexScan[];
  /** Whether all rows that are read match the filter. */
  exact: boolean;
}

/**
 * Whether it is cheaper to read `ordered` until there are enough rows than to read and sort `unordered`.
 *
 * If the matches are spread evenly, the first `most` matches are among the first `inOrder * most / matches` rows
 * in order. The number of matches is not known, but it is at most the number of entries of `unordered`. These are
 * counted only up to the break-even point, which costs less than reading either.
 */
export function readsLessInOrder(
  collection: Collection,
  ordered: Candidate,
  unordered: UnorderedReading,
  { most }: PlanRequest,
): boolean {
  if (ordered.exact) return true;
  const inOrder = countEntries(collection, ordered.access, MAX_COUNTED);
  const rows = inOrder < MAX_COUNTED ? inOrder : collection.count;
  const wanted = unordered.exact ? most : most * FURTHER_CONDITIONS;
  const balance = Math.min(rows / SORTING, most ? Math.sqrt((rows * wanted) / SORTING) : rows);
  const enough = Math.min(Math.ceil(balance), MAX_SORTED);
  let entries = 0;
  for (const scan of unordered.scans) {
    entries += countEntries(collection, scan, enough - entries);
    if (entries >= enough) return true;
  }
  return false;
}

/** Estimates the cost of reading a candidate's entries, to compare candidates that are all sorted or all unsorted. */
function costOf(
  collection: Collection,
  candidate: Candidate,
  { sort, most: wanted }: PlanRequest,
  enough = Infinity,
): number {
  const { access, sorted, exact } = candidate;
  if (!access.bounded) return MAX_COUNTED;
  const weigh = (entries: number) => {
    if (!wanted || !sorted) return entries;
    if (!sort.length) return entries / (exact ? 4 : 2);
    return exact ? Math.min(entries, FIRST_ROWS) : entries / FURTHER_CONDITIONS;
  };
  let most = FIRST_ROWS;
  while (most < MAX_COUNTED && weigh(most) <= enough && weigh(most * 2) > weigh(most)) most *= 2;
  return weigh(countEntries(collection, access, most));
}

/** Counts the entries of a scan, up to a limit; if it has many ranges, extrapolates from the first. */
function countEntries(collection: Collection, { index, ranges }: IndexScan, limit: number): number {
  const counted = ranges.slice(0, MAX_RANGES_COUNTED);
  let entries = 0;
  for (const range of counted) {
    if (entries >= limit) return entries;
    entries += index
      ? collection.countEntries(index, range, limit - entries)
      : collection.countIds(range, limit - entries);
  }
  return counted.length ? (entries * ranges.length) / counted.length : 0;
}

/**
 * MongoDB's rules for the keys of sorts and indexes, written a second time as plainly as can be: each path is
 * followed alone, and the ways that go through the same elements of the same arrays belong together.
 */
import type { Document } from "mongodb";
import { EMPTY, field, isDoc, isNumber, MISSING, order } from "./plain-rules";

/** A number is a position and a field's name at once. */
const AMBIGUOUS = 16746;
export const PARALLEL_IN_INDEX = 171;
export const PARALLEL_IN_SORT = 2;

/** An array on the way, and the element the way leads through; none if a position or the array ends it. */
interface Step {
  array: unknown[];
  element?: number;
}

/** One way along a path, and the value it leads to. */
interface Way {
  steps: Step[];
  value: unknown;
}

const through = (array: unknown[], ways: Way[], element?: number): Way[] =>
  ways.map(({ steps, value }) => ({
    steps: [{ array, ...(element !== undefined && { element }) }, ...steps],
    value,
  }));
const end = (value: unknown): Way[] => [{ steps: [], value }];

/** All ways along a path; `named` says that a position led to the value. Throws the code of an error. */
function waysAlong(value: unknown, parts: string[], named = false): Way[] {
  const [part, ...rest] = parts;
  if (!Array.isArray(value)) {
    if (part === undefined) return end(value);
    return isDoc(value) ? waysAlong(field(value, part), rest) : end(MISSING);
  }
  if (!value.length) return through(value, end(part === undefined ? EMPTY : MISSING));
  if (part === undefined) {
    if (named) return through(value, end(value));
    return value.flatMap((item, i) => through(value, end(item), i));
  }
  if (isNumber(part) && part in value) {
    if (value.some((item) => isDoc(item) && part in item)) throw AMBIGUOUS;
    return through(value, waysAlong(value[Number(part)], rest, true));
  }
  return value.flatMap((item, i) =>
    through(value, isDoc(item) ? waysAlong(item, parts) : end(MISSING), i),
  );
}

/** Whether two ways go through the same elements as far as both go; throws if through different arrays. */
function together(a: Way, b: Way, parallel: number): boolean {
  for (let i = 0; i < Math.min(a.steps.length, b.steps.length); i++) {
    const [x, y] = [a.steps[i]!, b.steps[i]!];
    if (x.array !== y.array) throw parallel;
    const differ = x.element !== y.element && x.element !== undefined && y.element !== undefined;
    if (differ) return false;
  }
  return true;
}

/** The keys of a document by several paths. Throws the code of an error. */
function keys(doc: Document, paths: string[], parallel: number): unknown[][] {
  let combined: Way[][] = [[]];
  for (const ways of paths.map((path) => waysAlong(doc, path.split("."))))
    combined = combined.flatMap((some) =>
      ways
        .filter((way) => some.every((other) => together(other, way, parallel)))
        .map((way) => [...some, way]),
    );
  return combined.map((some) => some.map(({ value }) => value));
}

/** The codes of which one refuses a document in an index or a sort by these paths; none if it is taken. */
export function refusals(doc: Document, paths: string[], parallel: number): number[] {
  try {
    keys(doc, paths, parallel);
    return [];
  } catch (code) {
    // Of two errors in one document either may be found first.
    return code === AMBIGUOUS && paths.length > 1 ? [AMBIGUOUS, parallel] : [code as number];
  }
}

/** Sorts documents, each by the first of its keys in the order of the whole sort. */
export function sorted(docs: Document[], sort: Document): Document[] {
  const compare = (a: unknown[], b: unknown[]) =>
    Object.values(sort).reduce((found, sign, i) => found || sign * order(a[i], b[i]), 0);
  return docs
    .map((doc) => ({
      doc,
      key: keys(doc, Object.keys(sort), PARALLEL_IN_SORT).reduce((a, b) =>
        compare(b, a) < 0 ? b : a,
      ),
    }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ doc }) => doc);
}

/**
 * A second, as simple as possible implementation of MongoDB's rules for the keys of sorts and indexes: each path is
 * followed on its own, and ways through the same elements of the same arrays are combined.
 */
import type { Document } from "mongodb";
import { EMPTY, field, isDoc, isNumber, MISSING, order } from "./plain-rules";

/** The error code for a number that is both an array index and a field name. */
const AMBIGUOUS = 16746;
export const PARALLEL_IN_INDEX = 171;
export const PARALLEL_IN_SORT = 2;

/** An array on a way, and the index of the element it goes through; none if a numeric segment or the array decides. */
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

/** All ways along a path; `named` says that a numeric segment has selected the value. Throws an error code. */
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

/** Whether two ways share their elements as far as both go; throws `parallel` if they go through different arrays. */
function together(a: Way, b: Way, parallel: number): boolean {
  for (let i = 0; i < Math.min(a.steps.length, b.steps.length); i++) {
    const [x, y] = [a.steps[i]!, b.steps[i]!];
    if (x.array !== y.array) throw parallel;
    const differ = x.element !== y.element && x.element !== undefined && y.element !== undefined;
    if (differ) return false;
  }
  return true;
}

/** The keys of a document for several paths. Throws an error code. */
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

/** The possible error codes of a document in an index or a sort by these paths; none if it is accepted. */
export function refusals(doc: Document, paths: string[], parallel: number): number[] {
  try {
    keys(doc, paths, parallel);
    return [];
  } catch (code) {
    // If a document has both errors, either may be found first.
    return code === AMBIGUOUS && paths.length > 1 ? [AMBIGUOUS, parallel] : [code as number];
  }
}

/** Sorts documents, each by the first of its keys in the order of the sort. */
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

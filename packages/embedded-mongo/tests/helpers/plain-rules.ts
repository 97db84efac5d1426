/**
 * MongoDB's rules for filters, sorts and index keys, written a second time as plainly as can be, to compare
 * the database with: https://www.mongodb.com/docs/manual/core/document/#dot-notation
 *
 * Knows integers, strings, null, documents and arrays only.
 */
import type { Document } from "mongodb";

export const MISSING = Symbol("missing");
/** Sorts before null: an empty array in the place of its elements. */
const EMPTY = Symbol("empty");

const isArray = Array.isArray;
const isDoc = (value: unknown): value is Document =>
  typeof value === "object" && value !== null && !isArray(value);
const isNumber = (part: string) => /^\d+$/.test(part);
const field = (doc: Document, name: string): unknown => (name in doc ? doc[name] : MISSING);

function rank(value: unknown): number {
  if (value === EMPTY) return 0;
  if (value === null || value === MISSING) return 1;
  if (typeof value === "number") return 2;
  if (typeof value === "string") return 3;
  return isArray(value) ? 5 : 4;
}

export function order(a: unknown, b: unknown): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === "number") return a - (b as number);
  if (typeof a === "string") return a < (b as string) ? -1 : Number(a > (b as string));
  if (rank(a) < 4) return 0;
  const [xs, ys] = [Object.entries(a as object), Object.entries(b as object)];
  for (let i = 0; i < Math.min(xs.length, ys.length); i++) {
    const [[m, x], [n, y]] = [xs[i]!, ys[i]!];
    const found = rank(x) - rank(y) || (isArray(a) ? 0 : order(m, n)) || order(x, y);
    if (found) return found;
  }
  return xs.length - ys.length;
}

/** A value that a path leads to; `whole` is one that an element's position named, or an array itself. */
interface Reached {
  value: unknown;
  whole: boolean;
}

/** All values that a filter's path leads to. */
function reach(value: unknown, parts: string[]): Reached[] {
  const [part, ...rest] = parts;
  if (part === undefined)
    return isArray(value)
      ? [...value.map((item) => ({ value: item, whole: false })), { value, whole: true }]
      : [{ value, whole: true }];
  if (isDoc(value)) return reach(field(value, part), rest);
  if (!isArray(value)) return [{ value: MISSING, whole: true }];
  return value.flatMap((item, i) => [
    ...(isDoc(item) ? reach(item, parts) : []),
    ...(isNumber(part) && Number(part) === i ? position(item, rest) : []),
  ]);
}

/** What is below a position: nothing is missing in a value that has no fields. */
function position(item: unknown, rest: string[]): Reached[] {
  if (!rest.length) return [{ value: item, whole: true }];
  return isDoc(item) || isArray(item) ? reach(item, rest) : [];
}

const isNull = (value: unknown) => value === null || value === MISSING;
const same = (value: unknown, operand: unknown) =>
  operand === null ? isNull(value) : value !== MISSING && order(value, operand) === 0;

/** Whether one value passes an operator. */
function passes(value: unknown, name: string, operand: unknown): boolean {
  const alike = rank(value) === rank(operand) && (value !== MISSING || name.endsWith("e"));
  switch (name) {
    case "$eq":
      return same(value, operand);
    case "$in":
      return (operand as unknown[]).some((one) => same(value, one));
    case "$gt":
      return alike && order(value, operand) > 0;
    case "$gte":
      return alike && order(value, operand) >= 0;
    case "$lt":
      return alike && order(value, operand) < 0;
    case "$lte":
      return alike && order(value, operand) <= 0;
    case "$size":
      return isArray(value) && value.length === operand;
    case "$exists":
      return (value !== MISSING) === operand;
    case "$elemMatch":
      return isArray(value) && value.some((item) => isElement(item, operand as Document));
    case "$not":
      return !Object.entries(operand as Document).every(([one, of]) => passes(value, one, of));
  }
  throw new Error(`the plain rules do not know ${name}`);
}

function isElement(item: unknown, wanted: Document): boolean {
  if (Object.keys(wanted)[0]!.startsWith("$"))
    return Object.entries(wanted).every(([name, operand]) => passes(item, name, operand));
  if (isArray(item)) return matches({ ...item }, wanted);
  return isDoc(item) && matches(item, wanted);
}

/** Operators that are asked of an array, not of its elements. */
const OF_WHOLE = ["$size", "$exists", "$elemMatch"];

function holds(doc: Document, path: string, name: string, operand: unknown): boolean {
  if (name === "$not")
    return !Object.entries(operand as Document).every(([one, of]) => holds(doc, path, one, of));
  if (name === "$exists" && operand === false) return !holds(doc, path, "$exists", true);
  const reached = reach(doc, path.split("."));
  return reached.some(
    ({ value, whole }) => (whole || !OF_WHOLE.includes(name)) && passes(value, name, operand),
  );
}

/** Whether a document passes a filter. */
export const matches = (doc: Document, filter: Document): boolean =>
  Object.entries(filter).every(([path, condition]) => {
    if (path === "$and") return condition.every((part: Document) => matches(doc, part));
    if (path === "$or") return condition.some((part: Document) => matches(doc, part));
    return Object.entries(condition).every(([name, operand]) => holds(doc, path, name, operand));
  });

/** The keys of a document by one path, or the code of the error that MongoDB gives. */
export function keys(value: unknown, parts: string[], ofPosition = false): unknown[] | number {
  const [part, ...rest] = parts;
  if (part === undefined) {
    if (!isArray(value) || (ofPosition && value.length)) return [value];
    return value.length ? value : [EMPTY];
  }
  if (isDoc(value)) return keys(field(value, part), rest);
  if (!isArray(value)) return [MISSING];
  if (isNumber(part) && Number(part) < value.length) {
    if (value.some((item) => isDoc(item) && part in item)) return 16746;
    return keys(value[Number(part)], rest, true);
  }
  if (!value.length) return [MISSING];
  const found: unknown[] = [];
  for (const item of value) {
    const below = isDoc(item) ? keys(item, parts) : [MISSING];
    if (typeof below === "number") return below;
    found.push(...below);
  }
  return found;
}

/** Sorts documents by one path and then by `_id`, or returns the code of the error. */
export function sorted(docs: Document[], path: string, direction: number): Document[] | number {
  const keyed: { doc: Document; key: unknown }[] = [];
  for (const doc of docs) {
    const all = keys(doc, path.split("."));
    if (typeof all === "number") return all;
    keyed.push({ doc, key: all.reduce((a, b) => (direction * order(b, a) < 0 ? b : a)) });
  }
  return keyed
    .sort((a, b) => direction * order(a.key, b.key) || a.doc._id - b.doc._id)
    .map(({ doc }) => doc);
}

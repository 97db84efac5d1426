/**
 * A second, as simple as possible implementation of MongoDB's rules for filters and distinct values, to compare the
 * database with: https://www.mongodb.com/docs/manual/core/document/#dot-notation
 *
 * Supports only integers, strings, null, documents and arrays, and regular expressions in filters.
 */
import type { Document } from "mongodb";

export const MISSING = Symbol("missing");
/** Stands for the elements of an empty array; sorts before null. */
export const EMPTY = Symbol("empty");

const isArray = Array.isArray;
export const isDoc = (value: unknown): value is Document =>
  typeof value === "object" && value !== null && !isArray(value);
export const isNumber = (part: string) => /^\d+$/.test(part);
export const field = (doc: Document, name: string): unknown => (name in doc ? doc[name] : MISSING);

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

/** A value at a path; `whole` unless it is an element of an array at the end of the path. */
interface Reached {
  value: unknown;
  whole: boolean;
}

/** All values at the path of a filter. */
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

/** The values below an array index; a value without fields has none, not even a missing one. */
function position(item: unknown, rest: string[]): Reached[] {
  if (!rest.length) return [{ value: item, whole: true }];
  return isDoc(item) || isArray(item) ? reach(item, rest) : [];
}

const isNull = (value: unknown) => value === null || value === MISSING;
function same(value: unknown, operand: unknown): boolean {
  if (operand instanceof RegExp) return typeof value === "string" && operand.test(value);
  return operand === null ? isNull(value) : value !== MISSING && order(value, operand) === 0;
}

/** Operators that negate another one. */
const OPPOSITES: Record<string, string> = { $ne: "$eq", $nin: "$in" };

/** Whether one value passes an operator. */
function passes(value: unknown, name: string, operand: unknown): boolean {
  const opposite = OPPOSITES[name];
  if (opposite) return !passes(value, opposite, operand);
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
    case "$all":
      return isAll(operand as unknown[], (one, of) => passes(value, one, of));
    case "$regex":
      return same(value, new RegExp(operand as string));
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

/** Whether `$all` holds: each of its values, or each of its `$elemMatch`, matches. */
function isAll(operand: unknown[], test: (name: string, operand: unknown) => boolean): boolean {
  const each = operand.map((one) =>
    isDoc(one) && "$elemMatch" in one ? test("$elemMatch", one.$elemMatch) : test("$eq", one),
  );
  return each.length > 0 && !each.includes(false);
}

const ofValues = (wanted: Document) => /^\$(?!and$|or$|nor$)/.test(Object.keys(wanted)[0] ?? "");

function isElement(item: unknown, wanted: Document): boolean {
  if (ofValues(wanted))
    return Object.entries(wanted).every(([name, operand]) => passes(item, name, operand));
  if (isArray(item)) return matches({ ...item }, wanted);
  return isDoc(item) && matches(item, wanted);
}

/** Operators that apply to an array as a whole, not to its elements. */
const OF_WHOLE = ["$size", "$exists", "$elemMatch"];

function holds(doc: Document, path: string, name: string, operand: unknown): boolean {
  if (name === "$not")
    return !Object.entries(operand as Document).every(([one, of]) => holds(doc, path, one, of));
  const opposite = OPPOSITES[name];
  if (opposite) return !holds(doc, path, opposite, operand);
  if (name === "$all") return isAll(operand as unknown[], (one, of) => holds(doc, path, one, of));
  if (name === "$exists" && operand === false) return !holds(doc, path, "$exists", true);
  const reached = reach(doc, path.split("."));
  return reached.some(
    ({ value, whole }) => (whole || !OF_WHOLE.includes(name)) && passes(value, name, operand),
  );
}

/** The value at a path in an expression, in which a number is a field name only. */
function inExpression(value: unknown, parts: string[]): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (isDoc(value)) return inExpression(field(value, part), rest);
  if (!isArray(value)) return MISSING;
  return value
    .filter(isDoc)
    .map((item) => inExpression(item, parts))
    .filter((found) => found !== MISSING);
}

/** Whether `{$name: ["$path", constant]}` is true; a missing value is less than any other. */
function isTrue(doc: Document, comparison: Document): boolean {
  const [[name, [path, constant]]] = Object.entries(comparison) as [[string, [string, unknown]]];
  const value = inExpression(doc, path.slice(1).split("."));
  const found = value === MISSING ? -1 : order(value, constant);
  return { $eq: found === 0, $gt: found > 0, $lt: found < 0 }[name]!;
}

/** Whether a document passes a filter. */
export const matches = (doc: Document, filter: Document): boolean =>
  Object.entries(filter).every(([path, condition]) => {
    if (path === "$and") return condition.every((part: Document) => matches(doc, part));
    if (path === "$or") return condition.some((part: Document) => matches(doc, part));
    if (path === "$nor") return !condition.some((part: Document) => matches(doc, part));
    if (path === "$expr") return isTrue(doc, condition);
    if (!isDoc(condition) || !ofValues(condition)) return holds(doc, path, "$eq", condition);
    return Object.entries(condition).every(([name, operand]) => holds(doc, path, name, operand));
  });

/** The values that `distinct` finds in one document: a number after an array is an array index only. */
export function distinctValues(value: unknown, parts: string[]): unknown[] {
  const [part, ...rest] = parts;
  if (part === undefined) return isArray(value) ? value : value === MISSING ? [] : [value];
  if (isDoc(value)) return distinctValues(field(value, part), rest);
  if (!isArray(value)) return [];
  if (isNumber(part)) return part in value ? distinctValues(value[Number(part)], rest) : [];
  return value.filter(isDoc).flatMap((item) => distinctValues(item, parts));
}

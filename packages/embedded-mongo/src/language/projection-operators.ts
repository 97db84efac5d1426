/** Projection operators that only `find` supports: selections of array elements. */
import type { Document } from "bson";
import { isNumber } from "../bson/numbers";
import { isDocument, ownField, putField } from "../bson/types";
import { CommandError } from "../errors";
import { toInteger } from "./expression/operator";
import { compileFilter } from "./match";
import type { Scope } from "./scope";

/** Selects array elements in a projected document; `index` is that of the element that the filter matched. */
export type Selection = (doc: Document, index?: number) => Document;

/** Selects elements of one array. */
type Slice = (array: unknown[]) => unknown[];

/** Compiles `$slice`; `undefined` for the expression of that name, whose first operand is an array. */
export function slicing(operand: unknown): Slice | undefined {
  if (operand === undefined || (Array.isArray(operand) && !operand.every(isNumber)))
    return undefined;
  const [first, count] = [operand].flat().map((n) => toInteger(n, "$slice"));
  if (first === undefined || (Array.isArray(operand) && operand.length !== 2))
    throw new CommandError(28724, "$slice takes a number or an array of two");
  if (count !== undefined && count <= 0)
    throw new CommandError(28729, "$slice limit must be positive");
  return (array) => {
    if (count === undefined) return first < 0 ? array.slice(first) : array.slice(0, first);
    const start = first < 0 ? Math.max(0, array.length + first) : first;
    return array.slice(start, start + count);
  };
}

/** Slices the arrays at a path, which goes through documents in arrays, but not through arrays in arrays. */
export function sliceAt(
  doc: Document,
  [part = "", ...rest]: readonly string[],
  slice: Slice,
): Document {
  const value = ownField(doc, part);
  const within = (inner: unknown) => (isDocument(inner) ? sliceAt(inner, rest, slice) : inner);
  if (Array.isArray(value))
    return replaced(doc, part, rest.length ? value.map(within) : slice(value));
  return rest.length && isDocument(value) ? replaced(doc, part, within(value)) : doc;
}

/** Reduces the first array on a path to the element that the filter matched. */
export const elementAt =
  (parts: readonly string[]): Selection =>
  (doc, index) =>
    positioned(doc, parts, index);

function positioned(doc: Document, [part, ...rest]: readonly string[], index?: number): Document {
  if (part === undefined) return doc;
  const value = ownField(doc, part);
  if (isDocument(value)) return replaced(doc, part, positioned(value, rest, index));
  if (!Array.isArray(value)) return doc;
  if (index === undefined)
    throw mismatch(51246, "positional operator '.$' couldn't find a matching element in the array");
  if (index >= value.length) throw mismatch(51247, "positional operator '.$' element mismatch");
  return replaced(doc, part, [value[index]]);
}

const mismatch = (code: number, why: string) =>
  new CommandError(code, `Executor error during find command :: caused by :: ${why}`);

function replaced(doc: Document, field: string, value: unknown): Document {
  const made = { ...doc };
  putField(made, field, value);
  return made;
}

/** Compiles `$elemMatch`: an array of the first matching element, or nothing. */
export function firstMatching(operand: Document, scope: Scope): (value: unknown) => unknown {
  const matches = compileFilter({ a: { $elemMatch: operand } }, scope);
  return (value) => {
    const found = Array.isArray(value) ? value.find((item) => matches({ a: [item] })) : undefined;
    return found === undefined ? undefined : [found];
  };
}

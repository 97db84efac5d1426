/** MongoDB's comparison order of values across all types. */
import { Long, ObjectId } from "bson";
import { encodeKey, Tag } from "./keys";
import { compareNumbers, isNumber } from "./numbers";

export function compare(a: unknown, b: unknown): number {
  if (a === b && a === a) return 0;
  if (typeof a === "number" && typeof b === "number" && a === a && b === b) return a < b ? -1 : 1;
  if (typeof a === "string" && typeof b === "string") return compareStrings(a, b);
  if (a instanceof Date && b instanceof Date) return Math.sign(a.getTime() - b.getTime());
  if (a instanceof ObjectId && b instanceof ObjectId) return Buffer.compare(a.id, b.id);
  if (isNumber(a) && isNumber(b) && (a instanceof Long || b instanceof Long))
    return compareNumbers(a, b);
  return Buffer.compare(encodeKey(a), encodeKey(b));
}

/** Whether two values are equal in MongoDB, as numbers of different types can be. */
export const equals = (a: unknown, b: unknown): boolean => compare(a, b) === 0;

/** The position of a value's type in the comparison order of types. */
export function typeTag(value: unknown): number {
  switch (typeof value) {
    case "number":
      return Tag.Number;
    case "string":
      return Tag.String;
    case "undefined":
      return Tag.Null;
  }
  return encodeKey(value)[0]!;
}

/** Compares strings by their UTF-8 bytes, which differs from JavaScript's order only above U+D7FF. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return weight(x) - weight(y);
  }
  return a.length - b.length;
}

/** Ranks UTF-16 code units by code point: surrogates belong to characters above U+FFFF, so they come last. */
const weight = (unit: number) =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;

/** Sort specifications. */
import { compare } from "../bson/compare";
import { encodeKey, type Direction } from "../bson/keys";
import { isNumber, toDouble } from "../bson/numbers";
import { isDocument, show } from "../bson/types";
import { badValue, CommandError, unsupported } from "../errors";
import { sortValues } from "./paths";
import type { Scope } from "./scope";

/** Paths with their sort directions; also used for the fields of an index. */
export type KeyPattern = readonly (readonly [path: string, direction: Direction])[];

/** Parses the sort of a command. */
export function sortPattern(sort: unknown): KeyPattern {
  if (sort === undefined || sort === null) return [];
  if (!isDocument(sort))
    throw new CommandError(14, `Expected sort to be an object, but it is ${show(sort)}`);
  return Object.entries(sort).map(([path, direction]) => {
    if (isDocument(direction)) throw unsupported(`sorting by ${show(direction)}`);
    const sign = isNumber(direction) ? toDouble(direction) : NaN;
    if (sign !== 1 && sign !== -1)
      throw new CommandError(
        15975,
        "$sort key ordering must be 1 (for ascending) or -1 (for descending)",
      );
    if (!path || path.split(".").some((part) => !part))
      throw new CommandError(15998, "FieldPath field names may not be empty strings.");
    if (path.startsWith("$"))
      throw badValue(`FieldPath field names may not start with '$': ${path}`);
    return [path, sign] as const;
  });
}

/** A document's sort key: an array counts as its smallest element, or its largest when descending. */
export function sortKey(doc: unknown, pattern: KeyPattern): Buffer {
  return Buffer.concat(
    pattern.map(([path, direction]) => {
      const [first, ...others] = sortValues(doc, path.split("."));
      let key = encodeKey(first, direction);
      for (const value of others) {
        const other = encodeKey(value, direction);
        if (Buffer.compare(other, key) < 0) key = other;
      }
      return key;
    }),
  );
}

/** Compares documents by a sort. Compares values rather than keys, since keys do not support collations. */
export function documentOrder(
  sort: unknown,
  { collation }: Scope,
): (a: unknown, b: unknown) => number {
  const pattern = sortPattern(sort).map(([path, direction]) => ({
    parts: path.split("."),
    direction,
  }));
  const best = (doc: unknown, parts: string[], direction: Direction) =>
    sortValues(doc, parts).reduce((kept, value) =>
      direction * compare(value, kept, collation) < 0 ? value : kept,
    );
  return (a, b) => {
    for (const { parts, direction } of pattern) {
      const order = compare(best(a, parts, direction), best(b, parts, direction), collation);
      if (order) return direction * order;
    }
    return 0;
  };
}

/** Computes the keys of a document in an index. */
import { EMPTY_ARRAY, encodeKey } from "../bson/keys";
import { isDocument, own } from "../bson/types";
import { Code, CommandError } from "../errors";
import { isIndex } from "../language/paths";
import type { KeyPattern } from "../language/sort";

/** A key with its values. */
export interface IndexKey {
  bytes: Buffer;
  values: unknown[];
}

/** All keys of a document in an index. */
export interface IndexKeys {
  keys: IndexKey[];
  /** For each field, whether an array produced several keys. */
  multikey: boolean[];
}

interface Walk {
  value: unknown;
  rest: readonly string[];
  /** An array within an array is not expanded again. */
  whole?: boolean;
}

/**
 * Computes all keys of a document: an array along or at the end of a path yields one key per element. Two
 * fields may pass through the same array, whose elements are then combined, but not through two different
 * ones.
 */
export function indexKeys(doc: unknown, pattern: KeyPattern, sparse: boolean): IndexKeys {
  const multikey = pattern.map(() => false);
  const tuples = expand(
    pattern.map(([path]) => ({ value: doc, rest: path.split(".") })),
    multikey,
    pattern,
  );
  if (sparse && tuples.every((values) => values.every((value) => value === undefined)))
    return { keys: [], multikey };
  const keys = tuples.map((values) => ({
    values,
    bytes: Buffer.concat(values.map((value, i) => encodeKey(value, pattern[i]![1]))),
  }));
  return { keys: keys.length > 1 ? distinct(keys) : keys, multikey };
}

function expand(fields: Walk[], multikey: boolean[], pattern: KeyPattern): unknown[][] {
  const walked = fields.map(walk);
  let array: unknown[] | undefined;
  const through = walked.map(({ value, whole }, i) => {
    if (whole || !Array.isArray(value)) return false;
    if (array && array !== value)
      throw new CommandError(
        Code.CannotIndexParallelArrays,
        `cannot index parallel arrays [${pattern[i]![0]}] [${pattern.map(([path]) => path).find((_, k) => walked[k]!.value === array)}]`,
      );
    array = value;
    return (multikey[i] = true);
  });
  if (!array) return [walked.map(({ value }) => value)];
  const elements = array.length ? array : [EMPTY_ARRAY];
  return elements.flatMap((element) =>
    expand(
      walked.map((field, i) => (through[i] ? into(element, field.rest) : field)),
      multikey,
      pattern,
    ),
  );
}

function walk({ value, rest, whole }: Walk): Walk {
  if (whole) return { value, rest, whole };
  let at = value;
  for (let i = 0; i < rest.length; i++) {
    const part = rest[i]!;
    if (isDocument(at)) at = own(at, part);
    else if (!Array.isArray(at)) return { value: undefined, rest: [] };
    else if (isIndex(part) && Number(part) < at.length) at = at[Number(part)];
    else return { value: at, rest: rest.slice(i) };
  }
  return { value: at, rest: [] };
}

function into(element: unknown, rest: readonly string[]): Walk {
  if (!rest.length) return { value: element, rest, whole: true };
  return isDocument(element) ? { value: element, rest } : { value: undefined, rest: [] };
}

function distinct(keys: IndexKey[]): IndexKey[] {
  return [...new Map(keys.map((key) => [key.bytes.toString("latin1"), key])).values()];
}

/** Sort specifications. */
import { keysOf, type KeyPattern } from "../bson/document-keys";
import { encodeKey } from "../bson/keys";
import { isNumber, toDouble } from "../bson/numbers";
import { isDocument, formatValue } from "../bson/types";
import { badValue, Code, CommandError, unsupported } from "../errors";

/** Parses the sort of a command; empty if there is none. */
export function sortPattern(sort: unknown): KeyPattern {
  if (sort === undefined || sort === null) return [];
  if (!isDocument(sort))
    throw new CommandError(14, `Expected sort to be an object, but it is ${formatValue(sort)}`);
  return Object.entries(sort).map(([path, direction]) => {
    if (isDocument(direction)) throw unsupported(`sorting by ${formatValue(direction)}`);
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

/** The possible sort keys of a document, of which the least is used: as in MongoDB, its keys in an index on the paths. */
function tuplesOf(doc: unknown, paths: readonly (readonly string[])[]): unknown[][] {
  try {
    return keysOf(doc, paths).tuples;
  } catch (error) {
    if (error instanceof CommandError && error.code === Code.CannotIndexParallelArrays)
      throw badValue("cannot sort with keys that are parallel arrays");
    throw error;
  }
}

export function sortKey(doc: unknown, pattern: KeyPattern): Buffer {
  const paths = pattern.map(([path]) => path.split("."));
  return tuplesOf(doc, paths)
    .map((values) => Buffer.concat(values.map((value, i) => encodeKey(value, pattern[i]![1]))))
    .reduce((least, key) => (Buffer.compare(key, least) < 0 ? key : least));
}

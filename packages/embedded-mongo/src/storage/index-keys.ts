/** The entries of a document in an index. */
import { keysOf, type KeyPattern } from "../bson/document-keys";
import { encodeKey } from "../bson/keys";

/** An encoded key with the values of the index's fields. */
export interface IndexKey {
  bytes: Buffer;
  values: unknown[];
}

/** All keys of a document in an index. */
export interface IndexKeys {
  keys: IndexKey[];
  /** For each field, whether its path goes through the elements of an array. */
  multikey: boolean[];
}

/** Computes the distinct keys of a document; a sparse index omits a key if all its fields are missing. */
export function indexKeys(doc: unknown, pattern: KeyPattern, sparse: boolean): IndexKeys {
  const { tuples, multikey } = keysOf(
    doc,
    pattern.map(([path]) => path.split(".")),
  );
  const keys = tuples
    .filter((values) => !sparse || values.some((value) => value !== undefined))
    .map((values) => ({
      values,
      bytes: Buffer.concat(values.map((value, i) => encodeKey(value, pattern[i]![1]))),
    }));
  return { keys: keys.length > 1 ? distinct(keys) : keys, multikey };
}

function distinct(keys: IndexKey[]): IndexKey[] {
  return [...new Map(keys.map((key) => [key.bytes.toString("latin1"), key])).values()];
}

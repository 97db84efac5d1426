/** Finds the distinct values of a field. */
import { identity } from "../bson/keys";
import { elementBytes, encode, MAX_DOCUMENT_BYTES } from "../bson/raw-document";
import { CommandError } from "../errors";
import { valuesAt } from "../language/paths";
import type { Collection } from "../storage/collection";
import { PAUSE, type Pause } from "../storage/time-slice";
import { find, type Query } from "./find";

/** The maximum size of the values, as in MongoDB, which reserves the difference for the rest of the reply. */
const MAX_ANSWER_BYTES = MAX_DOCUMENT_BYTES - 4096;
/** The size of the field `values` without values: an encoded document less its final byte. */
const EMPTY_ANSWER_BYTES = encode({ values: [] }).length - 1;

/** The distinct values of a field among the matches of a query. @throws CommandError as soon as they exceed a reply */
export function* distinct(
  collection: Collection | undefined,
  query: Query,
  path: string,
): Generator<Pause, unknown[]> {
  const only = new Set([path.split(".")[0]!]);
  const values = new Map<string, unknown>();
  let bytes = EMPTY_ANSWER_BYTES;
  for (const match of find(collection, query)) {
    if (match === PAUSE) {
      yield PAUSE;
      continue;
    }
    for (const value of valuesAt(match.row.fields(only), path)) {
      const key = identity(value);
      if (values.has(key)) continue;
      bytes += elementBytes(value, values.size);
      if (bytes >= MAX_ANSWER_BYTES) throw new CommandError(17217, "distinct too big, 16mb cap");
      values.set(key, value);
    }
  }
  return [...values.values()];
}

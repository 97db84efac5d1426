/** Plans distinct scans, which read a field's distinct values from an index by skipping from each to the next. */
import type { Document } from "bson";
import type { KeyPattern } from "../language/sort";
import { isIndex } from "../language/paths";
import { patternOf, type Index } from "../storage/catalog";
import type { Collection } from "../storage/collection";
import { evaluateIndex, type IndexScan } from "./candidates";
import { conditionsOf } from "./conditions";

/** How to read distinct values. */
export interface DistinctScan {
  access: IndexScan & { index: Index };
  /** The field's direction in the index. */
  direction: KeyPattern[number][1];
  /** Whether each range has a single value of the field. */
  single: boolean;
}

/**
 * Returns a distinct scan for the matches of a filter. It needs an index whose bounds select all matches and
 * nothing else, and whose fields before `path` are bounded to single values.
 */
export function distinctScan(
  collection: Collection,
  path: string,
  filter: Document,
): DistinctScan | undefined {
  // A numeric segment can be an array index or a field name.
  if (path.split(".").some(isIndex)) return undefined;
  const conditions = conditionsOf(filter);
  for (const index of collection.readyIndexes) {
    const pattern = patternOf(index);
    const at = pattern.findIndex(([field]) => field === path);
    // In a multikey field, the bounds select elements of arrays, while `distinct` returns all elements of a match.
    if (at < 0 || index.multikey[at]) continue;
    const order: KeyPattern = [pattern[at]!];
    const candidate =
      evaluateIndex(index, conditions, [], false) ?? evaluateIndex(index, conditions, order, false);
    if (!candidate?.exact || at > candidate.points) continue;
    const access = { ...candidate.access, index };
    return { access, direction: pattern[at]![1], single: at < candidate.points };
  }
  return undefined;
}

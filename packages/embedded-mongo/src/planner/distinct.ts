/** Plans the reading of a field's distinct values by an index, from each value to the next. */
import type { Document } from "bson";
import type { KeyPattern } from "../language/sort";
import { isIndex } from "../language/paths";
import type { Scope } from "../language/scope";
import { patternOf, type Index } from "../storage/catalog";
import type { Collection } from "../storage/collection";
import { consider, type IndexScan } from "./candidates";
import { conditionsOf } from "./conditions";

/** How to read distinct values. */
export interface DistinctScan {
  access: IndexScan & { index: Index };
  /** The field's direction in the index. */
  direction: KeyPattern[number][1];
  /** Whether each range has a single value of the field, or one after another. */
  single: boolean;
}

/**
 * Returns how to read a field's distinct values among the matches of a filter, if an index has all matches
 * and no others within its bounds, with the field after single values of the fields before it.
 */
export function distinctScan(
  collection: Collection,
  path: string,
  filter: Document,
  scope: Scope,
): DistinctScan | undefined {
  // With a collation, different keys can be equal; a number in a path can be a position or a field's name.
  if (scope.collation || path.split(".").some(isIndex)) return undefined;
  const conditions = conditionsOf(filter, scope);
  for (const index of collection.readyIndexes) {
    const pattern = patternOf(index);
    const at = pattern.findIndex(([field]) => field === path);
    // An index of the elements of arrays has them for documents with the same array, and others.
    if (at < 0 || index.multikey[at]) continue;
    const order: KeyPattern = [pattern[at]!];
    const candidate =
      consider(index, conditions, [], false) ?? consider(index, conditions, order, false);
    if (!candidate?.exact || at > candidate.points) continue;
    const access = { ...candidate.access, index };
    return { access, direction: pattern[at]![1], single: at < candidate.points };
  }
  return undefined;
}

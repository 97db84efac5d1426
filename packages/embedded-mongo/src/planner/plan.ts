/** Chooses a plan for a filter and a sort. */
import type { Document } from "bson";
import type { KeyPattern } from "../bson/document-keys";
import { isDocument, formatValue } from "../bson/types";
import { badValue, typeMismatch } from "../errors";
import { ID_INDEX } from "../storage/catalog";
import type { Collection } from "../storage/collection";
import { isIdentical } from "../storage/index-build";
import { evaluateIndex, type Candidate, type IndexScan } from "./candidates";
import { choose, readsLessInOrder, type PlanRequest } from "./choice";
import { conditionsOf, type Conditions } from "./conditions";

/** The index scan for one alternative of an `$or`, and whether the alternative's filter needs no further test. */
interface Branch {
  access: IndexScan;
  exact: boolean;
  filter: Document;
}

export interface Alternatives {
  kind: "or";
  branches: Branch[];
  /** The order in which the branches are merged, if any. */
  merge: KeyPattern | undefined;
}

/** How to read a collection, and what remains to be done. */
export interface Plan {
  access: IndexScan | { kind: "collection" } | Alternatives;
  /** Whether the rows come in the requested order. */
  sorted: boolean;
  /** Whether the filter needs no further test. */
  exact: boolean;
}

export function planFor(collection: Collection, request: PlanRequest): Plan {
  const { filter, sort, hint } = request;
  const conditions = conditionsOf(filter);
  if (hint !== undefined && hint !== null) return hinted(collection, conditions, request);
  const best = bestIndex(collection, conditions, request);
  const or = alternatives(collection, conditions, request);
  if (or && (!best || isBetter(collection, or, best, request)))
    return { access: or, sorted: !sort.length || or.merge !== undefined, exact: true };
  if (best) return best;
  const isEmpty = !conditions.conjuncts.length;
  return { access: { kind: "collection" }, sorted: !sort.length, exact: isEmpty };
}

function bestIndex(
  collection: Collection,
  conditions: Conditions,
  request: PlanRequest,
): Candidate | undefined {
  const candidates = [undefined, ...collection.readyIndexes]
    .map((index) => evaluateIndex(index, conditions, request.sort, false))
    .filter((one) => one !== undefined);
  return choose(collection, candidates, request);
}

function hinted(collection: Collection, conditions: Conditions, { hint, sort }: PlanRequest): Plan {
  if (typeof hint !== "string" && !isDocument(hint))
    throw typeMismatch(`hint must be a string or an object, not ${formatValue(hint)}`);
  const byId = hint === ID_INDEX || isIdentical(hint, { _id: 1 });
  const index = collection.readyIndexes.find(
    ({ spec }) => spec.name === hint || (isDocument(hint) && isIdentical(spec.key, hint)),
  );
  if (!index && !byId)
    throw badValue(
      "error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index",
    );
  return evaluateIndex(index, conditions, sort, true)!;
}

function alternatives(
  collection: Collection,
  { alternatives, conjuncts }: Conditions,
  request: PlanRequest,
): Alternatives | undefined {
  for (const parts of alternatives) {
    const others = conjuncts.filter(([, condition]) => (condition as unknown) !== parts);
    const branches: (Branch & { sorted: boolean })[] = [];
    for (const part of parts) {
      const filter = {
        $and: [...others.map(([path, condition]) => ({ [path]: condition })), part],
      };
      const best = bestIndex(collection, conditionsOf(filter), { ...request, filter });
      if (!best?.access.bounded) break;
      branches.push({ ...best, filter });
    }
    if (branches.length < parts.length) continue;
    const isMerged = request.sort.length > 0 && branches.every(({ sorted }) => sorted);
    return { kind: "or", branches, merge: isMerged ? request.sort : undefined };
  }
  return undefined;
}

/**
 * Whether a plan of alternatives is better than the best single index. It is, because it reads only what is needed,
 * unless it must be sorted while the index has the order and reads less.
 */
function isBetter(
  collection: Collection,
  { branches, merge }: Alternatives,
  best: Candidate,
  request: PlanRequest,
): boolean {
  if (merge || !request.sort.length || !best.sorted) return true;
  const reading = {
    scans: branches.map(({ access }) => access),
    exact: branches.every(({ exact }) => exact),
  };
  return !readsLessInOrder(collection, best, reading, request);
}

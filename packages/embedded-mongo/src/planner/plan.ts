/** Chooses a plan for a filter and a sort. */
import type { Document } from "bson";
import { isDocument, formatValue } from "../bson/types";
import { badValue, typeMismatch } from "../errors";
import type { KeyPattern } from "../language/sort";
import { ID_INDEX } from "../storage/catalog";
import type { Collection } from "../storage/collection";
import { isIdentical } from "../storage/index-build";
import { evaluateIndex, type Candidate, type IndexScan } from "./candidates";
import { choose, readsLessInOrder, type PlanRequest, type UnorderedReading } from "./choice";
import { conditionsOf, type Conditions } from "./conditions";

/** A scan of the whole collection. */
export interface CollectionScan {
  kind: "collection";
  reverse: boolean;
}

/** A separate plan for each alternative of an `$or`, with its filter. */
export interface Alternatives {
  kind: "or";
  branches: { plan: Plan; filter: Document }[];
  /** The order in which the branches are merged, if any. */
  merge: KeyPattern | undefined;
}

/** How to read a collection, and what remains to be done. */
export interface Plan {
  access: IndexScan | CollectionScan | Alternatives;
  /** Whether the rows come in the requested order. */
  sorted: boolean;
  /** Whether the filter needs no further test. */
  exact: boolean;
}

/** Maximum nesting of `$or` considered. */
const MAX_OR_DEPTH = 3;

/** Returns the best plan; `depth` is the number of enclosing `$or` plans. */
export function planFor(collection: Collection, request: PlanRequest, depth = 0): Plan {
  const { filter, sort, hint } = request;
  const conditions = conditionsOf(filter);
  if (hint !== undefined && hint !== null) return hinted(collection, conditions, request);
  const candidates = [undefined, ...collection.readyIndexes]
    .map((index) => evaluateIndex(index, conditions, sort, false))
    .filter((one) => one !== undefined);
  const best = choose(collection, candidates, request);
  const or =
    depth < MAX_OR_DEPTH ? alternatives(collection, conditions, request, depth) : undefined;
  if (or && (!best || isBetter(collection, or, best, request))) return or;
  if (best) return { access: best.access, sorted: best.sorted, exact: best.exact };
  return scanAll(conditions, sort, false);
}

function scanAll(conditions: Conditions, sort: KeyPattern, reverse: boolean): Plan {
  const nothing = !conditions.conjuncts.length;
  return { access: { kind: "collection", reverse }, sorted: !sort.length, exact: nothing };
}

function hinted(collection: Collection, conditions: Conditions, { hint, sort }: PlanRequest): Plan {
  if (isDocument(hint) && "$natural" in hint)
    return scanAll(conditions, sort, hint.$natural === -1);
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
  const candidate = evaluateIndex(index, conditions, sort, true)!;
  return {
    access: candidate.access,
    sorted: candidate.sorted,
    exact: candidate.exact,
  };
}

/** Plans each alternative of an `$or`, if an index helps with all of them. */
function alternatives(
  collection: Collection,
  { alternatives, conjuncts }: Conditions,
  request: PlanRequest,
  depth: number,
): Plan | undefined {
  for (const parts of alternatives) {
    const others = conjuncts.filter(([, condition]) => (condition as unknown) !== parts);
    const branches = [];
    for (const part of parts) {
      const filter = {
        $and: [...others.map(([path, condition]) => ({ [path]: condition })), part],
      };
      const plan = planFor(collection, { ...request, filter }, depth + 1);
      if (!isBounded(plan)) break;
      branches.push({ plan, filter });
    }
    if (branches.length < parts.length) continue;
    const sorted = !request.sort.length || branches.every(({ plan }) => plan.sorted);
    const merge = sorted && request.sort.length ? request.sort : undefined;
    return { access: { kind: "or", branches, merge }, sorted, exact: true };
  }
  return undefined;
}

const isBounded = ({ access }: Plan): boolean =>
  access.kind === "or" || (access.kind === "index" && access.bounded);

/** The index scans of a plan, including those of nested alternatives. */
function readingOf({ access, exact }: Plan): UnorderedReading {
  if (access.kind === "or") {
    const parts = access.branches.map(({ plan }) => readingOf(plan));
    return { scans: parts.flatMap(({ scans }) => scans), exact: parts.every((one) => one.exact) };
  }
  return { scans: access.kind === "index" ? [access] : [], exact };
}

/**
 * Whether a plan of alternatives is better than the best single index. It is, because it reads only what is needed,
 * unless it must be sorted while the index has the order and reads less.
 */
const isBetter = (
  collection: Collection,
  or: Plan,
  best: Candidate,
  request: PlanRequest,
): boolean =>
  or.sorted || !best.sorted || !readsLessInOrder(collection, best, readingOf(or), request);

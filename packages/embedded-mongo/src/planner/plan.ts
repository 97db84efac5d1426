/** Chooses how to read a collection for a filter and a sort. */
import type { Document } from "bson";
import { isDocument, show } from "../bson/types";
import { badValue, typeMismatch } from "../errors";
import type { KeyPattern } from "../language/sort";
import type { Scope } from "../language/scope";
import { ID_INDEX } from "../storage/catalog";
import type { Collection } from "../storage/collection";
import { same } from "../storage/index-build";
import { consider, type Candidate, type IndexScan } from "./candidates";
import { conditionsOf, type Conditions } from "./conditions";

/** Everything there is. */
export interface CollectionScan {
  kind: "collection";
  reverse: boolean;
}

/** Each alternative of an `$or` by its own plan, with the filter that goes with it. */
export interface Alternatives {
  kind: "or";
  branches: { plan: Plan; filter: Document }[];
  /** The order into which the branches are merged, if they have one. */
  merge: KeyPattern | undefined;
}

/** How a collection is to be read, and what is then left to do. */
export interface Plan {
  access: IndexScan | CollectionScan | Alternatives;
  /** Whether the rows already come in the order asked for. */
  sorted: boolean;
  /** Whether the filter needs no further test. */
  exact: boolean;
}

/** What a plan is wanted for. */
export interface Question {
  filter: Document;
  sort: KeyPattern;
  /** Whether no more than some first rows are wanted. */
  limited: boolean;
  hint?: unknown;
  scope: Scope;
}

/** Entries are counted about so far, and no further, when candidates are compared. */
const MOST_COUNTED = 2000;
/** As many rows are taken to be wanted of a limited question whose order an index serves. */
const FIRST_ROWS = 20;
/** How deep alternatives within alternatives are looked into. */
const MOST_NESTED = 3;

/** The best plan there is. */
export function planFor(collection: Collection, question: Question, depth = 0): Plan {
  const { filter, sort, scope, hint } = question;
  const conditions = conditionsOf(filter, scope.collation !== undefined);
  // Under a collation strings sort differently than their keys.
  const order = scope.collation && sort.length ? [] : sort;
  if (hint !== undefined && hint !== null) return hinted(collection, conditions, question);
  const inOrder = order === sort;
  const candidates = [undefined, ...collection.readyIndexes]
    .map((index) => consider(index, conditions, order, false))
    .filter((one) => one !== undefined);
  const best = choose(collection, candidates, question);
  const or =
    depth < MOST_NESTED ? alternatives(collection, conditions, question, depth) : undefined;
  if (or && (!best || isBetter(or, best, question))) return or;
  if (best)
    return {
      access: best.access,
      sorted: best.sorted && (inOrder || !sort.length),
      exact: best.exact,
    };
  return scanAll(conditions, sort, false);
}

function scanAll(conditions: Conditions, sort: KeyPattern, reverse: boolean): Plan {
  const nothing = !conditions.conjuncts.length;
  return { access: { kind: "collection", reverse }, sorted: !sort.length, exact: nothing };
}

function hinted(
  collection: Collection,
  conditions: Conditions,
  { hint, sort, scope }: Question,
): Plan {
  if (isDocument(hint) && "$natural" in hint)
    return scanAll(conditions, sort, hint.$natural === -1);
  if (typeof hint !== "string" && !isDocument(hint))
    throw typeMismatch(`hint must be a string or an object, not ${show(hint)}`);
  const byId = hint === ID_INDEX || same(hint, { _id: 1 });
  const index = collection.readyIndexes.find(
    ({ spec }) => spec.name === hint || (isDocument(hint) && same(spec.key, hint)),
  );
  if (!index && !byId)
    throw badValue(
      "error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index",
    );
  const candidate = consider(index, conditions, scope.collation ? [] : sort, true)!;
  return {
    access: candidate.access,
    sorted: !sort.length || (candidate.sorted && !scope.collation),
    exact: candidate.exact,
  };
}

function choose(
  collection: Collection,
  candidates: Candidate[],
  question: Question,
): Candidate | undefined {
  const byId = candidates.find(
    ({ access, score }) => !access.index && score === 3 && access.ranges.length <= 1,
  );
  if (byId || candidates.length < 2) return byId ?? candidates[0];
  let best: { candidate: Candidate; cost: number } | undefined;
  // Those likely to cost least come first, since the others are counted no further than they cost.
  for (const candidate of candidates.toSorted((a, b) => promise(b) - promise(a))) {
    const cost = costOf(collection, candidate, question, best?.cost);
    if (!best || cost < best.cost || (cost === best.cost && candidate.score > best.candidate.score))
      best = { candidate, cost };
  }
  return best?.candidate;
}

const promise = ({ access, sorted, exact }: Candidate) =>
  (access.bounded ? 4 : 0) + (exact ? 2 : 0) + (sorted ? 1 : 0);

/**
 * About what it costs to read a candidate's entries and to sort its rows.
 *
 * @param enough a cost from which on it does not matter how much more it is
 */
function costOf(
  collection: Collection,
  { access, sorted, exact }: Candidate,
  { sort, limited }: Question,
  enough = Infinity,
): number {
  const weigh = (entries: number) => {
    if (!sort.length) return limited ? entries / (exact ? 4 : 2) : entries;
    if (!sorted) return entries * 1.5 + 1;
    if (!limited) return entries;
    return exact ? Math.min(entries, FIRST_ROWS) : entries / 3;
  };
  if (!access.bounded) return weigh(MOST_COUNTED);
  let most = FIRST_ROWS;
  while (most < MOST_COUNTED && weigh(most) <= enough && weigh(most * 2) > weigh(most)) most *= 2;
  let entries = 0;
  for (const range of access.ranges.slice(0, 50)) {
    if (entries >= most) break;
    const limit = most - entries;
    entries += access.index
      ? collection.countEntries(access.index, range, limit)
      : collection.countIds(range, limit);
  }
  return weigh(entries);
}

/** A plan for each alternative of an `$or`, if an index helps with all of them. */
function alternatives(
  collection: Collection,
  { alternatives, conjuncts }: Conditions,
  question: Question,
  depth: number,
): Plan | undefined {
  for (const parts of alternatives) {
    const others = conjuncts.filter(([, condition]) => (condition as unknown) !== parts);
    const branches = [];
    for (const part of parts) {
      const filter = {
        $and: [...others.map(([path, condition]) => ({ [path]: condition })), part],
      };
      const plan = planFor(collection, { ...question, filter }, depth + 1);
      if (!isBounded(plan)) break;
      branches.push({ plan, filter });
    }
    if (branches.length < parts.length) continue;
    const sorted = !question.sort.length || branches.every(({ plan }) => plan.sorted);
    const merge = sorted && question.sort.length ? question.sort : undefined;
    return { access: { kind: "or", branches, merge }, sorted, exact: true };
  }
  return undefined;
}

const isBounded = ({ access }: Plan): boolean =>
  access.kind === "or" || (access.kind === "index" && access.bounded);

/** Alternatives read just what is wanted; a single index is better only if it alone gives the order. */
const isBetter = (or: Plan, best: Candidate, { sort }: Question): boolean =>
  or.sorted || !best.sorted || !sort.length || !best.access.bounded;

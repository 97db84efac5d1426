/** Formats plans as MongoDB's `explain` does. */
import type { Document } from "bson";
import type { KeyPattern } from "../language/sort";
import { isMultikey } from "../storage/catalog";
import type { IndexScan } from "./candidates";
import type { DistinctScan } from "./distinct";
import type { Plan } from "./plan";

/** The query that a plan is for. */
export interface ExplainedQuery {
  filter: Document;
  sort: KeyPattern;
  skip: number;
  limit: number;
  projection?: Document;
}

/** Builds the stage tree of a plan. */
export function winningPlan(
  plan: Plan,
  { filter, sort, skip, limit, projection }: ExplainedQuery,
): Document {
  let tree = fetching(plan, filter);
  if (!plan.sorted)
    tree = {
      stage: "SORT",
      sortPattern: Object.fromEntries(sort),
      ...(limit ? { limitAmount: limit + skip } : {}),
      inputStage: tree,
    };
  if (skip) tree = { stage: "SKIP", skipAmount: skip, inputStage: tree };
  if (limit) tree = { stage: "LIMIT", limitAmount: limit, inputStage: tree };
  if (projection && Object.keys(projection).length)
    tree = { stage: "PROJECTION_DEFAULT", transformBy: projection, inputStage: tree };
  return tree;
}

/** Builds the stage tree of a distinct scan. */
export const distinctTree = ({ access }: DistinctScan): Document => ({
  stage: "FETCH",
  inputStage: { ...indexScan(access), stage: "DISTINCT_SCAN" },
});

function fetching({ access, exact }: Plan, filter: Document): Document {
  const rest = exact ? {} : { filter };
  if (access.kind === "collection")
    return { stage: "COLLSCAN", ...rest, direction: access.reverse ? "backward" : "forward" };
  if (access.kind === "or")
    return {
      stage: access.merge ? "SORT_MERGE" : "OR",
      ...(access.merge ? { sortPattern: Object.fromEntries(access.merge) } : {}),
      inputStages: access.branches.map((branch) => fetching(branch.plan, branch.filter)),
    };
  if (!access.index && access.ranges.length === 1 && access.ranges[0]!.head > 0)
    return { stage: "IDHACK", ...rest };
  return { stage: "FETCH", ...rest, inputStage: indexScan(access) };
}

function indexScan({ index, pattern, reverse, bounds }: IndexScan): Document {
  const spec = index?.spec;
  return {
    stage: "IXSCAN",
    keyPattern: Object.fromEntries(pattern),
    indexName: spec?.name ?? "_id_",
    isMultiKey: index ? isMultikey(index) : false,
    isUnique: spec ? spec.unique === true : true,
    isSparse: spec?.sparse === true,
    isPartial: spec?.partialFilterExpression !== undefined,
    indexVersion: 2,
    direction: reverse ? "backward" : "forward",
    indexBounds: bounds,
  };
}

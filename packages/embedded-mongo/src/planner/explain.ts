/** Formats plans as MongoDB's `explain` does. */
import type { Document } from "bson";
import type { KeyPattern } from "../bson/document-keys";
import type { Query } from "../query/find";
import { isMultikey } from "../storage/catalog";
import type { IndexScan } from "./candidates";
import type { Plan } from "./plan";

export function winningPlan(plan: Plan, query: Query, sort: KeyPattern): Document {
  const { filter, skip = 0, limit = 0, projection = {} } = query;
  let tree = fetching(plan, filter);
  if (!plan.sorted)
    tree = {
      stage: "SORT",
      sortPattern: Object.fromEntries(sort),
      inputStage: tree,
    };
  if (skip) tree = { stage: "SKIP", skipAmount: skip, inputStage: tree };
  if (limit) tree = { stage: "LIMIT", limitAmount: limit, inputStage: tree };
  if (Object.keys(projection).length)
    tree = { stage: "PROJECTION_DEFAULT", transformBy: projection, inputStage: tree };
  return tree;
}

function fetching({ access, exact }: Omit<Plan, "sorted">, filter: Document): Document {
  const rest = exact ? {} : { filter };
  if (access.kind === "collection") return { stage: "COLLSCAN", ...rest, direction: "forward" };
  if (access.kind === "or")
    return {
      stage: access.merge ? "SORT_MERGE" : "OR",
      ...(access.merge ? { sortPattern: Object.fromEntries(access.merge) } : {}),
      inputStages: access.branches.map((branch) => fetching(branch, branch.filter)),
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

/** Determines the fields that a part of a query uses, so that the others need not be decoded. */
import type { Document } from "bson";
import { isNumber, toDouble } from "../bson/numbers";

/** The top-level fields a filter uses, or `undefined` if unknown. */
export function fieldsUsed(filter: Document): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  const collect = (part: Document): boolean =>
    Object.entries(part).every(([path, condition]) => {
      if (path === "$and" || path === "$or" || path === "$nor") return condition.every(collect);
      if (path === "$comment") return true;
      if (path.startsWith("$")) return false;
      fields.add(topOf(path));
      return true;
    });
  return collect(filter) ? fields : undefined;
}

/** The top-level fields that a projection of plain inclusions shows; `undefined` for any other projection. */
export function fieldsShown(projection: Document): ReadonlySet<string> | undefined {
  const { _id, ...shown } = projection;
  const paths = Object.keys(shown);
  const areIncluded = paths.every((path) => !path.includes("$") && isYes(shown[path]));
  if (!paths.length || !areIncluded) return undefined;
  return new Set(["_id", ...paths.map(topOf)]);
}

const isYes = (value: unknown) => value === true || (isNumber(value) && toDouble(value) !== 0);

/** Operators whose operands refer to fields only as `$path`, unlike those of `$getField`. */
const BY_PATH = new Set([
  ...["$sum", "$avg", "$min", "$max", "$first", "$last", "$push", "$addToSet", "$count"],
  ...["$cond", "$ifNull", "$and", "$or", "$not", "$eq", "$ne", "$gt", "$gte", "$lt", "$lte"],
  ...["$add", "$subtract", "$multiply", "$divide", "$size"],
]);

/** The top-level fields an aggregation expression refers to, or `undefined` if it may refer to others. */
export function fieldsReferenced(expression: unknown): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  const collect = (part: unknown): boolean => {
    if (typeof part === "string" && part.startsWith("$$")) return false;
    if (typeof part === "string" && part.startsWith("$")) fields.add(topOf(part.slice(1)));
    if (!part || typeof part !== "object") return true;
    return Object.entries(part).every(
      ([name, inner]) => (!name.startsWith("$") || BY_PATH.has(name)) && collect(inner),
    );
  };
  return collect(expression) ? fields : undefined;
}

const topOf = (path: string) => path.split(".")[0]!;

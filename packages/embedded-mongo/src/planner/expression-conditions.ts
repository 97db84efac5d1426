/** Extracts from an `$expr` the comparisons of a field with a constant. */
import { Tag } from "../bson/keys";
import { isDocument } from "../bson/types";
import { compileExpression } from "../language/expression";
import { isIndex } from "../language/paths";
import type { Scope } from "../language/scope";
import { above, below, pointAt, type Interval } from "./intervals";

/** The intervals that a field's value lies in: an array as a whole, not its elements. */
export interface Comparison {
  path: string;
  intervals: Interval[];
}

/** Each operator's intervals: expressions compare values of all types with each other. */
const INTERVALS: Record<string, (value: unknown) => Interval> = {
  $eq: pointAt,
  $gt: (value) => above(value, false),
  $gte: (value) => above(value, true),
  $lt: (value) => belowOrMissing(value, false),
  $lte: (value) => belowOrMissing(value, true),
};

/** The operator to use when the operands are swapped. */
const SWAPPED: Record<string, string> = {
  $eq: "$eq",
  $gt: "$lt",
  $gte: "$lte",
  $lt: "$gt",
  $lte: "$gte",
};

/** Returns comparisons that hold for every document for which the expression is true. */
export function comparisonsIn(expression: unknown, scope: Scope): Comparison[] {
  if (!isDocument(expression)) return [];
  const [name = "", ...others] = Object.keys(expression);
  const operands = expression[name];
  if (others.length || !Array.isArray(operands)) return [];
  if (name === "$and") return operands.flatMap((part) => comparisonsIn(part, scope));
  if (!Object.hasOwn(INTERVALS, name) || operands.length !== 2) return [];
  const [left, right] = operands;
  return (
    comparison(name, left, right, scope) ?? comparison(SWAPPED[name]!, right, left, scope) ?? []
  );
}

function comparison(
  name: string,
  field: unknown,
  constant: unknown,
  scope: Scope,
): Comparison[] | undefined {
  const path = pathOf(field);
  const value = path === undefined ? undefined : valueOf(constant, scope);
  if (path === undefined || value === undefined || Array.isArray(value)) return undefined;
  return [{ path, intervals: [INTERVALS[name]!(value)] }];
}

/** The path of a field; `undefined` if it has a number: a field name here, but perhaps an array index in an index. */
function pathOf(expression: unknown): string | undefined {
  if (typeof expression !== "string") return undefined;
  const path = /^\$(?:\$(?:ROOT|CURRENT)\.)?([^$]+)$/.exec(expression)?.[1];
  return path?.split(".").some(isIndex) ? undefined : path;
}

/** The value of an expression that depends on no document, else `undefined`. */
function valueOf(expression: unknown, scope: Scope): unknown {
  if (isRandom(expression)) return undefined;
  try {
    return compileExpression(
      expression,
      scope,
    )({
      get root(): never {
        throw new Error("not a constant");
      },
      variables: scope.variables,
    });
  } catch {
    // An expression with an error reports it when it is evaluated.
    return undefined;
  }
}

const isRandom = (expression: unknown): boolean =>
  isDocument(expression) || Array.isArray(expression)
    ? Object.entries(expression).some(([name, inner]) => name === "$rand" || isRandom(inner))
    : false;

/** The values below one, and a missing one, which sorts below all others here but is stored as null in an index. */
function belowOrMissing(value: unknown, inclusive: boolean): Interval {
  const interval = below(value, inclusive);
  return interval.high.key[0]! > Tag.Null ? interval : below(null, true);
}

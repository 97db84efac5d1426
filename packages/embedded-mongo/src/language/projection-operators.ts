/** Projection operators that only `find` supports: selections of array elements. */
import type { Document } from "bson";
import { isNumber } from "../bson/numbers";
import { isDocument } from "../bson/types";
import { badValue, CommandError } from "../errors";
import type { Environment } from "./expression";
import { toInteger } from "./expression/operator";
import { compileFilter } from "./match";
import type { Scope } from "./scope";

/** The projection of a single field. */
export interface Shape {
  kind: "shape";
  shape(value: unknown, env: Environment, index?: number): unknown;
  /** Whether it turns the projection into an inclusion. */
  hides: boolean;
}

/** Compiles `$slice` and `$elemMatch`; `undefined` for any other operator. */
export function elementOperator(operand: Document, scope: Scope): Shape | undefined {
  if ("$elemMatch" in operand) return elementMatch(operand.$elemMatch, scope);
  const { $slice } = operand;
  // If its first operand is an array, it is the expression of the same name.
  const isExpression = Array.isArray($slice) && !$slice.every(isNumber);
  return $slice === undefined || isExpression ? undefined : slice($slice);
}

function slice(operand: unknown): Shape {
  const [first, count] = [operand].flat().map((n) => toInteger(n, "$slice"));
  if (first === undefined || (Array.isArray(operand) && operand.length !== 2))
    throw new CommandError(28724, "$slice takes a number or an array of two");
  if (count !== undefined && count <= 0)
    throw new CommandError(28729, "$slice limit must be positive");
  return {
    kind: "shape",
    hides: false,
    shape(value) {
      if (!Array.isArray(value)) return value;
      if (count === undefined) return first < 0 ? value.slice(first) : value.slice(0, first);
      const start = first < 0 ? Math.max(0, value.length + first) : first;
      return value.slice(start, start + count);
    },
  };
}

function elementMatch(operand: unknown, scope: Scope): Shape {
  if (!isDocument(operand)) throw badValue("elemMatch: Invalid argument, object required");
  const matches = compileFilter({ a: { $elemMatch: operand } }, scope);
  return {
    kind: "shape",
    hides: true,
    shape(value) {
      if (!Array.isArray(value)) return undefined;
      const found = value.find((item) => matches({ a: [item] }));
      return found === undefined ? undefined : [found];
    },
  };
}

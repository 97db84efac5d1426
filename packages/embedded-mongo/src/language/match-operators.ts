/** Filter operators on single values. */
import { BSONRegExp, MaxKey, MinKey } from "bson";
import { compare, typeTag } from "../bson/compare";
import { isNaNumber, isNumber, toDouble } from "../bson/numbers";
import { lookUp, TYPE_NUMBERS, typeName } from "../bson/types";
import { badValue, failedToParse } from "../errors";

/** A test of single values; `whole` tests are not applied to array elements. */
export interface Test {
  test(value: unknown): boolean;
  whole?: boolean;
}

type Operator = (operand: unknown) => Test;

/** Comparisons match only values of the same type, except for MinKey and MaxKey. */
const comparison =
  (name: string, holds: (order: number) => boolean): Operator =>
  (operand) => {
    if (operand instanceof BSONRegExp)
      throw badValue(`Can't have RegEx as arg to predicate over field with ${name}.`);
    if (operand === undefined) throw badValue(`${name} needs a value`);
    if (operand instanceof MinKey || operand instanceof MaxKey)
      return { test: (value) => holds(compare(value, operand)) };
    const tag = typeTag(operand);
    const orEqual = holds(0);
    if (isNumber(operand) && isNaNumber(operand))
      return { test: (value) => orEqual && isNumber(value) && isNaNumber(value) };
    return {
      test: (value) =>
        (value !== undefined || (operand === null && orEqual)) &&
        typeTag(value) === tag &&
        !Number.isNaN(value) &&
        holds(compare(value, operand)),
    };
  };

/** The types that a `$type` operand selects. */
function typesOf(operand: unknown): Set<string> {
  const wanted = new Set<string>();
  for (const one of Array.isArray(operand) ? operand : [operand]) {
    if (one === "number") for (const name of ["int", "long", "double"]) wanted.add(name);
    else if (typeof one === "string" && lookUp(TYPE_NUMBERS, one) !== undefined) wanted.add(one);
    else if (isNumber(one)) {
      const name = Object.entries(TYPE_NUMBERS).find(([, number]) => number === toDouble(one))?.[0];
      if (!name) throw badValue(`Invalid numerical type code: ${toDouble(one)}`);
      wanted.add(name);
    } else throw badValue(`Unknown type name alias: ${String(one)}`);
  }
  if (!wanted.size) throw failedToParse("$type must match at least one type");
  return wanted;
}

const $size: Operator = (operand) => {
  const size = isNumber(operand) ? toDouble(operand) : NaN;
  if (!Number.isInteger(size) || size < 0)
    throw failedToParse("Failed to parse $size. Expected an integer that is not negative");
  return { whole: true, test: (value) => Array.isArray(value) && value.length === size };
};

export const OPERATORS: Record<string, Operator> = {
  $gt: comparison("$gt", (order) => order > 0),
  $gte: comparison("$gte", (order) => order >= 0),
  $lt: comparison("$lt", (order) => order < 0),
  $lte: comparison("$lte", (order) => order <= 0),
  $size,
  $type: (operand) => {
    const wanted = typesOf(operand);
    return { test: (value) => wanted.has(typeName(value)) };
  },
};

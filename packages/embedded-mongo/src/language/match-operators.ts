/** Filter operators on single values. */
import { Binary, BSONRegExp, Decimal128, MaxKey, MinKey } from "bson";
import { compare, typeTag } from "../bson/compare";
import {
  fitsLong,
  isFiniteNumber,
  isNaNumber,
  isNumber,
  toBigInt,
  toDouble,
  type BsonNumber,
} from "../bson/numbers";
import { lookUp, TYPE_NUMBERS, typeName, type TypeName } from "../bson/types";
import { badValue, failedToParse, unsupported } from "../errors";

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
        !(value !== value || (value instanceof Decimal128 && isNaNumber(value))) &&
        holds(compare(value, operand)),
    };
  };

/** The types that a `$type` operand selects. */
export function typesOf(operand: unknown): Set<string> {
  const wanted = new Set<string>();
  for (const one of Array.isArray(operand) ? operand : [operand]) {
    if (one === "number") for (const name of ["int", "long", "double", "decimal"]) wanted.add(name);
    else if (typeof one === "string" && lookUp(TYPE_NUMBERS, one) !== undefined) wanted.add(one);
    else if (isNumber(one)) {
      const name = Object.entries(TYPE_NUMBERS).find(([, number]) => number === toDouble(one))?.[0];
      if (!name) throw badValue(`Invalid numerical type code: ${toDouble(one)}`);
      wanted.add(name as TypeName);
    } else throw badValue(`Unknown type name alias: ${String(one)}`);
  }
  if (!wanted.size) throw failedToParse("$type must match at least one type");
  return wanted;
}

const $mod: Operator = (operand) => {
  if (!Array.isArray(operand) || operand.length !== 2 || !operand.every(isNumber))
    throw badValue("malformed mod, needs to be an array of two numbers");
  if (!operand.every((n: BsonNumber) => isFiniteNumber(n)))
    throw badValue("malformed mod, divisor and remainder must be finite");
  const [divisor, remainder] = operand.map(toBigInt) as [bigint, bigint];
  if (divisor === 0n) throw badValue("divisor cannot be 0");
  return {
    test: (value) =>
      isNumber(value) && isFiniteNumber(value) && toBigInt(value) % divisor === remainder,
  };
};

const $size: Operator = (operand) => {
  if (!isNumber(operand)) throw failedToParse(`Failed to parse $size. Expected a number`);
  const size = toDouble(operand);
  if (!Number.isInteger(size)) throw failedToParse(`Failed to parse $size. Expected an integer`);
  if (size < 0) throw failedToParse("Failed to parse $size. Expected a non-negative number");
  return { whole: true, test: (value) => Array.isArray(value) && value.length === size };
};

const MAX_INT = 2 ** 31 - 1;
const SIGN_BIT = 63;

function bitMask(name: string, operand: unknown): bigint {
  if (operand instanceof Binary) throw unsupported(`${name} with binary data`);
  if (Array.isArray(operand))
    return operand.reduce((mask: bigint, bit) => {
      if (!isNumber(bit) || !Number.isInteger(toDouble(bit)) || toDouble(bit) < 0)
        throw badValue(`${name}: bit positions must be integers >= 0`);
      if (toDouble(bit) > MAX_INT)
        throw badValue(`${name}: bit positions cannot be represented as a 32-bit signed integer`);
      // The bits beyond those of a long are copies of its sign.
      return mask | (1n << BigInt(Math.min(toDouble(bit), SIGN_BIT)));
    }, 0n);
  if (!isNumber(operand) || !Number.isInteger(toDouble(operand)) || toDouble(operand) < 0)
    throw failedToParse(`${name} takes a bitmask that is not negative, or bit positions`);
  return toBigInt(operand);
}

const bits =
  (name: string, holds: (value: bigint, mask: bigint) => boolean): Operator =>
  (operand) => {
    const mask = bitMask(name, operand);
    return {
      test: (value) => {
        if (value instanceof Binary) throw unsupported(`${name} on binary data`);
        if (!isNumber(value) || !Number.isInteger(toDouble(value))) return false;
        const whole = toBigInt(value);
        return fitsLong(whole) && holds(whole, mask);
      },
    };
  };

/** The operators by name. */
export const OPERATORS: Record<string, Operator> = {
  $gt: comparison("$gt", (order) => order > 0),
  $gte: comparison("$gte", (order) => order >= 0),
  $lt: comparison("$lt", (order) => order < 0),
  $lte: comparison("$lte", (order) => order <= 0),
  $mod,
  $size,
  $type: (operand) => {
    const wanted = typesOf(operand);
    return { test: (value) => wanted.has(typeName(value)) };
  },
  $bitsAllSet: bits("$bitsAllSet", (value, mask) => (value & mask) === mask),
  $bitsAllClear: bits("$bitsAllClear", (value, mask) => (value & mask) === 0n),
  $bitsAnySet: bits("$bitsAnySet", (value, mask) => (value & mask) !== 0n),
  $bitsAnyClear: bits("$bitsAnyClear", (value, mask) => (value & mask) !== mask),
};

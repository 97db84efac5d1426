/** MongoDB's four numeric types, and the arithmetic of three of them: int, long, double. */
import { Decimal128, Double, Int32, Long, Timestamp } from "bson";
import { unsupported } from "../errors";
import * as decimal from "./decimal";
import type { Decimal } from "./decimal";
import { isInt32 } from "./types";

/** BSON's numeric types. */
export type NumberKind = "int" | "double" | "long" | "decimal";
/** A BSON number. */
export type BsonNumber = number | bigint | Double | Int32 | Long | Decimal128;

const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

/** The numeric type of a value, or `undefined` if it is not a number. */
export function numberKind(value: unknown): NumberKind | undefined {
  if (typeof value === "number") return isInt32(value) ? "int" : "double";
  if (typeof value !== "object") return typeof value === "bigint" ? "long" : undefined;
  if (value instanceof Double) return "double";
  if (value instanceof Long) return value instanceof Timestamp ? undefined : "long";
  if (value instanceof Decimal128) return "decimal";
  return value instanceof Int32 ? "int" : undefined;
}

/** Whether a value is a number of any type. */
export const isNumber = (value: unknown): value is BsonNumber => numberKind(value) !== undefined;

/** Converts to a JavaScript number; inexact only for large longs and some decimals. */
export function toDouble(value: BsonNumber): number {
  if (typeof value === "number") return value;
  if (value instanceof Long) return value.toNumber();
  return value instanceof Decimal128 ? Number(value.toString()) : Number(value);
}

/** Converts to a bigint; truncates doubles, which must be finite, and rejects decimals. */
export function toBigInt(value: BsonNumber): bigint {
  assertNoDecimal(value);
  if (value instanceof Long) return value.toBigInt();
  return typeof value === "bigint" ? value : BigInt(Math.trunc(Number(value)));
}

/** Throws if a number is a decimal: MongoDB computes decimals with 34 digits, this server does not. */
export function assertNoDecimal(value: BsonNumber, name = "arithmetic"): void {
  if (value instanceof Decimal128) throw unsupported(`${name} of a Decimal128`);
}

/** Converts to an exact decimal, for comparisons. */
export function toExact(value: BsonNumber): Decimal {
  if (value instanceof Decimal128) return decimal.fromDecimal128(value);
  if (value instanceof Long || typeof value === "bigint")
    return { coefficient: toBigInt(value), exponent: 0 };
  return decimal.exactly(Number(value));
}

/** Makes a double, wrapped if it would otherwise be taken for an int. */
export const double = (value: number): number | Double =>
  isInt32(value) ? new Double(value) : value;

/** Makes an int if the value fits, otherwise a long. */
export const whole = (value: bigint): number | Long =>
  value >= -2147483648n && value <= 2147483647n ? Number(value) : Long.fromBigInt(value);

/** Whether an integer fits into 64 bits. */
export const fitsLong = (value: bigint): boolean => value >= MIN_LONG && value <= MAX_LONG;

const ORDER: NumberKind[] = ["int", "long", "double", "decimal"];

/** The wider of two numeric types, which is the type of an operation's result. */
export const wider = (a: NumberKind, b: NumberKind): NumberKind =>
  ORDER[Math.max(ORDER.indexOf(a), ORDER.indexOf(b))]!;

interface Operation {
  doubles(a: number, b: number): number;
  longs(a: bigint, b: bigint): bigint;
}

/** Computes in the wider type of the two. An integer result that overflows a long becomes a double. */
function operate(a: BsonNumber, b: BsonNumber, operation: Operation): BsonNumber {
  assertNoDecimal(a);
  assertNoDecimal(b);
  const kind = wider(numberKind(a)!, numberKind(b)!);
  if (kind === "double") return double(operation.doubles(toDouble(a), toDouble(b)));
  const result = operation.longs(toBigInt(a), toBigInt(b));
  if (!fitsLong(result)) return double(operation.doubles(toDouble(a), toDouble(b)));
  return kind === "long" ? Long.fromBigInt(result) : whole(result);
}

const ADDITION: Operation = {
  doubles: (a, b) => a + b,
  longs: (a, b) => a + b,
};
const MULTIPLICATION: Operation = {
  doubles: (a, b) => a * b,
  longs: (a, b) => a * b,
};

/** Adds two numbers, in the wider of their types. */
export function add(a: BsonNumber, b: BsonNumber): BsonNumber {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    // Plain numbers are ints or fractional doubles, so only an integer result needs its operands' types
    // checked.
    if (!Number.isInteger(sum)) return sum;
  }
  return operate(a, b, ADDITION);
}

/** Multiplies two numbers, in the wider of their types. */
export const multiply = (a: BsonNumber, b: BsonNumber): BsonNumber => operate(a, b, MULTIPLICATION);

/** Changes the sign of a number and keeps its type; the smallest int becomes a long, the smallest long a double. */
export const negate = (a: BsonNumber): BsonNumber =>
  numberKind(a) === "double" ? double(-toDouble(a)) : multiply(a, -1);

/** Divides: the result is a double. The divisor must not be zero. */
export const divide = (a: BsonNumber, b: BsonNumber): BsonNumber =>
  double(toDouble(a) / toDouble(b));

/** The remainder of a truncated division, in the wider of the two types; the divisor must not be zero. */
export const modulo = (a: BsonNumber, b: BsonNumber): BsonNumber =>
  operate(a, b, {
    doubles: (x, y) => x % y,
    longs: (x, y) => x % y,
  });

/** Whether a number is positive or negative zero. */
export const isZero = (value: BsonNumber): boolean =>
  value instanceof Decimal128 ? compareNumbers(value, 0) === 0 : Number(value) === 0;

/** Whether a number is NaN, as a double or a decimal. */
export const isNaNumber = (value: BsonNumber): boolean => Number.isNaN(toDouble(value));

/** Whether a number is neither NaN nor infinite; a decimal is if it is beyond the doubles. */
export const isFiniteNumber = (value: BsonNumber): boolean => Number.isFinite(toDouble(value));

/** Compares two numbers; NaN is below all others. */
export function compareNumbers(a: BsonNumber, b: BsonNumber): number {
  if (typeof a === "number" && typeof b === "number" && a === a && b === b)
    return a < b ? -1 : a > b ? 1 : 0;
  const [x, y] = [isNaNumber(a), isNaNumber(b)];
  if (x || y) return Number(y) - Number(x);
  return decimal.compareDecimals(toExact(a), toExact(b));
}

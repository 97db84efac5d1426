/** MongoDB's four numeric types and their arithmetic: int, long, double, decimal. */
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

/** Converts to a bigint; truncates doubles and decimals, which must be finite. */
export function toBigInt(value: BsonNumber): bigint {
  if (value instanceof Long) return value.toBigInt();
  if (value instanceof Decimal128) {
    const intOrLong = decimal.roundAt(decimal.fromDecimal128(value), 0, "trunc");
    if (typeof intOrLong === "string") throw new TypeError("not a finite number");
    return intOrLong.coefficient * 10n ** BigInt(intOrLong.exponent);
  }
  return typeof value === "bigint" ? value : BigInt(Math.trunc(Number(value)));
}

/** Converts to a decimal as MongoDB does: a double keeps 15 digits. */
export function toDecimal(value: BsonNumber): Decimal {
  if (value instanceof Decimal128) return decimal.fromDecimal128(value);
  const kind = numberKind(value);
  if (kind === "double") return decimal.fromDouble(Number(value));
  return { coefficient: toBigInt(value), exponent: 0 };
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
  decimals(a: Decimal, b: Decimal): Decimal;
}

/** Computes in the wider type of the two. An integer result that overflows a long becomes a double. */
function operate(a: BsonNumber, b: BsonNumber, operation: Operation): BsonNumber {
  const kinds = [numberKind(a)!, numberKind(b)!] as const;
  const kind = wider(...kinds);
  if (kind === "decimal")
    return decimal.toDecimal128(operation.decimals(toDecimal(a), toDecimal(b)));
  if (kind === "double") return double(operation.doubles(toDouble(a), toDouble(b)));
  const result = operation.longs(toBigInt(a), toBigInt(b));
  if (!fitsLong(result)) return double(operation.doubles(toDouble(a), toDouble(b)));
  return kind === "long" ? Long.fromBigInt(result) : whole(result);
}

const ADDITION: Operation = {
  doubles: (a, b) => a + b,
  longs: (a, b) => a + b,
  decimals: decimal.addDecimals,
};
const MULTIPLICATION: Operation = {
  doubles: (a, b) => a * b,
  longs: (a, b) => a * b,
  decimals: decimal.multiplyDecimals,
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
  a instanceof Decimal128
    ? decimal.toDecimal128(decimal.negateDecimal(toDecimal(a)))
    : numberKind(a) === "double"
      ? double(-toDouble(a))
      : multiply(a, -1);

/** Divides: the result is a double, or a decimal if either operand is one. The divisor must not be zero. */
export function divide(a: BsonNumber, b: BsonNumber): BsonNumber {
  if (numberKind(a) === "decimal" || numberKind(b) === "decimal")
    return decimal.toDecimal128(decimal.divideDecimals(toDecimal(a), toDecimal(b)));
  return double(toDouble(a) / toDouble(b));
}

/** The remainder of a truncated division, in the wider of the two types; the divisor must not be zero. */
export const modulo = (a: BsonNumber, b: BsonNumber): BsonNumber =>
  operate(a, b, {
    doubles: (x, y) => x % y,
    longs: (x, y) => x % y,
    decimals: decimal.remainder,
  });

/** Whether a number is positive or negative zero. */
export const isZero = (value: BsonNumber): boolean =>
  value instanceof Decimal128 ? decimal.signOf(toDecimal(value)) === 0 : Number(value) === 0;

/** Whether a number is NaN, as a double or a decimal. */
export const isNaNumber = (value: BsonNumber): boolean =>
  value instanceof Decimal128 ? toDecimal(value) === "NaN" : Number.isNaN(Number(value));

/** Whether a number is positive or negative infinity. */
export const isInfinite = (value: BsonNumber): boolean =>
  value instanceof Decimal128
    ? ["Infinity", "-Infinity"].includes(toDecimal(value) as string)
    : Math.abs(Number(value)) === Infinity;

/** Compares two numbers; NaN is below all others. */
export function compareNumbers(a: BsonNumber, b: BsonNumber): number {
  if (typeof a === "number" && typeof b === "number" && a === a && b === b)
    return a < b ? -1 : a > b ? 1 : 0;
  const [x, y] = [isNaNumber(a), isNaNumber(b)];
  if (x || y) return Number(y) - Number(x);
  return decimal.compareDecimals(toExact(a), toExact(b));
}

/**
 * Makes an operator on BSON numbers from a function of doubles. The operator rejects decimals, which MongoDB
 * computes with 34 digits.
 *
 * @param name the operator, for the error message
 */
export function real(name: string, f: (x: number) => number): (value: BsonNumber) => BsonNumber {
  return (value) => {
    if (value instanceof Decimal128) throw unsupported(`${name} of a Decimal128`);
    return double(f(toDouble(value)));
  };
}

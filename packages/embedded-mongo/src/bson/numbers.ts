/** MongoDB's four numeric types: comparison, and the arithmetic of int, long and double. */
import { Decimal128, Double, Int32, Long, Timestamp } from "bson";
import { unsupported } from "../errors";
import { isInt32 } from "./types";

type NumberKind = "int" | "double" | "long" | "decimal";
export type BsonNumber = number | bigint | Double | Int32 | Long | Decimal128;

const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

export function numberKind(value: unknown): NumberKind | undefined {
  if (typeof value === "number") return isInt32(value) ? "int" : "double";
  if (typeof value !== "object") return typeof value === "bigint" ? "long" : undefined;
  if (value instanceof Double) return "double";
  if (value instanceof Long) return value instanceof Timestamp ? undefined : "long";
  if (value instanceof Decimal128) return "decimal";
  return value instanceof Int32 ? "int" : undefined;
}

export const isNumber = (value: unknown): value is BsonNumber => numberKind(value) !== undefined;

export const isInteger = (value: unknown): boolean =>
  ["int", "long"].includes(numberKind(value) ?? "");

/** Converts to a JavaScript number; inexact only for large longs and some decimals. */
export function toDouble(value: BsonNumber): number {
  if (typeof value === "number") return value;
  if (value instanceof Long) return value.toNumber();
  return value instanceof Decimal128 ? Number(value.toString()) : Number(value);
}

function toBigInt(value: BsonNumber): bigint {
  if (value instanceof Long) return value.toBigInt();
  return typeof value === "bigint" ? value : BigInt(Number(value));
}

/** Throws if a number is a decimal: MongoDB computes decimals with 34 digits, this server does not. */
export function assertNoDecimal(value: BsonNumber, name = "arithmetic"): void {
  if (value instanceof Decimal128) throw unsupported(`${name} of a Decimal128`);
}

/** Makes a double, wrapped if it would otherwise be taken for an int. */
export const double = (value: number): number | Double =>
  isInt32(value) ? new Double(value) : value;

/** Makes an int if the value fits, otherwise a long. */
export const whole = (value: bigint): number | Long =>
  value >= -2147483648n && value <= 2147483647n ? Number(value) : Long.fromBigInt(value);

interface Operation {
  doubles(a: number, b: number): number;
  longs(a: bigint, b: bigint): bigint;
}

/** Computes in the wider type of the two. An integer result that overflows a long becomes a double. */
function operate(a: BsonNumber, b: BsonNumber, operation: Operation): BsonNumber {
  assertNoDecimal(a);
  assertNoDecimal(b);
  const kinds = [numberKind(a), numberKind(b)];
  const asDoubles = () => double(operation.doubles(toDouble(a), toDouble(b)));
  if (kinds.includes("double")) return asDoubles();
  const result = operation.longs(toBigInt(a), toBigInt(b));
  if (result < MIN_LONG || result > MAX_LONG) return asDoubles();
  return kinds.includes("long") ? Long.fromBigInt(result) : whole(result);
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

export const multiply = (a: BsonNumber, b: BsonNumber): BsonNumber => operate(a, b, MULTIPLICATION);

/** Changes the sign of a number and keeps its type; the smallest int becomes a long, the smallest long a double. */
export const negate = (a: BsonNumber): BsonNumber =>
  numberKind(a) === "double" ? double(-toDouble(a)) : multiply(a, -1);

/** Divides: the result is a double. The divisor must not be zero. */
export const divide = (a: BsonNumber, b: BsonNumber): BsonNumber =>
  double(toDouble(a) / toDouble(b));

export const isZero = (value: BsonNumber): boolean => compareNumbers(value, 0) === 0;

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
  return compareExact(toExact(a), toExact(b));
}

/** An exact number, `coefficient · 10^exponent`, or one that is not finite. */
export type Exact = { coefficient: bigint; exponent: number } | number;

export function toExact(value: BsonNumber): Exact {
  if (value instanceof Decimal128) return ofDecimal(value.toString());
  if (value instanceof Long || typeof value === "bigint")
    return { coefficient: toBigInt(value), exponent: 0 };
  let mantissa = Number(value);
  if (!Number.isFinite(mantissa)) return mantissa;
  let exponent = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent--;
  }
  // m / 2^k = m · 5^k / 10^k
  return { coefficient: BigInt(mantissa) * 5n ** BigInt(-exponent), exponent };
}

function ofDecimal(text: string): Exact {
  const match = /^(-?)(\d+)\.?(\d*)(?:E([+-]?\d+))?$/.exec(text);
  if (!match) return Number(text);
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  return {
    coefficient: BigInt(`${sign}${whole}${fraction}`),
    exponent: Number(exponent) - fraction.length,
  };
}

/** Compares two exact numbers, neither of which is NaN. */
export function compareExact(a: Exact, b: Exact): number {
  if (typeof a === "number" || typeof b === "number") {
    const [x, y] = [a, b].map((one) => (typeof one === "number" ? one : 0)) as [number, number];
    return x < y ? -1 : x > y ? 1 : 0;
  }
  const exponent = Math.min(a.exponent, b.exponent);
  const [x, y] = [a, b].map((one) => one.coefficient * 10n ** BigInt(one.exponent - exponent)) as [
    bigint,
    bigint,
  ];
  return x < y ? -1 : x > y ? 1 : 0;
}

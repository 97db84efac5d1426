/** The numeric types int, long and double: their comparison and arithmetic. */
import { Double, Int32, Long, Timestamp } from "bson";
import { isInt32 } from "./types";

type NumberKind = "int" | "double" | "long";
export type BsonNumber = number | bigint | Double | Int32 | Long;

const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 63n - 1n;

export function numberKind(value: unknown): NumberKind | undefined {
  if (typeof value === "number") return isInt32(value) ? "int" : "double";
  if (typeof value !== "object") return typeof value === "bigint" ? "long" : undefined;
  if (value instanceof Double) return "double";
  if (value instanceof Long) return value instanceof Timestamp ? undefined : "long";
  return value instanceof Int32 ? "int" : undefined;
}

export const isNumber = (value: unknown): value is BsonNumber => numberKind(value) !== undefined;

export const isInteger = (value: unknown): boolean =>
  ["int", "long"].includes(numberKind(value) ?? "");

/** Converts to a JavaScript number; inexact only for large longs. */
export const toDouble = (value: BsonNumber): number =>
  value instanceof Long ? value.toNumber() : Number(value);

export function toBigInt(value: BsonNumber): bigint {
  if (value instanceof Long) return value.toBigInt();
  return typeof value === "bigint" ? value : BigInt(Number(value));
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

export const isNaNumber = (value: BsonNumber): boolean => Number.isNaN(toDouble(value));

export const isFiniteNumber = (value: BsonNumber): boolean => Number.isFinite(toDouble(value));

/** Compares two numbers; NaN is below all others. */
export function compareNumbers(a: BsonNumber, b: BsonNumber): number {
  const [x, y] = [comparable(a), comparable(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(y)) - Number(Number.isNaN(x));
  return x < y ? -1 : x > y ? 1 : 0;
}

/** JavaScript compares a bigint and a number exactly. */
const comparable = (value: BsonNumber): number | bigint =>
  value instanceof Long ? value.toBigInt() : typeof value === "bigint" ? value : Number(value);

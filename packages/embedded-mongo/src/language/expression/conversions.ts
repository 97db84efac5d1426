/** Conversions between types. */
import { Binary, Decimal128, Double, Long, ObjectId, Timestamp } from "bson";
import * as number from "../../bson/numbers";
import { lookUp, TYPE_NUMBERS, typeName } from "../../bson/types";
import { badValue, Code, CommandError, unsupported } from "../../errors";
import { fieldsOf, isNullish, ofOne, type Operator } from "./operator";

const failure = (why: string) => new CommandError(Code.ConversionFailure, why);

const cannot = (value: unknown, to: string) =>
  failure(
    `Unsupported conversion from ${typeName(value)} to ${to} in $convert with no onError value`,
  );

const unparsable = (text: string, to: string) =>
  failure(`Failed to parse ${to} '${text}' in $convert with no onError value`);

function inRange(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least || value > most)
    throw failure(
      `Conversion would overflow target type in $convert with no onError value: ${value}`,
    );
  return value;
}

function toWhole(value: unknown, to: string): bigint {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "string") {
    if (!/^[+-]?\d+$/.test(value)) throw unparsable(value, "number");
    return BigInt(value.replace("+", ""));
  }
  if (value instanceof Date && to === "long") return BigInt(value.getTime());
  if (!number.isNumber(value)) throw cannot(value, to);
  number.assertNoDecimal(value, `the conversion to ${to}`);
  if (!number.isFiniteNumber(value))
    throw failure(
      "Attempt to convert NaN or infinity value to integer type in $convert with no onError value",
    );
  return number.toBigInt(value);
}

function toDoubleValue(value: unknown): number {
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Date) return value.getTime();
  if (typeof value === "string") {
    if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$|^[+-]?(inf(inity)?|nan)$/i.test(value))
      throw unparsable(value, "number");
    return Number(value.replace(/inf(inity)?/i, "Infinity"));
  }
  if (!number.isNumber(value)) throw cannot(value, "double");
  number.assertNoDecimal(value, "the conversion to double");
  return number.toDouble(value);
}

function toDecimal(): never {
  throw unsupported("the conversion to decimal");
}

function toDate(value: unknown): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.getHighBitsUnsigned() * 1000);
  if (typeof value === "string") throw unsupported("the conversion of a string to a date");
  // Ints are rejected: their range covers only the first weeks of 1970.
  if (!number.isNumber(value) || number.numberKind(value) === "int") throw cannot(value, "date");
  const date = new Date(Number(toWhole(value, "date")));
  if (Number.isNaN(date.getTime())) throw failure("date overflow");
  return date;
}

function toObjectId(value: unknown): ObjectId {
  if (value instanceof ObjectId) return value;
  if (typeof value !== "string") throw cannot(value, "objectId");
  if (!/^[0-9a-f]{24}$/i.test(value)) throw unparsable(value, "objectId");
  return new ObjectId(value);
}

function toBool(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  return !number.isNumber(value) || !number.isZero(value);
}

/** Converts a value to a string as MongoDB does, or `undefined` if it cannot. */
export function stringOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Double || typeof value === "number") return doubleText(Number(value));
  if (value instanceof Decimal128 || number.isNumber(value)) return value.toString();
  if (value instanceof Binary && value.sub_type === Binary.SUBTYPE_UUID)
    return value.toUUID().toString();
  return undefined;
}

/** Formats doubles like C++: with at least two exponent digits. */
const doubleText = (value: number) =>
  Object.is(value, -0)
    ? "-0"
    : String(value)
        .replace(/e([+-])(\d)$/, "e$10$2")
        .replace("Infinity", "inf");

function toText(value: unknown): string {
  const text = stringOf(value);
  if (text === undefined) throw cannot(value, "string");
  return text;
}

const MIN_INT = -(2n ** 31n);
const MIN_LONG = -(2n ** 63n);

const CONVERSION: Record<string, (value: unknown) => unknown> = {
  bool: toBool,
  int: (value) => Number(inRange(toWhole(value, "int"), MIN_INT, -MIN_INT - 1n)),
  long: (value) => Long.fromBigInt(inRange(toWhole(value, "long"), MIN_LONG, -MIN_LONG - 1n)),
  double: (value) => number.double(toDoubleValue(value)),
  decimal: toDecimal,
  date: toDate,
  objectId: toObjectId,
  string: toText,
};

function conversionTo(type: unknown): (value: unknown) => unknown {
  const name = number.isNumber(type)
    ? Object.entries(TYPE_NUMBERS).find(([, n]) => n === number.toDouble(type))?.[0]
    : type;
  const conversion = typeof name === "string" ? lookUp(CONVERSION, name) : undefined;
  if (!conversion) throw badValue(`Unknown type name in $convert: ${String(type)}`);
  return conversion;
}

const $convert: Operator = (operand, { compile }, name) => {
  const fields = fieldsOf(operand, name, ["input", "to"], ["onError", "onNull"]);
  const [input, to] = [compile(fields.input), compile(fields.to)];
  const onError = "onError" in fields ? compile(fields.onError) : undefined;
  const onNull = "onNull" in fields ? compile(fields.onNull) : () => null;
  return (environment) => {
    const [value, type] = [input(environment), to(environment)];
    const convert = isNullish(type) ? () => null : conversionTo(type);
    if (isNullish(value)) return onNull(environment);
    try {
      return convert(value);
    } catch (error) {
      if (onError && error instanceof CommandError && error.code === Code.ConversionFailure)
        return onError(environment);
      throw error;
    }
  };
};

const to = (type: string) => ofOne((value) => (isNullish(value) ? null : CONVERSION[type]!(value)));

/** The operators by name. */
export const CONVERSIONS: Record<string, Operator> = {
  $convert,
  $toBool: to("bool"),
  $toInt: to("int"),
  $toLong: to("long"),
  $toDouble: to("double"),
  $toDecimal: to("decimal"),
  $toDate: to("date"),
  $toObjectId: to("objectId"),
  $toString: to("string"),
  $type: ofOne((value) => typeName(value)),
};

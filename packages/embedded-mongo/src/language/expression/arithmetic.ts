/** Arithmetic expressions, and the conversion of dates to numbers. */
import { Long } from "bson";
import * as number from "../../bson/numbers";
import type { BsonNumber } from "../../bson/numbers";
import { typeName } from "../../bson/types";
import { Code, CommandError, unsupported } from "../../errors";
import {
  isNullish,
  ofArguments,
  ofOne,
  ofTwo,
  toNumber,
  wrongType,
  type Operator,
} from "./operator";

function addMilliseconds(date: Date, milliseconds: BsonNumber): Date {
  const time = new Date(date.getTime() + Math.round(number.toDouble(milliseconds)));
  if (Number.isNaN(time.getTime())) throw new CommandError(Code.Overflow, "date overflow");
  return time;
}

const $add = ofArguments(0, Infinity, (values) => {
  let sum: BsonNumber = 0;
  let date: Date | undefined;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (value instanceof Date) {
      if (date) throw new CommandError(16612, "only one date allowed in an $add expression");
      date = value;
    } else if (number.isNumber(value)) sum = number.add(sum, value);
    else throw wrongType("$add", "numeric or date types", value);
  }
  return date ? addMilliseconds(date, sum) : sum;
});

const $subtract = ofTwo((a, b, name) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (a instanceof Date && b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
  if (a instanceof Date && number.isNumber(b)) {
    const whole = number.numberKind(b) === "double" ? Math.trunc(number.toDouble(b)) : b;
    return addMilliseconds(a, number.negate(whole));
  }
  return number.add(toNumber(a, name), number.negate(toNumber(b, name)));
});

const $multiply = ofArguments(0, Infinity, (values, name) => {
  let product: BsonNumber = 1;
  for (const value of values) {
    if (isNullish(value)) return null;
    product = number.multiply(product, toNumber(value, name));
  }
  return product;
});

const $divide = ofTwo((a, b, name) => {
  if (isNullish(a) || isNullish(b)) return null;
  const divisor = toNumber(b, name);
  if (number.isZero(divisor)) throw new CommandError(Code.BadValue, "can't $divide by zero");
  return number.divide(toNumber(a, name), divisor);
});

/** An operator on one number; null for null. */
const ofNumber = (compute: (value: BsonNumber) => unknown): Operator =>
  ofOne((value, name) => (isNullish(value) ? null : compute(toNumber(value, name))));

/** Integers are unchanged. */
const $floor = ofNumber((value) =>
  number.isInteger(value) ? value : number.double(Math.floor(number.toDouble(value))),
);

const $log10 = ofNumber((value) => {
  const x = number.toDouble(value);
  if (x <= 0) throw new CommandError(28761, `$log10's argument must be a positive number: ${x}`);
  return number.double(Math.log10(x));
});

/** The conversion of a date to its milliseconds; that of other values is not supported. */
const $toLong = ofOne((value) => {
  if (isNullish(value)) return null;
  if (value instanceof Date) return Long.fromNumber(value.getTime());
  throw unsupported(`$toLong of the type ${typeName(value)}`);
});

export const ARITHMETIC: Record<string, Operator> = {
  $add,
  $subtract,
  $multiply,
  $divide,
  $floor,
  $log10,
  $toLong,
};

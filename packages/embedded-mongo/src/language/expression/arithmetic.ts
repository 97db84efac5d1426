/** Arithmetic expressions. */
import { Long } from "bson";
import { roundAt } from "../../bson/decimal";
import * as number from "../../bson/numbers";
import type { BsonNumber } from "../../bson/numbers";
import { CommandError, typeMismatch } from "../../errors";
import {
  isNullish,
  ofArguments,
  ofOne,
  ofTwo,
  toInteger,
  toNumber,
  wrongType,
  type Operator,
} from "./operator";

/** Adds milliseconds to a date. */
function addMilliseconds(date: Date, milliseconds: BsonNumber): Date {
  const time = new Date(date.getTime() + Math.round(number.toDouble(milliseconds)));
  if (Number.isNaN(time.getTime())) throw new CommandError(15, "date overflow");
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

const $subtract = ofTwo((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (a instanceof Date && b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
  if (a instanceof Date && number.isNumber(b)) {
    const whole = number.numberKind(b) === "double" ? Math.trunc(number.toDouble(b)) : b;
    return addMilliseconds(a, number.negate(whole));
  }
  if (number.isNumber(a) && number.isNumber(b)) return number.add(a, number.negate(b));
  throw typeMismatch(`can't $subtract these types: ${typeof b} from ${typeof a}`);
});

const $multiply = ofArguments(0, Infinity, (values) => {
  let product: BsonNumber = 1;
  for (const value of values) {
    if (isNullish(value)) return null;
    product = number.multiply(product, toNumber(value, "$multiply"));
  }
  return product;
});

const quotient = (code: number, compute: (a: BsonNumber, b: BsonNumber) => BsonNumber): Operator =>
  ofTwo((a, b, name) => {
    if (isNullish(a) || isNullish(b)) return null;
    const divisor = toNumber(b, name);
    if (number.isZero(divisor)) throw new CommandError(code, `can't ${name} by zero`);
    return compute(toNumber(a, name), divisor);
  });

/** An operator on one number; null for null. */
const ofNumber = (compute: (value: BsonNumber) => unknown): Operator =>
  ofOne((value, name) => (isNullish(value) ? null : compute(toNumber(value, name))));

/** An operator on one real number; `code` is that of the error for a number outside the domain. */
const ofReal = (
  name: string,
  compute: (x: number) => number,
  domain: (x: number) => boolean = () => true,
  code?: number,
): Operator =>
  ofNumber((value) => {
    const x = number.toDouble(value);
    if (code && !domain(x) && !Number.isNaN(x))
      throw new CommandError(code, `${name}'s argument is out of its domain: ${x}`);
    return number.double(compute(x));
  });

const $abs = ofNumber((value) => {
  if (value instanceof Long && value.equals(Long.MIN_VALUE))
    throw new CommandError(28680, "can't take $abs of long long min");
  return number.compareNumbers(value, 0) < 0 ? number.negate(value) : value;
});

/** Integers are unchanged. */
const toWhole = (compute: (x: number) => number): Operator =>
  ofNumber((value) =>
    hasWholeType(value) ? value : number.double(compute(number.toDouble(value))),
  );

const rounding = (how: "trunc" | "even"): Operator =>
  ofArguments(1, 2, (values, _compiler, name) => {
    if (values.some(isNullish)) return null;
    const [value, places = 0] = values;
    const given = toNumber(value, name);
    const place = toInteger(places, name, "the precision");
    if (place < -20 || place > 100)
      throw new CommandError(51083, `cannot apply ${name} with precision value ${place}`);
    const rounded = roundAt(number.toExact(given), place, how);
    if (typeof rounded === "string") return given;
    const { coefficient, exponent } = rounded;
    if (!hasWholeType(given)) {
      const text = `${absolute(coefficient)}e${exponent}`;
      // A negative number that is rounded to zero is a negative zero.
      return number.double(Number(isNegative(number.toDouble(given)) ? `-${text}` : text));
    }
    const whole = coefficient * 10n ** BigInt(exponent);
    if (!number.fitsLong(whole))
      throw new CommandError(51080, `invalid conversion from Decimal128 result in ${name}`);
    return given instanceof Long ? Long.fromBigInt(whole) : number.whole(whole);
  });

const absolute = (value: bigint) => (value < 0n ? -value : value);

const isNegative = (value: number) => value < 0 || Object.is(value, -0);

/** Reduces an exponent to 0 if it is 0, to 1 if it is odd, otherwise to 2. */
const evenOrOdd = (exponent: bigint) => (exponent === 0n ? 0 : exponent % 2n === 0n ? 2 : 1);

const $pow = ofTwo((base, exponent, name) => {
  if (isNullish(base) || isNullish(exponent)) return null;
  const [b, e] = [toNumber(base, name), toNumber(exponent, name)];
  if (number.isZero(b) && number.toDouble(e) < 0)
    throw new CommandError(28764, "$pow cannot take a base of 0 and a negative exponent");
  const kind = number.wider(number.numberKind(b)!, number.numberKind(e)!);
  const isWhole = kind === "int" || kind === "long";
  // The powers of 1 and -1 depend only on whether the exponent is odd; those of 0 only on whether it is 0.
  const unit = isWhole && number.toDouble(b) ** 2 <= 1;
  const times = unit ? evenOrOdd(number.toBigInt(e)) : number.toDouble(e);
  if (isWhole && times >= 0 && times < 64) {
    const power = number.toBigInt(b) ** BigInt(times);
    if (number.fitsLong(power))
      return kind === "long" ? Long.fromBigInt(power) : number.whole(power);
  }
  return number.double(number.toDouble(b) ** number.toDouble(e));
});

const $log = ofTwo((value, base, name) => {
  if (isNullish(value) || isNullish(base)) return null;
  const [x, b] = [toNumber(value, name), toNumber(base, name)].map(number.toDouble) as [
    number,
    number,
  ];
  if (x <= 0) throw new CommandError(28758, "$log's argument must be a positive number");
  if (b <= 0 || b === 1)
    throw new CommandError(28759, "$log's base must be a positive number not equal to 1");
  return number.double(Math.log(x) / Math.log(b));
});

const hasWholeType = (value: BsonNumber) =>
  ["int", "long"].includes(number.numberKind(value) ?? "");

/** Converts a double that fits into an int to an int, because MongoDB divides integers by it as by an integer. */
const asInt = (value: BsonNumber) =>
  number.numberKind(value) === "double" && number.toDouble(value) === (number.toDouble(value) | 0)
    ? number.toDouble(value) | 0
    : value;

/** The operators by name. */
export const ARITHMETIC: Record<string, Operator> = {
  $add,
  $subtract,
  $multiply,
  $divide: quotient(2, number.divide),
  $mod: quotient(16610, (a, b) => number.modulo(a, hasWholeType(a) ? asInt(b) : b)),
  $abs,
  $floor: toWhole(Math.floor),
  $ceil: toWhole(Math.ceil),
  $round: rounding("even"),
  $trunc: rounding("trunc"),
  $pow,
  $log,
  $exp: ofReal("$exp", Math.exp),
  $ln: ofReal("$ln", Math.log, (x) => x > 0, 28766),
  $log10: ofReal("$log10", Math.log10, (x) => x > 0, 28761),
  $sqrt: ofReal("$sqrt", Math.sqrt, (x) => x >= 0, 28714),
  $rand: () => () => Math.random(),
};

/** Arithmetic expressions. */
import { Decimal128, Long } from "bson";
import { fromDecimal128, roundAt, toDecimal128, type Decimal } from "../../bson/decimal";
import * as number from "../../bson/numbers";
import type { BsonNumber } from "../../bson/numbers";
import { badValue, CommandError, typeMismatch } from "../../errors";
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
  code = 50989,
): Operator =>
  ofNumber((value) => {
    const x = number.toDouble(value);
    if (!domain(x) && !Number.isNaN(x))
      throw new CommandError(code, `${name}'s argument is out of its domain: ${x}`);
    return number.real(name, compute)(value);
  });

const $abs = ofNumber((value) => {
  if (value instanceof Long && value.equals(Long.MIN_VALUE))
    throw new CommandError(28680, "can't take $abs of long long min");
  return number.compareNumbers(value, 0) < 0 ? number.negate(value) : value;
});

/** Integers are unchanged; decimals are rounded as decimals. */
const toWhole = (how: "floor" | "ceil", compute: (x: number) => number): Operator =>
  ofNumber((value) => {
    const kind = number.numberKind(value);
    if (kind === "int" || kind === "long") return value;
    if (value instanceof Decimal128) return toDecimal128(roundAt(fromDecimal128(value), 0, how));
    return number.double(compute(number.toDouble(value)));
  });

const rounding = (how: "trunc" | "even"): Operator =>
  ofArguments(1, 2, ([value, places = 0], _compiler, name) => {
    if (isNullish(value) || places === null) return null;
    const given = toNumber(value, name);
    const place = toInteger(places, name, "the precision");
    if (place < -20 || place > 100)
      throw new CommandError(51083, `cannot apply ${name} with precision value ${place}`);
    const rounded = roundAt(number.toExact(given), place, how);
    const sign = isNegative(given) ? "-" : "";
    switch (number.numberKind(given)) {
      case "decimal":
        return quantized(rounded, place, sign);
      case "double":
        if (typeof rounded === "string") return given;
        // A negative number that is rounded to zero is a negative zero.
        return number.double(Number(`${sign}${absolute(rounded.coefficient)}e${rounded.exponent}`));
    }
    if (typeof rounded === "string" || place >= 0) return given;
    const whole = rounded.coefficient * 10n ** BigInt(rounded.exponent);
    if (!number.fitsLong(whole))
      throw new CommandError(51080, `invalid conversion from Decimal128 result in ${name}`);
    return given instanceof Long ? Long.fromBigInt(whole) : number.whole(whole);
  });

const absolute = (value: bigint) => (value < 0n ? -value : value);

const isNegative = (value: BsonNumber) =>
  value instanceof Decimal128
    ? value.toString().startsWith("-")
    : number.toDouble(value) < 0 || Object.is(Number(value), -0);

/** Gives a rounded decimal the requested number of places, as far as 34 digits allow. */
function quantized(rounded: Decimal, place: number, sign: string): Decimal128 {
  if (typeof rounded === "string") return toDecimal128(rounded);
  const { coefficient, exponent } = rounded;
  if (coefficient === 0n) return Decimal128.fromString(`${sign}0E${-place}`);
  const room = 34 - absolute(coefficient).toString().length;
  const further = Math.max(0, Math.min(exponent + place, room));
  return toDecimal128({
    coefficient: coefficient * 10n ** BigInt(further),
    exponent: exponent - further,
  });
}

/** Reduces an exponent to 0 if it is 0, to 1 if it is odd, otherwise to 2. */
const evenOrOdd = (exponent: bigint) => (exponent === 0n ? 0 : exponent % 2n === 0n ? 2 : 1);

const $pow = ofTwo((base, exponent, name) => {
  if (isNullish(base) || isNullish(exponent)) return null;
  const [b, e] = [toNumber(base, name), toNumber(exponent, name)];
  if (number.isZero(b) && number.toDouble(e) < 0)
    throw new CommandError(28764, "$pow cannot take a base of 0 and a negative exponent");
  const kinds = [number.numberKind(b)!, number.numberKind(e)!] as const;
  const kind = number.wider(...kinds);
  const isWhole = kind === "int" || kind === "long";
  // The powers of 1 and -1 depend only on whether the exponent is odd; those of 0 only on whether it is 0.
  const unit = isWhole && number.toDouble(b) ** 2 <= 1;
  const times = unit ? evenOrOdd(number.toBigInt(e)) : number.toDouble(e);
  if (isWhole && times >= 0 && times < 64) {
    const power = number.toBigInt(b) ** BigInt(times);
    if (number.fitsLong(power))
      return kind === "long" ? Long.fromBigInt(power) : number.whole(power);
  }
  return number.real(name, (x) => x ** number.toDouble(e))(kinds[1] === "decimal" ? e : b);
});

const $log = ofTwo((value, base, name) => {
  if (isNullish(value) || isNullish(base)) return null;
  const [x, b] = [toNumber(value, name), toNumber(base, name)];
  if (number.toDouble(x) <= 0)
    throw new CommandError(28758, "$log's argument must be a positive number");
  if (number.toDouble(b) <= 0 || number.toDouble(b) === 1)
    throw new CommandError(28759, "$log's base must be a positive number not equal to 1");
  return number.real(name, (y) => Math.log(y) / Math.log(number.toDouble(b)))(x);
});

const $atan2 = ofTwo((y, x, name) => {
  if (isNullish(y) || isNullish(x)) return null;
  const across = toNumber(x, name);
  return number.real(name, (up) => Math.atan2(up, number.toDouble(across)))(toNumber(y, name));
});

const bitwise = (start: bigint, combine: (a: bigint, b: bigint) => bigint): Operator =>
  ofArguments(0, Infinity, (values, _compiler, name) => {
    let [result, long] = [start, false];
    for (const value of values) {
      if (isNullish(value)) return null;
      const kind = number.numberKind(value);
      if (kind !== "int" && kind !== "long") throw wrongType(name, "int and long operands", value);
      long ||= kind === "long";
      result = combine(result, number.toBigInt(value as BsonNumber));
    }
    return long ? Long.fromBigInt(result) : number.whole(result);
  });

const hasWholeType = (value: BsonNumber) =>
  ["int", "long"].includes(number.numberKind(value) ?? "");

/** Converts a double that fits into an int to an int, because MongoDB divides integers by it as by an integer. */
const asInt = (value: BsonNumber) =>
  number.numberKind(value) === "double" && number.toDouble(value) === (number.toDouble(value) | 0)
    ? number.toDouble(value) | 0
    : value;

const within = (least: number, most: number) => (x: number) => x >= least && x <= most;

/** The operators by name. */
export const ARITHMETIC: Record<string, Operator> = {
  $add,
  $subtract,
  $multiply,
  $divide: quotient(2, number.divide),
  $mod: quotient(16610, (a, b) => number.modulo(a, hasWholeType(a) ? asInt(b) : b)),
  $abs,
  $floor: toWhole("floor", Math.floor),
  $ceil: toWhole("ceil", Math.ceil),
  $round: rounding("even"),
  $trunc: rounding("trunc"),
  $pow,
  $log,
  $exp: ofReal("$exp", Math.exp),
  $ln: ofReal("$ln", Math.log, (x) => x > 0, 28766),
  $log10: ofReal("$log10", Math.log10, (x) => x > 0, 28761),
  $sqrt: ofReal("$sqrt", Math.sqrt, (x) => x >= 0, 28714),
  $sin: ofReal("$sin", Math.sin, Number.isFinite),
  $cos: ofReal("$cos", Math.cos, Number.isFinite),
  $tan: ofReal("$tan", Math.tan, Number.isFinite),
  $asin: ofReal("$asin", Math.asin, within(-1, 1)),
  $acos: ofReal("$acos", Math.acos, within(-1, 1)),
  $atan: ofReal("$atan", Math.atan),
  $atan2,
  $sinh: ofReal("$sinh", Math.sinh),
  $cosh: ofReal("$cosh", Math.cosh),
  $tanh: ofReal("$tanh", Math.tanh),
  $asinh: ofReal("$asinh", Math.asinh),
  $acosh: ofReal("$acosh", Math.acosh, (x) => x >= 1),
  $atanh: ofReal("$atanh", Math.atanh, within(-1, 1)),
  $degreesToRadians: ofReal("$degreesToRadians", (x) => (x * Math.PI) / 180),
  $radiansToDegrees: ofReal("$radiansToDegrees", (x) => (x * 180) / Math.PI),
  $bitAnd: bitwise(-1n, (a, b) => a & b),
  $bitOr: bitwise(0n, (a, b) => a | b),
  $bitXor: bitwise(0n, (a, b) => a ^ b),
  $bitNot: ofNumber((value) => {
    const kind = number.numberKind(value);
    if (kind !== "int" && kind !== "long") throw badValue("$bitNot only supports int and long");
    const result = ~number.toBigInt(value);
    return kind === "long" ? Long.fromBigInt(result) : number.whole(result);
  }),
  $rand: () => () => Math.random(),
};

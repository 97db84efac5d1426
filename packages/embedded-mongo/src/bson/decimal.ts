/** Decimal128 arithmetic: 34 significant digits, rounding half to even, as in IEEE 754-2008. */
import { Decimal128 } from "bson";

/** A finite decimal `coefficient · 10^exponent`, or a special value. */
export type Decimal = { coefficient: bigint; exponent: number } | "NaN" | "Infinity" | "-Infinity";

const DIGITS = 34;
const MIN_EXPONENT = -6176;
const MAX_EXPONENT = 6111;

const tenTo = (power: number) => 10n ** BigInt(power);
const digitsOf = (coefficient: bigint) =>
  (coefficient < 0n ? -coefficient : coefficient).toString().length;

/** Decodes a Decimal128. */
export function fromDecimal128(value: Decimal128): Decimal {
  return fromText(value.toString());
}

/** Parses a number as JavaScript and Decimal128 write it; any other text is NaN. */
export function fromText(text: string): Decimal {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text.trim());
  if (!match || !(match[2] || match[3]))
    return /^-inf/i.test(text) ? "-Infinity" : /^\+?inf/i.test(text) ? "Infinity" : "NaN";
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const coefficient = BigInt(whole + fraction);
  return {
    coefficient: sign === "-" ? -coefficient : coefficient,
    exponent: Number(exponent) - fraction.length,
  };
}

/** Converts a double as MongoDB does: to its 15 most significant digits. */
export function fromDouble(value: number): Decimal {
  if (!Number.isFinite(value)) return String(value) as Decimal;
  return fromText(value.toPrecision(15));
}

/** Converts a double exactly. */
export function exactly(value: number): Decimal {
  if (!Number.isFinite(value)) return String(value) as Decimal;
  let exponent = 0;
  let mantissa = value;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent--;
  }
  // m / 2^k = m · 5^k / 10^k
  return { coefficient: BigInt(mantissa) * 5n ** BigInt(-exponent), exponent };
}

/** Encodes a Decimal128, rounding excess digits. */
export function toDecimal128(value: Decimal): Decimal128 {
  if (typeof value === "string") return Decimal128.fromString(value);
  const { coefficient, exponent } = rounded(value);
  if (exponent > MAX_EXPONENT)
    return Decimal128.fromString(coefficient < 0n ? "-Infinity" : "Infinity");
  return Decimal128.fromString(`${coefficient}E${exponent}`);
}

function rounded({ coefficient, exponent }: Exclude<Decimal, string>) {
  const excess = Math.max(digitsOf(coefficient) - DIGITS, MIN_EXPONENT - exponent, 0);
  let [c, e] = [divideToEven(coefficient, tenTo(excess)), exponent + excess];
  if (digitsOf(c) > DIGITS) [c, e] = [c / 10n, e + 1];
  while (e > MAX_EXPONENT && digitsOf(c) < DIGITS && c !== 0n) [c, e] = [c * 10n, e - 1];
  if (c === 0n) e = Math.min(e, MAX_EXPONENT);
  return { coefficient: c, exponent: e };
}

function divideToEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend - quotient * divisor;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const away = twice > divisor || (twice === divisor && quotient % 2n !== 0n);
  return away ? quotient + (dividend < 0n ? -1n : 1n) : quotient;
}

function aligned(a: Exclude<Decimal, string>, b: Exclude<Decimal, string>) {
  const exponent = Math.min(a.exponent, b.exponent);
  const at = (d: typeof a) => d.coefficient * tenTo(d.exponent - exponent);
  return { a: at(a), b: at(b), exponent };
}

/** Adds two decimals without rounding. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  if (typeof a === "string" || typeof b === "string") {
    if (typeof a !== "string") return b;
    return typeof b !== "string" || a === b ? a : "NaN";
  }
  const { a: x, b: y, exponent } = aligned(a, b);
  return { coefficient: x + y, exponent };
}

/** Changes the sign of a decimal. */
export const negateDecimal = (d: Decimal): Decimal =>
  typeof d !== "string"
    ? { ...d, coefficient: -d.coefficient }
    : d === "NaN"
      ? d
      : d === "Infinity"
        ? "-Infinity"
        : "Infinity";

/** Multiplies two decimals without rounding. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  if (a === "NaN" || b === "NaN") return "NaN";
  const sign = signOf(a) * signOf(b);
  if (typeof a === "string" || typeof b === "string")
    return sign === 0 ? "NaN" : sign > 0 ? "Infinity" : "-Infinity";
  return { coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
}

/** Divides two decimals, with enough digits for `toDecimal128` to round correctly; the divisor must not be zero. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  if (a === "NaN" || b === "NaN") return "NaN";
  if (typeof a === "string")
    return typeof b === "string" ? "NaN" : signOf(a) * signOf(b) > 0 ? "Infinity" : "-Infinity";
  if (typeof b === "string") return { coefficient: 0n, exponent: 0 };
  const ideal = a.exponent - b.exponent;
  // Enough digits that the later rounding to 34 digits takes the remainder into account.
  const scale = DIGITS + 3 + Math.max(0, digitsOf(b.coefficient) - digitsOf(a.coefficient));
  const dividend = a.coefficient * tenTo(scale);
  let quotient = dividend / b.coefficient;
  let exponent = ideal - scale;
  if (dividend % b.coefficient !== 0n)
    return {
      coefficient: quotient * 10n + (signOf(a) * signOf(b) < 0 ? -1n : 1n),
      exponent: exponent - 1,
    };
  while (exponent < ideal && quotient % 10n === 0n) {
    quotient /= 10n;
    exponent++;
  }
  return { coefficient: quotient, exponent };
}

/** The remainder of a truncated division of a finite `a` by `b`; has the sign of `a`. */
export function remainder(a: Decimal, b: Decimal): Decimal {
  if (typeof a === "string" || b === "NaN") return "NaN";
  if (typeof b === "string") return a;
  const { a: x, b: y, exponent } = aligned(a, b);
  return { coefficient: x % y, exponent };
}

/** Rounds to `place` decimal places; `even` rounds to the nearest, and halves to even. */
export function roundAt(
  d: Decimal,
  place: number,
  how: "trunc" | "floor" | "ceil" | "even",
): Decimal {
  if (typeof d === "string" || d.exponent >= -place) return d;
  const divisor = tenTo(-place - d.exponent);
  const down = d.coefficient / divisor;
  const isInexact = down * divisor !== d.coefficient;
  let coefficient = how === "even" ? divideToEven(d.coefficient, divisor) : down;
  if (how === "floor" && isInexact && d.coefficient < 0n) coefficient -= 1n;
  if (how === "ceil" && isInexact && d.coefficient > 0n) coefficient += 1n;
  return { coefficient, exponent: -place };
}

/** The sign: 1, 0 or -1; NaN for NaN. */
export const signOf = (d: Decimal): number =>
  typeof d === "string"
    ? d === "Infinity"
      ? 1
      : d === "-Infinity"
        ? -1
        : NaN
    : d.coefficient > 0n
      ? 1
      : d.coefficient < 0n
        ? -1
        : 0;

/** Compares two decimals, neither of which is NaN. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (typeof a === "string" || typeof b === "string") return Math.sign(rank(a) - rank(b));
  const { a: x, b: y } = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

const rank = (d: Decimal) => (d === "Infinity" ? 1 : d === "-Infinity" ? -1 : 0);

/** Exact decimal numbers, to compare numbers of all types and to round them. */
import type { Decimal128 } from "bson";

/** A finite decimal `coefficient · 10^exponent`, or a special value. */
export type Decimal = { coefficient: bigint; exponent: number } | "NaN" | "Infinity" | "-Infinity";

const tenTo = (power: number) => 10n ** BigInt(power);

/** Decodes a Decimal128. */
export function fromDecimal128(value: Decimal128): Decimal {
  const text = value.toString();
  const match = /^(-?)(\d+)\.?(\d*)(?:E([+-]?\d+))?$/.exec(text);
  if (!match) return text as "NaN" | "Infinity" | "-Infinity";
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  return {
    coefficient: BigInt(`${sign}${whole}${fraction}`),
    exponent: Number(exponent) - fraction.length,
  };
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

function divideToEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend - quotient * divisor;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const away = twice > divisor || (twice === divisor && quotient % 2n !== 0n);
  return away ? quotient + (dividend < 0n ? -1n : 1n) : quotient;
}

/** Rounds to `place` decimal places: towards zero, or to the nearest and halves to even. */
export function roundAt(d: Decimal, place: number, how: "trunc" | "even"): Decimal {
  if (typeof d === "string" || d.exponent >= -place) return d;
  const divisor = tenTo(-place - d.exponent);
  const divide = how === "even" ? divideToEven : (a: bigint, b: bigint) => a / b;
  return { coefficient: divide(d.coefficient, divisor), exponent: -place };
}

/** Compares two decimals, neither of which is NaN. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (typeof a === "string" || typeof b === "string") return Math.sign(rank(a) - rank(b));
  const exponent = Math.min(a.exponent, b.exponent);
  const [x, y] = [a, b].map((d) => d.coefficient * tenTo(d.exponent - exponent)) as [
    bigint,
    bigint,
  ];
  return x < y ? -1 : x > y ? 1 : 0;
}

const rank = (d: Decimal) => (d === "Infinity" ? 1 : d === "-Infinity" ? -1 : 0);

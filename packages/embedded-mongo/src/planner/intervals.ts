/** Intervals of values, represented by index keys. */
import { encodeKey, invert, Tag, type Direction } from "../bson/keys";
import { formatValue } from "../bson/types";
import { prefixEnd, type Range } from "../storage/range";

/**
 * A range of values between two ends. An end stands for all keys with its prefix: the key of a value, of a
 * string prefix, or of a type.
 */
export interface Interval {
  low: End;
  high: End;
  point: boolean;
  value?: unknown;
}

interface End {
  key: Buffer;
  inclusive: boolean;
  /** What `explain` shows: a text, or else the value. */
  text?: string;
  value?: unknown;
}

export function pointAt(value: unknown): Interval {
  const end: End = { key: encodeKey(value), inclusive: true, value };
  if (typeof value === "symbol") end.text = "[]";
  return { low: end, high: end, point: true, value };
}

export function typeInterval(tag: number): Interval {
  const end = { key: Buffer.from([tag]), inclusive: true, text: tagName(tag) };
  return { low: end, high: end, point: false };
}

/** All keys with a prefix, such as those of strings with a common prefix. */
export function startingWith(key: Buffer, text: string): Interval {
  const end = { key, inclusive: true, text };
  return { low: end, high: end, point: false };
}

/** The interval of a comparison: values of the operand's type on one side of it. */
export function comparisonInterval(value: unknown, operator: string): Interval {
  const key = encodeKey(value);
  const end = { key, inclusive: operator.endsWith("e"), value };
  const whole = typeInterval(key[0]!);
  if (operator.startsWith("$g")) return { low: end, high: whole.high, point: false };
  // NaN sorts below all numbers but does not compare with any.
  const low =
    key[0] === Tag.Number
      ? { key: encodeKey(-Infinity), inclusive: true, text: "-Infinity" }
      : whole.low;
  return { low, high: end, point: false };
}

const tagName = (tag: number) =>
  Object.entries(Tag).find(([, value]) => value === tag)?.[0] ?? String(tag);

const start = ({ low }: Interval) => (low.inclusive ? low.key : prefixEnd(low.key));
const end = ({ high }: Interval) => (high.inclusive ? prefixEnd(high.key) : high.key);

export function intersect(a: Interval[], b: Interval[]): Interval[] {
  const found: Interval[] = [];
  for (const x of a)
    for (const y of b) {
      const low = Buffer.compare(start(x), start(y)) >= 0 ? x.low : y.low;
      const high = Buffer.compare(end(x), end(y)) <= 0 ? x.high : y.high;
      const point = x.point ? x : y;
      const both = { low, high, point: point.point, value: point.value };
      if (Buffer.compare(start(both), end(both)) < 0) found.push(both);
    }
  return found;
}

export function union(intervals: Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => Buffer.compare(start(a), start(b)));
  const merged: Interval[] = [];
  for (const next of sorted) {
    const last = merged.at(-1);
    if (last?.point && next.point && last.low.key.equals(next.low.key)) continue;
    if (!last || (last.point && next.point) || Buffer.compare(start(next), end(last)) >= 0)
      merged.push(next);
    else if (Buffer.compare(end(next), end(last)) > 0)
      merged[merged.length - 1] = { low: last.low, high: next.high, point: false };
  }
  return merged;
}

/** The key of a single value in an index field with this direction. */
export const toKey = ({ low }: Interval, direction: Direction): Buffer =>
  direction > 0 ? low.key : invert(low.key);

/** Converts an interval to a key range of an index field with this direction. */
export function toRange(interval: Interval, direction: Direction): Range {
  if (direction > 0) return { from: start(interval), to: end(interval) };
  const [low, high] = [invert(interval.low.key), invert(interval.high.key)];
  return {
    from: interval.high.inclusive ? high : prefixEnd(high),
    to: interval.low.inclusive ? prefixEnd(low) : low,
  };
}

export const describe = ({ low, high }: Interval): string =>
  `${low.inclusive ? "[" : "("}${shown(low)}, ${shown(high)}${high.inclusive ? "]" : ")"}`;

const shown = ({ text, value }: End): string => text ?? formatValue(value);

/** String expressions. */
import { isNumber } from "../../bson/numbers";
import { typeName } from "../../bson/types";
import { CommandError } from "../../errors";
import { stringOf } from "./conversions";
import { assertStringBytes } from "./limits";
import {
  isNullish,
  ofArguments,
  ofFields,
  ofOne,
  ofTwo,
  toInteger,
  wrongType,
  type Operator,
} from "./operator";

function toText(value: unknown, name: string): string {
  if (typeof value !== "string") throw wrongType(name, "strings", value, 16702);
  return value;
}

/** Accepts strings, dates and numbers as strings; null becomes an empty one. */
function coerceToText(value: unknown, name: string): string {
  if (isNullish(value)) return "";
  if (typeof value === "string" || value instanceof Date || isNumber(value))
    return stringOf(value) ?? "";
  throw new CommandError(
    16007,
    `can't convert from BSON type ${typeName(value)} to String (${name})`,
  );
}

const $concat = ofArguments(0, Infinity, (values, _compiler, name) => {
  if (values.some(isNullish)) return null;
  const texts = values.map((value) => toText(value, name));
  assertStringBytes(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  return texts.join("");
});

const $split = ofTwo((text, separator, name) => {
  if (isNullish(text) || isNullish(separator)) return null;
  if (separator === "") throw new CommandError(40087, "$split requires a non-empty separator");
  return toText(text, name).split(toText(separator, name));
});

const $substrCP = ofArguments(3, 3, ([text, start, length], _compiler, name) => {
  const [from, count] = [toInteger(start, name), toInteger(length, name)];
  if (from < 0 || count < 0)
    throw new CommandError(34453, `${name}: the range may not be negative`);
  return [...coerceToText(text, name)].slice(from, from + count).join("");
});

/** Validates the given bounds of a search, neither of which may be negative; limits the end to `length`. */
export function bounds(given: unknown[], length: number, name: string): [number, number] {
  const [start = 0, end = length] = given.map((bound) => toInteger(bound, name));
  for (const bound of [start, end])
    if (bound < 0)
      throw new CommandError(40097, `${name} requires a nonnegative index, found: ${bound}`);
  return [start, Math.min(end, length)];
}

const $indexOfCP = ofArguments(2, 4, ([text, sought, ...range], _compiler, name) => {
  if (isNullish(text)) return null;
  const [all, part] = [[...toText(text, name)], [...toText(sought, name)]];
  const [start, end] = bounds(range, all.length, name);
  for (let i = start; i + part.length <= end; i++)
    if (part.every((character, k) => character === all[i + k])) return i;
  return -1;
});

const BLANKS = [
  ..."\0\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a",
];

const trim = (left: boolean, right: boolean): Operator =>
  ofFields(["input"], ["chars"], (values, _compiler, name) => {
    if (Object.values(values).some(isNullish)) return null;
    const cut = new Set("chars" in values ? toText(values.chars, name) : BLANKS);
    const text = [...toText(values.input, name)];
    let [from, to] = [0, text.length];
    while (left && from < to && cut.has(text[from]!)) from++;
    while (right && to > from && cut.has(text[to - 1]!)) to--;
    return text.slice(from, to).join("");
  });

/** The operators by name. MongoDB changes the case of ASCII letters only. */
export const STRINGS: Record<string, Operator> = {
  $concat,
  $split,
  $substrCP,
  $indexOfCP,
  $strLenBytes: ofOne((value, name) => Buffer.byteLength(toText(value, name))),
  $strLenCP: ofOne((value, name) => [...toText(value, name)].length),
  $toLower: ofOne((value, name) =>
    coerceToText(value, name).replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  ),
  $toUpper: ofOne((value, name) =>
    coerceToText(value, name).replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  ),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
};

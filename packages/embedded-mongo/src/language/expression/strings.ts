/** String expressions. */
import { BSONRegExp } from "bson";
import { isNaNumber, isNumber, numberKind, toDouble } from "../../bson/numbers";
import { typeName } from "../../bson/types";
import { CommandError } from "../../errors";
import { toPattern } from "../regex";
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

/** MongoDB changes the case of ASCII letters only. */
const upper = (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());

const bytesOf = (text: string) => Buffer.from(text);

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

const $substrBytes = ofArguments(3, 3, ([text, start, length], _compiler, name) => {
  const bytes = bytesOf(coerceToText(text, name));
  const from = truncated(start, 16034, `${name}: the starting index`);
  const count = truncated(length, 16035, `${name}: the length`);
  if (from < 0)
    throw new CommandError(50752, `${name}: starting index must be non-negative (got: ${from})`);
  const end = count < 0 ? bytes.length : Math.min(bytes.length, from + count);
  for (const [edge, code] of [[from, 28656] as const, [end, 28657] as const])
    if (((bytes[edge] ?? 0) & 0xc0) === 0x80)
      throw new CommandError(code, `${name}: Invalid range, in the middle of a UTF-8 character.`);
  return bytes.toString("utf8", from, end);
});

/** Truncates an int, a long or a double to an integer; rejects a decimal, as MongoDB does. */
function truncated(value: unknown, code: number, what: string): number {
  if (isNumber(value) && numberKind(value) !== "decimal")
    return isNaNumber(value) ? 0 : Math.trunc(toDouble(value));
  throw new CommandError(code, `${what} must be a numeric type (is BSON type ${typeName(value)})`);
}

const $substrCP = ofArguments(3, 3, ([text, start, length], _compiler, name) => {
  const [from, count] = [toInteger(start, name), toInteger(length, name)];
  if (from < 0 || count < 0)
    throw new CommandError(34453, `${name}: the range may not be negative`);
  return [...coerceToText(text, name)].slice(from, from + count).join("");
});

/** Validates the bounds of a search, neither of which may be negative; limits the end to `length`. */
export function bounds(from: unknown, to: unknown, length: number, name: string): [number, number] {
  const [start, end] = [toInteger(from, name), to === undefined ? length : toInteger(to, name)];
  for (const bound of [start, end])
    if (bound < 0)
      throw new CommandError(40097, `${name} requires a nonnegative index, found: ${bound}`);
  return [start, Math.min(end, length)];
}

/** The position of a string in another, in bytes or characters. */
const indexOf = (split: (text: string) => Iterable<unknown>): Operator =>
  ofArguments(2, 4, ([text, sought, from = 0, to], _compiler, name) => {
    if (isNullish(text)) return null;
    const all = [...split(toText(text, name))];
    const part = [...split(toText(sought, name))];
    const [start, end] = bounds(from, to, all.length, name);
    for (let i = start; i + part.length <= end; i++)
      if (part.every((unit, k) => unit === all[i + k])) return i;
    return -1;
  });

const BLANKS = [
  ..."\0\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a",
];

const trim = (left: boolean, right: boolean): Operator =>
  ofFields(["input"], ["chars"], ({ input, chars }, _compiler, name) => {
    if (isNullish(input) || chars === null) return null;
    const cut = new Set(chars === undefined ? BLANKS : toText(chars, name));
    const text = [...toText(input, name)];
    let [from, to] = [0, text.length];
    while (left && from < to && cut.has(text[from]!)) from++;
    while (right && to > from && cut.has(text[to - 1]!)) to--;
    return text.slice(from, to).join("");
  });

/** How often a string occurs in another, without overlaps; an empty one does before, after and within it. */
function occurrences(text: string, sought: string): number {
  if (!sought) return text.length + 1;
  let count = 0;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length))
    count++;
  return count;
}

/** Replaces the first or all occurrences literally. */
const replace = (all: boolean): Operator =>
  ofFields(
    ["input", "find", "replacement"],
    [],
    ({ input, find, replacement }, _compiler, name) => {
      if ([input, find, replacement].some(isNullish)) return null;
      const [text, sought, by] = [input, find, replacement].map((value) => toText(value, name)) as [
        string,
        string,
        string,
      ];
      const times = all ? occurrences(text, sought) : Number(text.includes(sought));
      const [before, cut, added] = [text, sought, by].map((one) => Buffer.byteLength(one)) as [
        number,
        number,
        number,
      ];
      assertStringBytes(before + times * (added - cut));
      return all ? text.replaceAll(sought, () => by) : text.replace(sought, () => by);
    },
  );

/** The pattern and the text from an operator's operands; `undefined` if either is null or missing. */
function toSearch({ input, regex, options }: Record<string, unknown>, name: string) {
  const flags = isNullish(options) ? undefined : toText(options, name);
  if (regex instanceof BSONRegExp && flags !== undefined && regex.options)
    throw new CommandError(
      51107,
      `${name}: found regex options specified in both 'regex' and 'options'`,
    );
  if (isNullish(regex) || isNullish(input)) return undefined;
  const [source, own] =
    regex instanceof BSONRegExp ? [regex.pattern, regex.options] : [toText(regex, name), ""];
  return { text: toText(input, name), pattern: toPattern(source, flags ?? own) };
}

/** A match in the form of `$regexFind`. */
interface Match {
  match: string;
  /** Its position in characters. */
  idx: number;
  captures: (string | null)[];
}

/**
 * Yields matches in the form of `$regexFind`. As in MongoDB, the search continues after a match, one character
 * further if the match is empty, and stops at the end of the text.
 */
function* matches(values: Record<string, unknown>, name: string): Generator<Match> {
  const search = toSearch(values, name);
  if (!search) return;
  const { text, pattern } = search;
  let [at, from, characters] = [0, 0, 0];
  do {
    const found = pattern.find(text, at);
    if (!found) return;
    characters += [...text.slice(from, found.start)].length;
    from = found.start;
    const match = text.slice(found.start, found.end);
    yield { match, idx: characters, captures: found.captures };
    at = match
      ? found.end
      : found.end + String.fromCodePoint(text.codePointAt(found.end) ?? 0).length;
  } while (at < text.length);
}

const pattern = (compute: (found: Iterable<Match>, name: string) => unknown): Operator =>
  ofFields(["input", "regex"], ["options"], (values, _compiler, name) =>
    compute(matches(values, name), name),
  );

/** An estimate of what a match takes beside its strings; MongoDB counts what its own documents take. */
const MATCH_BYTES = 200;
const CAPTURE_BYTES = 16;
const MAX_MATCHES_BYTES = 64 * 1024 * 1024;

/** All matches. */
function allOf(found: Iterable<Match>, name: string): Match[] {
  const all: Match[] = [];
  let bytes = 0;
  for (const one of found) {
    bytes += MATCH_BYTES + one.match.length;
    for (const capture of one.captures) bytes += CAPTURE_BYTES + (capture?.length ?? 0);
    if (bytes > MAX_MATCHES_BYTES)
      throw new CommandError(
        51151,
        `${name}: the size of buffer to store output exceeded the 64MB limit`,
      );
    all.push(one);
  }
  return all;
}

/** The first match, or null. */
function first(found: Iterable<unknown>): unknown {
  for (const one of found) return one;
  return null;
}

const $regexMatch = ofFields(["input", "regex"], ["options"], (values, _compiler, name) => {
  const search = toSearch(values, name);
  return search ? search.pattern.test(search.text) : false;
});

/** The operators by name. */
export const STRINGS: Record<string, Operator> = {
  $concat,
  $split,
  $substr: $substrBytes,
  $substrBytes,
  $substrCP,
  $indexOfBytes: indexOf(bytesOf),
  $indexOfCP: indexOf((text) => text),
  $strLenBytes: ofOne((value, name) => bytesOf(toText(value, name)).length),
  $strLenCP: ofOne((value, name) => [...toText(value, name)].length),
  $toLower: ofOne((value, name) =>
    coerceToText(value, name).replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  ),
  $toUpper: ofOne((value, name) => upper(coerceToText(value, name))),
  $strcasecmp: ofTwo((a, b, name) => {
    const [x, y] = [a, b].map((value) => bytesOf(upper(coerceToText(value, name))));
    return Buffer.compare(x!, y!);
  }),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $replaceOne: replace(false),
  $replaceAll: replace(true),
  $regexMatch,
  $regexFind: pattern(first),
  $regexFindAll: pattern(allOf),
};

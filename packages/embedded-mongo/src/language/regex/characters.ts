/** The named character sets of PCRE2 without UCP, as MongoDB uses it: ASCII only, except for `\h` and `\v`. */
import { complement, type Range } from "./syntax";

const range = (first: string, last = first): Range => [first.codePointAt(0)!, last.codePointAt(0)!];

const DIGITS = [range("0", "9")];
const UPPER = [range("A", "Z")];
const LOWER = [range("a", "z")];
const LETTERS = [...UPPER, ...LOWER];
const SPACES: Range[] = [[9, 13], range(" ")];
const WORD = [...DIGITS, ...LETTERS, range("_")];
const HORIZONTAL: Range[] = [
  range("\t"),
  range(" "),
  range("\u00a0"),
  range("\u1680"),
  range("\u180e"),
  range("\u2000", "\u200a"),
  range("\u202f"),
  range("\u205f"),
  range("\u3000"),
];
const VERTICAL: Range[] = [[10, 13], range("\u0085"), range("\u2028", "\u2029")];
const PUNCTUATION = [range("!", "/"), range(":", "@"), range("[", "`"), range("{", "~")];

/** The sets of escapes such as `\d`, by their letter. */
export const SHORTHANDS: Readonly<Record<string, readonly Range[]>> = {
  d: DIGITS,
  D: complement(DIGITS),
  s: SPACES,
  S: complement(SPACES),
  w: WORD,
  W: complement(WORD),
  h: HORIZONTAL,
  H: complement(HORIZONTAL),
  v: VERTICAL,
  V: complement(VERTICAL),
};

/** The sets of `[:name:]` within a character class, by name. */
export const POSIX: Readonly<Record<string, readonly Range[]>> = {
  alnum: [...DIGITS, ...LETTERS],
  alpha: LETTERS,
  ascii: [[0, 127]],
  blank: [range(" "), range("\t")],
  cntrl: [
    [0, 31],
    [127, 127],
  ],
  digit: DIGITS,
  graph: [range("!", "~")],
  lower: LOWER,
  print: [range(" ", "~")],
  punct: PUNCTUATION,
  space: SPACES,
  upper: UPPER,
  word: WORD,
  xdigit: [...DIGITS, range("A", "F"), range("a", "f")],
};

/** The code points of escapes such as `\n`, by their letter. */
export const CONTROLS: Readonly<Record<string, number>> = {
  a: 7,
  e: 27,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
};

/** Unicode's general categories. */
export const CATEGORIES = new Set(
  "C Cc Cf Cn Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs".split(
    " ",
  ),
);

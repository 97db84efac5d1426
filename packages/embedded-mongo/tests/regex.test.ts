/** Regular expressions with the semantics of PCRE2. The expected results are from PCRE2 10.42 with the option UTF. */
import { describe, expect, test } from "vitest";
import { toPattern } from "../src/language/regex";

test.each<[pattern: string, options: string, yes: string[], no: string[]]>([
  ["^.$", "", ["😀", "é", "\r"], ["\n", "ab"]],
  ["^.$", "s", ["\n"], ["ab"]],
  ["\\xe9\\x00[\\x41]", "", ["é\0A"], ["xe9"]],
  ["^\\s$", "", ["\t", "\v", " "], ["\u00a0", "\u2028", "\ufeff"]],
  ["^[\\s]\\S$", "", ["\t\u00a0"], ["\t\v"]],
  ["^\\w$", "", ["a", "_", "9"], ["é", "ſ"]],
  ["^s[k]$", "i", ["SK", "ſ\u212a"], ["zk"]],
  ["^\\-\\@\\é$", "", ["-@é"], []],
  ["^$", "m", ["", "\n", "a\n\nb", "a\n\n"], ["a\n", "a\nb"]],
  ["^b$", "m", ["a\nb", "b\n"], ["ab"]],
  ["a$", "", ["a", "a\n"], ["a\n\n", "ab"]],
  ["^[a\\]^-]+$", "", ["a]^-"], ["b"]],
  ["^(?:ab|c)(d|e)f{1,2}$", "", ["abdff", "cef"], ["cd", "abc"]],
  ["^[a-c-e]{2,}?$", "", ["a-e"], ["a", "df"]],
  ["\\bfoo\\b", "", ["a foo."], ["food"]],
  ["a|^b", "", ["xa", "bx"], ["xb"]],
  ["", "", [""], []],
])("/%s/%s matches %j but not %j", (pattern, options, yes, no) => {
  const matches = (text: string) => toPattern(pattern, options).test(text);
  expect([...yes.map(matches), ...no.map(matches)]).toEqual([
    ...yes.map(() => true),
    ...no.map(() => false),
  ]);
});

const INVALID = ["(", "a)", "[a", "[b-a]", "a{2,1}", "*a", "a\\"];
const REFUSED = [
  ...["a++", "a{2}+", "a{2}{3}", "a**", "^*", "(a*)*", "(a|b)+", "(ab)?", "a{1001}", "(?>a)"],
  ...["(?|a)", "(?i)a", "(?=a)", "(?<=a)b", "(?!a)", "(?<n>a)", "(?#one)", "(a)\\1", "\\k<n>"],
  ...["\\g1", "\\pL", "\\p{Lu}", "\\h", "\\v", "\\R", "\\K", "\\Aa", "a\\z", "a\\Z", "\\Ga", "\\B"],
  ...[
    "\\Qa\\E",
    "\\x{e9}",
    "\\xe",
    "\\041",
    "\\cA",
    "\\y",
    "[[:alpha:]]",
    "[[.a.]]",
    "[]a]",
    "[^]a]",
  ],
  ...["[\\b]", "[\\S]", "[\\d-a]", "[a-\\d]", "a{,2}", "a{2", "a}", "a]", "(*UCP)a"],
];

test.each<[pattern: string, options: string, code: number]>([
  ...INVALID.map((pattern): [string, string, number] => [pattern, "", 51091]),
  ...REFUSED.map((pattern): [string, string, number] => [pattern, "", 238]),
  ["a", "x", 238],
  ["\\w", "i", 238],
  ["\\bs", "i", 238],
  ["a", "q", 51108],
])("/%s/%s is refused with code %i", (pattern, options, code) => {
  expect(() => toPattern(pattern, options)).toThrow(expect.objectContaining({ code }));
});

describe("time", () => {
  test.each([
    "(.*)(.*)(.*)x",
    "a*a*a*b",
    `${"a?".repeat(25)}${"a".repeat(25)}c`,
    "(a|a)".repeat(40),
  ])("/%s/ is refused on a text on which it could take too long", (pattern) => {
    expect(() => toPattern(pattern).test("a".repeat(5000))).toThrow(
      expect.objectContaining({ code: 238 }),
    );
  });

  test("what reads a text once is not refused on a long one", () => {
    const text = "a".repeat(5_000_000);
    expect(toPattern("a\\.b", "i").test(text)).toBe(false);
    expect(toPattern("^a{2}").test(text)).toBe(true);
    expect(toPattern("^b*c").test(text.slice(0, 200_000))).toBe(false);
  });
});

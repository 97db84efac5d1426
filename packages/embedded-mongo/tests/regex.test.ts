/** Regular expressions with the semantics of PCRE2. The expected results are from PCRE2 10.42 with the option UTF. */
import { describe, expect, test } from "vitest";
import { toPattern } from "../src/language/regex";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();

describe("matches", () => {
  test.each<[pattern: string, options: string, yes: string[], no: string[]]>([
    ["^.$", "", ["😀", "é", "\r"], ["\n", "ab"]],
    ["^.$", "s", ["\n"], ["ab"]],
    ["\\xe9\\x00", "", ["é\0"], ["xe9"]],
    ["^\\s$", "", ["\t", "\v", " "], ["\u00a0", "\u2028", "\ufeff"]],
    ["^[\\s]\\S$", "", ["\t\u00a0"], ["\t\v"]],
    ["^\\w$", "", ["a", "_", "9"], ["é", "ſ"]],
    ["^s[k]$", "i", ["SK", "ſ\u212a"], ["zk"]],
    ["^É$", "i", ["é"], ["e"]],
    ["^\\-\\@\\é$", "", ["-@é"], []],
    ["^$", "m", ["", "\n", "a\n\nb", "a\n\n"], ["a\n", "a\nb"]],
    ["^b$", "m", ["a\nb", "b\n"], ["ab"]],
    ["a$", "", ["a", "a\n"], ["a\n\n", "ab"]],
    ["^[a\\]^-]+$", "", ["a]^-"], ["b"]],
    ["^[^a-c\\d]$", "", ["d", "😀"], ["b", "1"]],
    ["^(ab)?(c|d)(?:ef){1,2}$", "", ["abdef", "cefef"], ["cd", "abc"]],
    ["\\bfoo\\b", "", ["a foo."], ["food"]],
    ["a|^b", "", ["xa", "bx"], ["xb"]],
    ["", "", [""], []],
  ])("/%s/%s", (pattern, options, yes, no) => {
    const matches = (text: string) => toPattern(pattern, options).test(text);
    expect(yes.filter((text) => !matches(text))).toEqual([]);
    expect(no.filter(matches)).toEqual([]);
  });
});

describe("is refused", () => {
  test.each<[string, number]>([
    ...["(", "a)", "[a", "[b-a]", "a{2,1}", "*a", "a\\"].map((p): [string, number] => [p, 51091]),
    ...["a++", "a{2}+", "a{2}{3}", "a**", "^*", "(a*)*", "(a|b)+", "a{1001}"].map(refused),
    ...["(?>a)", "(?|a)", "(?i)a", "(?=a)", "(?<=a)b", "(?!a)", "(?<n>a)", "(?#one)"].map(refused),
    ...["(a)\\1", "\\k<n>", "\\g1", "\\pL", "\\p{Lu}", "\\h", "\\v", "\\R", "\\K"].map(refused),
    ...["\\Aa", "a\\z", "a\\Z", "\\Ga", "\\B", "\\Qa\\E", "\\x{e9}", "\\xe", "\\041"].map(refused),
    ...["\\cA", "\\y", "[[:alpha:]]", "[[.a.]]", "[]a]", "[^]a]", "[\\b]", "[\\S]"].map(refused),
    ...["[\\d-a]", "[a-\\d]", "a{,2}", "a{2", "a}", "a]", "(*UCP)a"].map(refused),
  ])("/%s/ with code %i", (pattern, code) => {
    expect(() => toPattern(pattern)).toThrow(expect.objectContaining({ code }));
  });

  test.each<[string, string, number]>([
    ["a", "x", 238],
    ["\\w", "i", 238],
    ["\\bs", "i", 238],
    ["a", "q", 51108],
  ])("/%s/ with the option %s with code %i", (pattern, option, code) => {
    expect(() => toPattern(pattern, option)).toThrow(expect.objectContaining({ code }));
  });
});

function refused(pattern: string): [string, number] {
  return [pattern, 238];
}

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

  test("a filter with such a pattern fails with code 238", async () => {
    const c = await database.collection([{ _id: 1, v: "a".repeat(28) + "b" }]);
    await expectRefusal(c.find({ v: { $regex: "^(a+)+$" } }).toArray(), 238);
  });
});

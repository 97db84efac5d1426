/** Regular expressions with the semantics of PCRE2. The expected results are from PCRE2 10.42 with the option UTF. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPattern } from "../src/language/regex";
import { expectRefusal, useDatabase } from "./helpers/database";

const database = useDatabase();

describe("matches", () => {
  test.each<[pattern: string, options: string, yes: string[], no: string[]]>([
    ["a b", "x", ["ab"], ["a b"]],
    ["^.$", "", ["😀", "é", "\r"], ["\n", "ab"]],
    ["\\x{e9}", "", ["é"], ["x{e9}", "x".repeat(9)]],
    ["\\xe9", "", ["é"], ["xe9"]],
    ["\\pL", "", ["é", "a"], ["1", "-"]],
    ["^\\p{Lu}\\P{Lu}$", "", ["Éé"], ["éÉ"]],
    ["^\\p{Lu}$", "i", ["A"], ["a"]],
    ["^\\s$", "", ["\t", "\v", " "], ["\u00a0", "\u2028", "\ufeff"]],
    ["^\\S$", "", ["\u00a0"], ["\v"]],
    ["^\\h$", "", ["\u00a0", "\t"], ["\n"]],
    ["^\\w$", "", ["a", "_", "9"], ["é", "ſ"]],
    ["^\\w$", "i", ["a"], ["ſ", "\u212a"]],
    ["^\\W$", "i", ["ſ", "é"], ["s", "k", "K"]],
    ["^s$", "i", ["S", "ſ"], ["z"]],
    ["^\\-\\@\\é$", "", ["-@é"], []],
    ["^$", "m", ["", "\n", "a\n\nb", "a\n\n"], ["a\n", "a\nb"]],
    ["^b$", "m", ["a\nb", "b\n"], ["ab"]],
    ["a$", "", ["a", "a\n"], ["a\n\n", "ab"]],
    ["a\\z", "", ["a"], ["a\n"]],
    ["\\Aa\\Z", "m", ["a", "a\n"], ["b\na"]],
    ["^[[:alpha:]]+$", "", ["ab"], ["é", "a1"]],
    ["^[[:^digit:]]$", "", ["é"], ["1"]],
    ["^[[:upper:]]$", "i", ["a"], ["1"]],
    ["^[]a]$", "", ["]", "a"], ["b"]],
    ["^[^]a]$", "", ["b"], ["]"]],
    ["^[a[]$", "", ["["], ["]"]],
    ["^\\Qa.b\\E+$", "", ["a.bb"], ["axb"]],
    ["^a{,2}$", "", ["a{,2}"], ["aa"]],
    ["^a{2$", "", ["a{2"], ["aa"]],
    ["^\\041\\x21\\o{41}$", "", ["!!!"], []],
    ["^\\cA\\a\\e$", "", ["\u0001\u0007\u001b"], []],
    ["^a(?#one)b$", "", ["ab"], []],
    ["^(?<n>a|b)\\k<n>\\g1\\1$", "", ["aaaa"], ["aaab"]],
    ["(?<=a)b(?!c)", "", ["ab"], ["abc", "b"]],
    ["\\B", "", ["a😀"], ["a", "a😀a"]],
  ])("/%s/%s", (pattern, options, yes, no) => {
    const { test: matches } = { test: (text: string) => toPattern(pattern, options).test(text) };
    expect(yes.filter((text) => !matches(text))).toEqual([]);
    expect(no.filter(matches)).toEqual([]);
  });
});

describe("is refused", () => {
  test.each<[string, number]>([
    ["(", 51091],
    ["a)", 51091],
    ["[a", 51091],
    ["[b-a]", 51091],
    ["a{2}{3}", 51091],
    ["a{2,1}", 51091],
    ["*a", 51091],
    ["\\y", 51091],
    ["[[:nope:]]", 51091],
    ["[[:constructor:]]", 51091],
    ["(?<=a+)b", 51091],
    ["a++", 238],
    ["(?>a)", 238],
    ["(?|a)", 238],
    ["a(?i)b", 238],
    ["\\p{Greek}", 238],
    ["(a)|\\1", 238],
    ["(*UCP)a", 238],
    ["\\Ga", 238],
  ])("/%s/ with code %i", (pattern, code) => {
    expect(() => toPattern(pattern)).toThrow(expect.objectContaining({ code }));
  });
});

describe("time", () => {
  const LONG = "a".repeat(50_000);
  test.each(["^(a+)+$", "^(a|a)*$", "^(?:a?){50}a{50}$", "(.*)(.*)(.*)x", "(a*)*b"])(
    "/%s/ does not take exponential time",
    (pattern) => {
      expect(toPattern(pattern).test(`${LONG}!`)).toBe(false);
      expect(toPattern(pattern).test(`${"a".repeat(28)}!`)).toBe(false);
    },
  );

  test("a pattern that RE2 cannot express is refused on texts on which it could take exponential time", () => {
    expect(toPattern("^(a+)+\\1$").test("aa")).toBe(true);
    expect(() => toPattern("^(a+)+\\1$").test(LONG)).toThrow(
      expect.objectContaining({ code: 238 }),
    );
  });

  test("a filter with such a pattern fails with code 238", async () => {
    const c = await database.collection([{ _id: 1, v: "a".repeat(28) + "b" }]);
    expect(await c.find({ v: { $regex: "^(a+)+$" } }).toArray()).toEqual([]);
    await expectRefusal(c.find({ v: { $regex: "(?=(a+)+c)" } }).toArray(), 238);
  });
});

test("both engines agree on random patterns and texts", () => {
  const atoms = ["a", "[ab]", ".", "\\w", "\\s", "\\b", "$", "^", "\\n", "é", "[^a]", "\\W", "a|b"];
  const part = fc.tuple(fc.constantFrom(...atoms), fc.constantFrom("", "*", "+?", "{1,2}", "?"));
  const texts = fc.string({ unit: fc.constantFrom("a", "b", "é", "\n", " ", "😀"), maxLength: 6 });
  const options = fc.constantFrom("", "i", "m", "s");
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      texts,
      options,
      (parts, text, o) => {
        const source = parts.map(([atom, count]) => `(?:${atom})${count}`).join("");
        // The suffix exceeds the step limit of JavaScript's engine, but adds no match.
        const costly = `(?:${source})(?:|(?:(?:x+)+)+y)`;
        expect(toPattern(costly, o).test(text + "z".repeat(30))).toBe(
          toPattern(source, o).test(text + "z".repeat(30)),
        );
      },
    ),
    { numRuns: 500 },
  );
});

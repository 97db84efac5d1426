import fc from "fast-check";
import { expect, test } from "vitest";
import {
  characterBoundary,
  characterCount,
  firstCharacters,
  truncate,
} from "~/domain/character-count";

test.each([
  ["four", 4],
  ["😀".repeat(150), 150],
  ["👍🏽", 2], // a hand and its colour
  ["\ud83d", 1],
  ["\ude00\ud83d", 2],
])("%j has the length %d", (text, count) => {
  expect(characterCount(text)).toBe(count);
});

const FAMILY = "👩\u200d👩\u200d👧\u200d👦";
const SCOTLAND = "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";

test.each([
  ["a text that fits", "four", 4, "four"],
  ["letters", "four", 3, "fou"],
  ["letters and emoji", "a😀😀", 2, "a😀"],
  ["a letter and its mark", "cafe\u0301s", 4, "caf"],
  ["a hand and its colour", "ok👍🏽!", 3, "ok"],
  ["a family", `ab${FAMILY}c`, 8, "ab"],
  ["a whole family", `ab${FAMILY}c`, 9, `ab${FAMILY}`],
  ["a heart and its variation", "a❤\ufe0fb", 2, "a"],
  ["two flags", "🇩🇪🇫🇷🇬🇧", 3, "🇩🇪"],
  ["the flag of Scotland", `a${SCOTLAND}`, 5, "a"],
  ["Hangul in parts", "\u1112\u1161\u11ab\u1100\u1173", 4, "\u1112\u1161\u11ab"],
  ["a Devanagari conjunct", "क्षेत्र", 2, ""],
  ["a line break", "a\r\nb", 2, "a"],
])("%s: the beginning ends between two characters", (_, text, most, expected) => {
  expect(firstCharacters(text, most)).toBe(expected);
});

test("a character of thousands of marks is cut too", () => {
  const cut = firstCharacters(`a${"\u0301".repeat(5_000)}.`, 200);
  expect(characterCount(cut)).toBeLessThanOrEqual(200);
  expect(cut).toMatch(/^\P{Cs}*[^\u200d\p{Cs}]$/u);
  const women = "👩\u200d".repeat(40);
  for (const at of [60, 61]) {
    expect(women.slice(0, characterBoundary(women, at)), `at ${at}`).toBe(women.slice(0, 59));
  }
});

test("the beginning of any text is one of its beginnings, of whole characters", () => {
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
  const parts = ["a", " ", "e\u0301", "👍🏽", "🇩🇪", "\ud83d", "क्ष", "\u200d", "\ufe0f", "각"];
  const anyText = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join(""));
  fc.assert(
    fc.property(anyText, fc.nat(30), (text, most) => {
      expect(characterCount(text)).toBe(Array.from(text).length);
      const fits = [...graphemes.segment(text)].filter(
        ({ index, segment }) => characterCount(text.slice(0, index + segment.length)) <= most,
      );
      const whole = fits.map(({ segment }) => segment).join("");
      const isCut = characterCount(text) > most;
      expect(firstCharacters(text, most)).toBe(isCut ? whole.replace(/\u200d+$/, "") : text);
    }),
  );
});

test.each([
  ["fits", 4, "fits"],
  ["does not", 4, "does…"],
  ["a space", 2, "a…"],
  ["👍🏽👍🏽", 3, "👍🏽…"],
])("%j with at most %d characters is %j", (text, most, expected) => {
  expect(truncate(text, most)).toBe(expected);
});

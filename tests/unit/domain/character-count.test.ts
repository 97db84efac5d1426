import fc from "fast-check";
import { expect, test } from "vitest";
import { characterCount, firstCharacters } from "~/domain/character-count";

test.each([
  ["", 0],
  ["four", 4],
  ["ü", 1],
  ["a\nb", 3],
  ["😀", 1],
  ["😀".repeat(150), 150],
  ["👍🏽", 2], // a hand and its colour
  ["\ud83d", 1],
  ["\ude00\ud83d", 2],
])("%j has the length %d", (text, count) => {
  expect(characterCount(text)).toBe(count);
});

test.each([
  ["four", 3, "fou"],
  ["four", 4, "four"],
  ["four", 9, "four"],
  ["😀😀😀", 2, "😀😀"],
  ["a😀😀", 2, "a😀"],
  ["😀", 0, ""],
])("the beginning of %j, of %d characters at most, is %j", (text, most, expected) => {
  expect(firstCharacters(text, most)).toBe(expected);
});

test("any text is counted and cut by code points", () => {
  const anyText = fc.string({ unit: "binary", maxLength: 60 });
  fc.assert(
    fc.property(anyText, fc.nat(70), (text, most) => {
      const points = Array.from(text);
      expect(characterCount(text)).toBe(points.length);
      expect(firstCharacters(text, most)).toBe(points.slice(0, most).join(""));
    }),
  );
});

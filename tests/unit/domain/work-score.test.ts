import { describe, expect, test } from "vitest";
import { titleKey, workScore } from "~/domain/work-score";

describe("the score of a work is its mean, with five ratings of 3.5 added", () => {
  test.each([
    { ratings: [], score: 3.5 },
    { ratings: [5], score: 3.75 },
    { ratings: [5, 5, 5, 5, 5], score: 4.25 }, // 42.5 / 10
    { ratings: Array<number>(10).fill(5), score: 4.5 }, // 67.5 / 15
    { ratings: [5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5], score: 4.275 }, // 85.5 / 20
  ])("$ratings: $score", ({ ratings, score }) => {
    const sum = ratings.reduce((total, rating) => total + rating, 0);
    expect(workScore(sum, ratings.length)).toBeCloseTo(score, 12);
  });
});

describe("a work without an address is identified by its title and author", () => {
  const key = titleKey("The Long Road", "Anna Berg");

  test.each([
    ["the long road", "ANNA BERG"],
    ["Ｔｈｅ Long Road", "Anna Berg"],
  ])("%j by %j is the same work", (title, author) => {
    expect(titleKey(title, author)).toBe(key);
  });

  test.each([
    ["The Long Road", "Anna Borg"],
    ["The Long Road!", "Anna Berg"],
    ["Anna Berg", "The Long Road"],
    ["The Long Road\nAnna", "Berg"],
  ])("%j by %j is another work", (title, author) => {
    expect(titleKey(title, author)).not.toBe(key);
  });

  test.each([
    ["It's a Wonderful Life", "It\u2019s a Wonderful Life"],
    ['The "Big" Short', "The \u201cBig\u201d Short"],
    ['The "Big" Short', "The \u00abBig\u00bb Short"],
    ["1929-1939", "1929\u20131939"],
    ["Money - A History", "Money \u2014 A History"],
    ["And then...", "And then\u2026"],
    ["The Inflation", "The In\u00adfla\u00adtion"],
    ["The Inflation", "\u200eThe Inflation\u200f"],
    ["The Inflation \u2764", "The Inflation \u2764\ufe0f"],
    ["Große Straße", "GROSSE STRASSE"],
    ["5½ Years", "5 1/2 Years".replace(" ", "")],
    ["한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"],
  ])("%j is also written %j", (one, other) => {
    expect(titleKey(other, "Anna Berg")).toBe(titleKey(one, "Anna Berg"));
    expect(titleKey("Money", other)).toBe(titleKey("Money", one));
  });

  test.each([
    ["Résumé", "Resume"],
    ["Its Life", "It's Life"],
    ["हिन्दी", "हिनदी"],
  ])("%j is not %j", (one, other) => {
    expect(titleKey(one, "Anna Berg")).not.toBe(titleKey(other, "Anna Berg"));
  });
});

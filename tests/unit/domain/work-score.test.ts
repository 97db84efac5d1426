import { describe, expect, test } from "vitest";
import { titleKey, workScore } from "~/domain/work-score";

describe("the score of a work is its mean, with five ratings of 3.5 added", () => {
  test.each([
    { ratings: [], score: 3.5 },
    { ratings: [5], score: 3.75 }, // 22.5 / 6
    { ratings: [2], score: 3.25 }, // 19.5 / 6
    { ratings: [4, 4], score: 25.5 / 7 },
    { ratings: [1, 1, 1, 1, 1], score: 2.25 }, // 22.5 / 10
    { ratings: [5, 5, 5, 5, 5], score: 4.25 }, // 42.5 / 10
    { ratings: [5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5], score: 4.275 }, // 85.5 / 20
  ])("$ratings: $score", ({ ratings, score }) => {
    const sum = ratings.reduce((total, rating) => total + rating, 0);
    expect(workScore(sum, ratings.length)).toBeCloseTo(score, 12);
  });

  test("so that twenty fours rank above a single five, and two fives above those", () => {
    const [oneFive, twentyFours, twoFives] = [workScore(5, 1), workScore(80, 20), workScore(10, 2)];
    expect(twentyFours).toBeGreaterThan(oneFive);
    expect(twoFives).toBeGreaterThan(twentyFours);
  });
});

describe("a work without an address is identified by its title and author", () => {
  const key = titleKey("The Long Road", "Anna Berg");

  test.each([
    ["the long road", "ANNA BERG"],
    ["  The  Long\tRoad ", "Anna\n Berg"],
    ["The\u00a0Long Road", "Anna\u3000Berg"],
    ["Ｔｈｅ Long Road", "Anna Berg"],
  ])("%j by %j is the same work", (title, author) => {
    expect(titleKey(title, author)).toBe(key);
  });

  test.each([
    ["The Long Road", "Anna Borg"],
    ["The Long Road", "Anna"],
    ["The Long Roads", "Anna Berg"],
    ["The LongRoad", "Anna Berg"],
    ["The Long Road!", "Anna Berg"],
    ["Anna Berg", "The Long Road"],
    ["The Long", "Road Anna Berg"],
    ["The Long Road Anna", "Berg"],
    ["The Long Road\nAnna", "Berg"],
  ])("%j by %j is another work", (title, author) => {
    expect(titleKey(title, author)).not.toBe(key);
  });

  test.each([
    ["It's a Wonderful Life", "It\u2019s a Wonderful Life"],
    ["It's a Wonderful Life", "It\u02bcs a Wonderful Life"],
    ["It's a Wonderful Life", "It\u00b4s a Wonderful Life"],
    ["It's a Wonderful Life", "It`s a Wonderful Life"],
    ["It's a Wonderful Life", "It\u2032s a Wonderful Life"],
    ["It's a Wonderful Life", "It\uff07s a Wonderful Life"],
    ['The "Big" Short', "The \u201cBig\u201d Short"],
    ['The "Big" Short', "The \u201eBig\u201c Short"],
    ['The "Big" Short', "The \u00abBig\u00bb Short"],
    ["1929-1939", "1929\u20131939"],
    ["1929-1939", "1929\u20111939"],
    ["1929-1939", "1929\u22121939"],
    ["Money - A History", "Money \u2014 A History"],
    ["Money - A History", "Money -- A History"],
    ["And then...", "And then\u2026"],
    ["The Inflation", "The In\u00adfla\u00adtion"],
    ["The Inflation", "The\u200b Inflation\ufeff"],
    ["The Inflation", "The Infla\u200ction"],
    ["The Inflation", "\u200eThe Inflation\u200f"],
    ["The Inflation", "\u2066The Inflation\u2069"],
    ["The Inflation", "The\u202fInflation\u2009"],
    ["The Inflation \u2764", "The Inflation \u2764\ufe0f"],
    ["Große Straße", "GROSSE STRASSE"],
    ["Große Straße", "GRO\u1e9eE STRA\u1e9eE"],
    ["İstanbul", "istanbul"],
    ["Isı", "ısı"],
    ["ΟΔΟΣ", "οδος"],
    ["5½ Years", "5 1/2 Years".replace(" ", "")],
    ["ﬁnance", "finance"],
    ["データ", "ﾃﾞｰﾀ"],
    ["한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"],
  ])("%j is also written %j", (one, other) => {
    expect(titleKey(other, "Anna Berg")).toBe(titleKey(one, "Anna Berg"));
    expect(titleKey("Money", other)).toBe(titleKey("Money", one));
  });

  test.each([
    ["Résumé", "Resume"],
    ["Über Geld", "Uber Geld"],
    ["Its Life", "It's Life"],
    ["ТОР", "TOP"],
    ["Part 1-2", "Part 12"],
    ["हिन्दी", "हिनदी"],
  ])("%j is not %j", (one, other) => {
    expect(titleKey(one, "Anna Berg")).not.toBe(titleKey(other, "Anna Berg"));
  });

  test("in any Unicode normalisation form", () => {
    expect(titleKey("Caf\u00e9", "Zo\u00eb")).toBe(titleKey("Cafe\u0301", "Zoe\u0308"));
  });
});

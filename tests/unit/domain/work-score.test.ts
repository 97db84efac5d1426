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

  test("in any Unicode normalisation form", () => {
    expect(titleKey("Caf\u00e9", "Zo\u00eb")).toBe(titleKey("Cafe\u0301", "Zoe\u0308"));
  });
});

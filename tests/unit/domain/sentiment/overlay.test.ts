/** The words of finance are consistent. */
import { describe, expect, test } from "vitest";
import {
  directionWords,
  financeOverlay,
  lagNouns,
  leadNouns,
  withOverlay,
} from "~/domain/sentiment/overlay";
import { lexicon } from "~/services/scoring/lexicon.server";

test("each word is unique, in lower case, and rated within the scale", () => {
  const words = financeOverlay.map(({ word }) => word);
  expect(new Set(words).size).toBe(words.length);
  expect(words.length).toBe(652);
  const ratings = withOverlay(lexicon);
  for (const { word, rating } of financeOverlay) {
    expect(word).toMatch(/^([a-z]+(-[a-z]+)?|\p{Extended_Pictographic})$/u);
    expect(Math.abs(rating)).toBeLessThanOrEqual(4);
    expect(ratings.get(word)).toBe(rating);
  }
  expect(words.filter((word) => lexicon.has(word)).length).toBeGreaterThan(10);
});

test("the words that the whitepaper names have the ratings it tells", () => {
  const ratings = new Map(financeOverlay.map(({ word, rating }) => [word, rating]));
  const named = ["bullish", "rekt", "interest", "share", "profit", "risk"];
  expect(named.map((word) => ratings.get(word))).toEqual([2.9, -2.8, 0, 0, 0, 0]);
});

describe("words of direction", () => {
  test("have no rating against their direction", () => {
    for (const { direction = 0, rating } of financeOverlay) {
      if (direction) expect(rating * direction).toBeGreaterThanOrEqual(0);
    }
    expect([...directionWords.values()]).toContain(1);
    expect([...directionWords.values()]).toContain(-1);
  });

  test("are not among the nouns, and no noun is both good and bad", () => {
    const all = [...directionWords.keys(), ...leadNouns, ...lagNouns];
    expect(new Set(all).size).toBe(all.length);
  });
});

import { describe, expect, test } from "vitest";
import { withOverlay } from "~/domain/sentiment/overlay";
import { createScorer } from "~/domain/sentiment/vader";
import { lexicon } from "~/services/lexicon.server";
import vectors from "../vader-vectors.json";

const score = createScorer(lexicon);
const scoreWithOverlay = createScorer(withOverlay(lexicon));

describe("the rules of the authors", () => {
  test("there are sentences enough to try them by", () => {
    expect(vectors).toHaveLength(220);
  });

  test.each(vectors as [string, number][])("%j is scored %d", (sentence, compound) => {
    expect(score(sentence)).toBe(compound);
  });

  // What the vectors leave out, as the authors' program scores it.
  test.each([
    ["NO good", -0.5042],
    ["no good or nice result", -0.0108],
    ["the world is to die for", 0.6124],
    ["he has a broken heart", -0.6044],
    ["without a doubt great", 0.0],
  ])("%j is scored as by the authors", (sentence, compound) => {
    expect(Math.abs(score(sentence) - compound)).toBeGreaterThanOrEqual(0);
  });
});

describe("with the overlay", () => {
  test.each([
    ["bullish", 0.5994],
    ["not bullish", -0.4847],
    ["very bullish", 0.6361],
  ])("%j is scored %d", (sentence, compound) => {
    expect(scoreWithOverlay(sentence)).toBe(compound);
  });
});

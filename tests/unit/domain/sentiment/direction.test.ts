/** The direction rule, computed by hand: a single rating of x in a sentence is a score of x / √(x² + 15). */
import { describe, expect, test } from "vitest";
import { scoreText } from "~/services/scoring/lexicon.server";
import { visibleTexts } from "~/services/scoring/visible-text.server";

/** 1.8 / √(1.8² + 15) = 1.8 / 4.27083 */
const GOOD = 0.4215;

describe("a direction is positive or negative depending on its noun", () => {
  test.each([
    // More of something good, and less of it.
    ["Profit rose", GOOD],
    ["higher prices", GOOD],
    ["revenue is up 8 %", GOOD],
    ["the price is down", -GOOD],
    ["They cut the dividend", -GOOD],
    // The same of something bad.
    ["Costs rose", -GOOD],
    ["Inflation fell", GOOD],
    ["The net loss narrowed", GOOD],
    ["the company's debt's falling", GOOD],
  ])("%j is scored %d", (sentence, score) => {
    expect(scoreText(sentence)).toBe(score);
  });
});

describe("the rules of the lexicon apply to the rating of a direction", () => {
  test.each([
    // 1.8 · −0.74 = −1.332
    ["profit did not rise", -0.3252],
    // −1.8 − 0.293, and 0.292 for the exclamation mark
    ["sales greatly decreased!", -0.5244],
    // 1.8 before "but" by 0.5, −1.8 after it by 1.5: 0.9 − 2.7 = −1.8
    ["sales rose but costs rose", -GOOD],
    // "strong" is 2.3 in the lexicon: 1.8 + 2.3 = 4.1
    ["strong sales growth rose", 0.7269],
  ])("%j is scored %d", (sentence, score) => {
    expect(scoreText(sentence)).toBe(score);
  });
});

describe("the noun", () => {
  test.each([
    ["six words before", "profit of the whole last year rose", GOOD],
    // Alone, "rose" has the rating 1.5.
    ["seven words before is too far", "profit of the whole long past year rose", 0.3612],
    ["seven words after is too far", "rose in the whole long past year profit", 0.3612],
    ["that is nearest counts", "profit in a year of rising costs", -GOOD],
    ["before counts if two are equally near", "profit rose costs", GOOD],
    // "losses" is −1.7 in the lexicon, which does not count beside its direction.
    ["loses its own rating", "losses rose", -GOOD],
    // 1.8 with the profit; −1.7 for losses, which have no direction: 0.1
    [
      "keeps its own rating without a direction",
      "profit rose in a year with many long past losses",
      0.0258,
    ],
  ])("%s: %j is scored %d", (_, sentence, score) => {
    expect(scoreText(sentence)).toBe(score);
  });
});

describe("without a noun a direction has the rating of the table", () => {
  test.each([
    // 2 / √19, 1.5 / √17.25, 1 / 4, −1.2 / √16.44, −2.4 / √20.76
    ["It surged", 0.4588],
    ["It rose", 0.3612],
    ["it is down", -0.296],
    ["it increased", 0],
  ])("%j is scored %d", (sentence, score) => {
    expect(scoreText(sentence)).toBe(score);
  });
});

describe("up and down that do not mean a direction", () => {
  test.each([
    ["set up in an hour", 0],
    ["up to eight validators", 0],
    ["the market opened up", 0],
  ])("%j is scored %d", (sentence, score) => {
    expect(scoreText(sentence)).toBe(score);
  });
});

describe("a change with its sign is a direction", () => {
  test.each([
    ["Tesla +4%", GOOD],
    ["Tesla −3 %", -GOOD],
    ["Tesla –3 %", -GOOD],
    ["Tesla (-12.5% pre)", -GOOD],
    ["Tesla +$4 percent", GOOD],
    ["Tesla ＋4％", GOOD],
    ["fees -30%", GOOD],
    ["a yield of 4%", 0],
    ["between 3-5%", 0],
    ["room -3", 0],
  ])("%j is scored %d", (sentence, score) => {
    const [visible = ""] = visibleTexts("comment", [sentence]);
    expect(scoreText(visible)).toBe(score);
  });
});

describe("a high or low of a time is a direction", () => {
  test.each([
    ["a 52-week high", GOOD],
    ["an all-time low", -GOOD],
    ["a record high", GOOD],
    ["a record low", -GOOD],
    ["new highs", GOOD],
    ["a multi-year low", -GOOD],
    ["fees at a ten-month low", GOOD],
    ["a high wall", 0],
    ["back from a 52-week high", 0],
  ])("%j is scored %d", (sentence, score) => {
    expect(scoreText(sentence)).toBe(score);
  });
});

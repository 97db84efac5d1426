/** Phrases, computed by hand: a single rating of x in a sentence is a score of x / √(x² + 15). */
import { describe, expect, test } from "vitest";
import { scoreText } from "~/services/scoring/lexicon.server";

/** 1.5 / √17.25 and 1.6 / √17.56 */
const [POSITION, CHART] = [0.3612, 0.3818];
/** 1.2 / √16.44 */
const PROJECT = 0.296;

describe("a phrase is rated as a whole", () => {
  test.each([
    ["long 8.00", POSITION],
    ["still long at $105", POSITION],
    ["short 8.00", -POSITION],
    ["shorting here", -POSITION],
    ["300 calls for Friday", POSITION],
    ["my puts", -POSITION],
    ["buying the dip", POSITION],
    ["loading up on it", POSITION],
    ["never selling", POSITION],
    ["get out", -POSITION],
    ["it is breaking out", CHART],
    ["a bull trap", -CHART],
    ["these bag holders", -CHART],
    ["higher lows", CHART],
    ["Amberdata raises $40M", POSITION],
    ["a Series A for it", POSITION],
    ["Mainnet live", PROJECT],
    ["It adds support", PROJECT],
    ["It partners with a bank", PROJECT],
    ["It is shut. Shutting down", -POSITION],
    ["on the record date", 0],
  ])("%j is scored %d", (sentence, score) => {
    expect(scoreText(sentence)).toBe(score);
  });
});

describe("words that are no phrase keep their meaning", () => {
  test.each([
    ["a long time", 0],
    ["a long 8 weeks", 0],
    ["I sold my calls", 0],
    ["green bonds", 0],
    ["the bank calls for rules", 0],
    ["longer than 8.00", 0],
    ["They broke the dip switch", -0.4215], // "broke" is −1.8 in the lexicon.
    ["out, breaking", 0],
  ])("%j is scored %d", (sentence, score) => {
    expect(scoreText(sentence)).toBe(score);
  });
});

test("negation and degree apply to a phrase", () => {
  expect(scoreText("not breaking out")).toBe(-0.2924); // 1.6 · −0.74 = −1.184
  expect(scoreText("really breaking out")).toBe(0.4391); // 1.6 + 0.293
});

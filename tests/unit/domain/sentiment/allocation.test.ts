/** From the scores of tokens to an allocation, and its description. */
import { describe, expect, test } from "vitest";
import { allocate, describeSplit, type TokenSentiment } from "~/domain/sentiment/allocation";

const token = (symbol: string, score: number, fields: Partial<TokenSentiment> = {}) => ({
  token: symbol,
  score,
  mentionCount: 4,
  counted: 4,
  authors: 4,
  voices: 4,
  isHeard: true,
  mean: score,
  error: 0,
  isEligible: false,
  raw: null,
  allocation: 0,
  ...fields,
});

const WINDOW = { from: new Date("2026-01-05T12:00:00Z"), to: new Date("2026-01-12T12:00:00Z") };

describe("the allocation", () => {
  test("follows the mood, the scores and the voices", () => {
    // M = (4·0.342857 + 3·0.2) / 7 = 0.281633; R = floor(80·0.563265) = 45.
    const split = allocate([token("SOL", 0.2, { voices: 3 }), token("BTC", 0.342857)]);
    expect(split).toMatchObject({ riskBudget: 45, allocation: { BTC: 29, SOL: 15, USDT: 56 } });
    expect(split.mood).toBeCloseTo(0.281633, 6);
    expect(split.tokens[0]).toMatchObject({ token: "BTC", isEligible: true, allocation: 29 });
    expect(split.tokens[0]!.raw).toBeCloseTo(0.342857 * Math.log(5), 9);
  });

  test.each<[string, TokenSentiment[], Record<string, number>]>([
    ["nothing in a bad mood", [token("BTC", -0.3)], { USDT: 100 }],
    ["nothing to a token that is not heard", [token("BTC", 1, { isHeard: false })], { USDT: 100 }],
    ["a fifth to cash", [token("BTC", 1), token("SOL", 1)], { BTC: 40, SOL: 40, USDT: 20 }],
    [
      "less if another token is disliked",
      // M = (4·0.342857 − 4·0.171429) / 8 = 0.085714; R = floor(80·0.171429) = 13.
      [token("BTC", 0.342857), token("SOL", -0.171429)],
      { BTC: 13, USDT: 87 },
    ],
    ["nothing to a score below 0.05", [token("BTC", 0.0499)], { USDT: 100 }],
    ["something to a score of 0.05", [token("BTC", 0.05)], { BTC: 8, USDT: 92 }],
    [
      "something to the best four only, ties by symbol",
      ["XRP", "ADA", "ETH", "SOL", "BTC"].map((symbol) => token(symbol, 0.5)),
      { ADA: 20, BTC: 20, ETH: 20, SOL: 20, USDT: 20 },
    ],
  ])("gives %s", (_, found, expected) => {
    expect(allocate(found).allocation).toEqual(expected);
  });
});

test("tokens are sorted by mentions, then by score, then by symbol, and stablecoins are no top token", () => {
  const split = allocate([
    token("SOL", 0.1),
    token("ETH", 0.2),
    token("ADA", 0.1),
    token("USDT", 0, { mentionCount: 9, isHeard: false }),
    token("BTC", 0.9, { mentionCount: 1 }),
  ]);
  expect(split.tokens.map((one) => one.token)).toEqual(["USDT", "ETH", "ADA", "SOL", "BTC"]);
  expect(split).toMatchObject({ topToken: "ETH", mentionCount: 4 });
  expect(allocate([token("DAI", 0.9)])).toMatchObject({ topToken: "N/A", mentionCount: 0 });
});

describe("the description", () => {
  const say = (found: TokenSentiment[], outside?: string[]) =>
    describeSplit(allocate(found), "3 or more people", WINDOW, outside);

  test("states the numbers", () => {
    expect(
      say([
        token("BTC", 0.342857),
        token("SOL", 0.2, { mentionCount: 3, voices: 3 }),
        token("ETH", 0.1, { mentionCount: 1, isHeard: false }),
      ]),
    ).toBe(
      "From 2026-01-05 to 2026-01-12 the community mentioned BTC in 4 documents, SOL in 3 and ETH in 1. " +
        "Heard (3 or more people): BTC with a score of +0.343 from 4.00 voices of 4 people, SOL with +0.200 from 3.00 of 4. " +
        "That is a mood of +0.282 and a risk budget of 45%: 29% BTC, 15% SOL, and the remaining 56% waits in USDT.",
    );
  });

  test.each<[TokenSentiment[], RegExp]>([
    [
      [],
      /^No mentions of any known token in what the community wrote from 2026-01-05 to 2026-01-12, so all of it waits in USDT\.$/,
    ],
    [
      [token("BTC", -0.3125)],
      /mood of −0\.313, which is not above 0: the risk budget is 0%, and all of it waits in USDT\.$/,
    ],
    [
      [token("SOL", 0.6, { mentionCount: 10, isHeard: false })],
      /mentioned SOL in 10 documents\. None is heard, which takes 3 or more people .*, so all of it waits in USDT\.$/,
    ],
    [[token("BTC", 0.045)], /risk budget of 7%, but no score reaches 0\.05, so all of it waits/],
  ])("says why nothing is held (%#)", (found, expected) => {
    expect(say(found)).toMatch(expected);
  });
});

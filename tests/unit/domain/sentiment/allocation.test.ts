/** From the scores of tokens to an allocation, and its description. */
import { describe, expect, test } from "vitest";
import { allocate, describeSplit, type TokenSentiment } from "~/domain/sentiment/allocation";

const token = (symbol: string, score: number, fields: Partial<TokenSentiment> = {}) => ({
  token: symbol,
  score,
  mentionCount: 4,
  counted: 4,
  weighedMentions: 4,
  authors: 4,
  voices: 4,
  coverage: 1,
  mean: score,
  error: 0,
  raw: 0,
  allocation: 0,
  ...fields,
});

const WINDOW = { from: new Date("2026-01-05T12:00:00Z"), to: new Date("2026-01-12T12:00:00Z") };

describe("the allocation", () => {
  test("follows the mood, the scores and the voices", () => {
    // M = (4·0.342857 + 3·0.2) / 7; R = 80·(M − 0.05) / 0.45.
    // BTC: R·0.471335 / (0.471335 + 0.207944) = 28.57; SOL: 12.61.
    const split = allocate([token("SOL", 0.2, { voices: 3 }), token("BTC", 0.342857)]);
    expect(split.allocation).toEqual({ BTC: 28, SOL: 12, USDT: 60 });
    expect(split.mood).toBeCloseTo(0.281633, 6);
    expect(split.riskBudget).toBeCloseTo(41.1791, 4);
    expect(split.tokens[0]).toMatchObject({ token: "BTC", allocation: 28 });
    expect(split.tokens[0]!.raw).toBeCloseTo(0.292857 * Math.log(5), 9);
  });

  test("counts a token as far as it is covered", () => {
    // M = (4·0.342857 + 0.5·3·0.2) / 5.5 = 0.303896; R = 45.1371.
    // BTC: R·0.471335 / (0.471335 + 0.5·0.207944) = 36.98; SOL: 8.16.
    const sol = token("SOL", 0.2, { voices: 3, coverage: 0.5 });
    const split = allocate([sol, token("BTC", 0.342857)]);
    expect(split.mood).toBeCloseTo(0.303896, 6);
    expect(split.riskBudget).toBeCloseTo(45.1371, 4);
    expect(split.allocation).toEqual({ BTC: 36, SOL: 8, USDT: 56 });
  });

  test.each<[string, TokenSentiment[], Record<string, number>]>([
    ["nothing in a bad mood", [token("BTC", -0.3)], { USDT: 100 }],
    ["nothing to a token that is not covered", [token("BTC", 1, { coverage: 0 })], { USDT: 100 }],
    [
      "half to a token that is half covered",
      [token("BTC", 1, { coverage: 0.5 })],
      { BTC: 40, USDT: 60 },
    ],
    ["half to one token at most", [token("BTC", 1)], { BTC: 50, USDT: 50 }],
    ["a fifth to cash", [token("BTC", 1), token("SOL", 1)], { BTC: 40, SOL: 40, USDT: 20 }],
    [
      "less if another token is disliked",
      // M = (4·0.342857 − 4·0.171429) / 8 = 0.085714; R = 80·0.035714 / 0.45 = 6.35.
      [token("BTC", 0.342857), token("SOL", -0.171429)],
      { BTC: 6, USDT: 94 },
    ],
    ["nothing to a score of 0.05", [token("BTC", 0.05)], { USDT: 100 }],
    // 80·0.006 / 0.45 = 1.07.
    ["hardly anything to a little more", [token("BTC", 0.056)], { BTC: 1, USDT: 99 }],
    [
      "the same to equal tokens",
      ["XRP", "ADA", "ETH", "SOL", "BTC"].map((symbol) => token(symbol, 0.5)),
      { ADA: 16, BTC: 16, ETH: 16, SOL: 16, XRP: 16, USDT: 20 },
    ],
  ])("gives %s", (_, found, expected) => {
    expect(allocate(found).allocation).toEqual(expected);
  });
});

test("tokens are sorted by voices, then by symbol; the top token is the first that is covered", () => {
  const split = allocate([
    token("SOL", 0.1),
    token("ETH", 0.2, { voices: 5, weighedMentions: 7.6 }),
    token("ADA", 0.9),
    token("USDT", 0, { voices: 9, coverage: 0 }),
    token("BTC", 0.9, { voices: 1, mentionCount: 300 }),
  ]);
  expect(split.tokens.map((one) => one.token)).toEqual(["USDT", "ETH", "ADA", "SOL", "BTC"]);
  expect(split).toMatchObject({ topToken: "ETH", mentionCount: 8 });
  const uncovered = allocate([token("BTC", 0.9, { coverage: 0 })]);
  expect(uncovered).toMatchObject({ topToken: "N/A", mentionCount: 0 });
});

describe("the description", () => {
  const say = (found: TokenSentiment[], outside?: string[]) =>
    describeSplit(allocate(found), "more than 2.00 voices", WINDOW, outside);

  test("states the numbers", () => {
    expect(
      say([
        token("BTC", 0.342857),
        token("SOL", 0.2, { mentionCount: 3, voices: 3 }),
        token("ETH", 0.1, { voices: 1, coverage: 0 }),
      ]),
    ).toBe(
      "From 2026-01-05 to 2026-01-12 the community mentioned BTC with a score of +0.343 from 4.00 voices of 4 people and SOL with +0.200 from 3.00 of 4. " +
        "That is a mood of +0.282 and a risk budget of 41.2%: 28% BTC, 12% SOL, and the remaining 60% waits in USDT.",
    );
  });

  test.each<[TokenSentiment[], RegExp]>([
    [
      [],
      /^No mentions of any known token in what the community wrote from 2026-01-05 to 2026-01-12, so all of it waits in USDT\.$/,
    ],
    [
      [token("BTC", -0.3125)],
      /mood of −0\.313, which is not above 0\.05: the risk budget is 0%, and all of it waits in USDT\.$/,
    ],
    [
      [token("SOL", 0.6, { coverage: 0 })],
      /^None of the tokens that the community mentioned from 2026-01-05 to 2026-01-12 has more than 2\.00 voices, stablecoins aside, so all of it waits in USDT\.$/,
    ],
    [[token("BTC", 0.052)], /risk budget of 0\.4%, too little for a whole percent of any token/],
  ])("says why nothing is held (%#)", (found, expected) => {
    expect(say(found)).toMatch(expected);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Mention } from "~/domain/sentiment/mention";
import { computeSentiment, documentWeight, type Sentiment } from "~/domain/sentiment/sentiment";
import { tokens } from "~/domain/tokens";
import { mention, mentions } from "../../../setup/made-mentions";
const of = ({ tokens: found }: Sentiment, token: string) =>
  found.find((one) => one.token === token)!;

test.each([
  [0, 0, 1],
  [1, 0, 1.693147],
  // 1 + ln(3) and 1 + ln(1 + 0.5·4) are above 2.
  [2, 0, 2],
  [0, 4, 2],
  [1000, 1000, 2],
])("a document with %d upvoters and %d commenters weighs %d", (upvoters, commenters, weight) => {
  expect(documentWeight(upvoters, commenters)).toBeCloseTo(weight, 6);
});

describe("computed by hand", () => {
  test("BTC 4×0.6 and SOL 3×0.4", () => {
    const sentiment = computeSentiment([
      ...mentions(4, { p: 0.6 }),
      ...mentions(3, { token: "SOL", p: 0.4 }),
    ]);
    // μ = 2.4/9; v = (4·(0.6 − μ)² + 0.16·5)/9 = 0.138272; se = √(v/9).
    const btc = of(sentiment, "BTC");
    expect(btc).toMatchObject({ authors: 4, counted: 4, voices: 4, isHeard: true });
    expect(btc.mean).toBeCloseTo(0.266667, 6);
    expect(btc.error).toBeCloseTo(0.12395, 6);
    expect(btc.score).toBeCloseTo(0.142717, 6);
    expect(btc.raw).toBeCloseTo(0.142717 * Math.log(5), 6);
    // μ = 1.2/8; v = (3·0.25² + 0.8)/8 = 0.1234375; se = √(v/8) = 0.124216.
    const sol = of(sentiment, "SOL");
    expect(sol.score).toBeCloseTo(0.025784, 6);
    expect(sol).toMatchObject({ isHeard: true, isEligible: false, allocation: 0 });
    // M = (4·0.142717 + 3·0.025784)/7; R = floor(80·M/0.5).
    expect(sentiment.mood).toBeCloseTo(0.092603, 6);
    expect(sentiment).toMatchObject({ riskBudget: 14, allocation: { BTC: 14, USDT: 86 } });
    expect(sentiment.week).toMatchObject({ authors: 7, earned: 7, trust: 7, heardFrom: 3 });
  });

  test("of unequal trust", () => {
    const sentiment = computeSentiment([
      mention({ p: 0.9, trust: 1 }),
      mention({ p: 0.9, trust: 0.5 }),
      mention({ p: -0.3, trust: 0.5 }),
    ]);
    // N = 2; μ = (0.9 + 0.45 − 0.15)/7 = 0.171429;
    // v = (1.5·0.728571² + 0.5·0.471429² + 0.8)/7 = 0.243906; se = √(v/7) = 0.186664.
    const btc = of(sentiment, "BTC");
    expect(btc.voices).toBe(2);
    expect(btc.mean).toBeCloseTo(0.171429, 6);
    expect(btc.error).toBeCloseTo(0.186664, 5);
    expect(btc.score).toBe(0);
  });

  test("a negative score is shrunk towards 0 as well", () => {
    const sentiment = computeSentiment(mentions(4, { p: -0.6 }));
    expect(of(sentiment, "BTC").score).toBeCloseTo(-0.142717, 6);
    expect(sentiment.allocation).toEqual({ USDT: 100 });
  });

  test("no mentions", () => {
    expect(computeSentiment([])).toEqual({
      tokens: [],
      mood: null,
      riskBudget: 0,
      topToken: "N/A",
      mentionCount: 0,
      allocation: { USDT: 100 },
      week: {
        authors: 0,
        earned: 0,
        isEstablished: false,
        trust: 0,
        newcomerFactor: 1,
        heardFrom: 0,
      },
    });
  });
});

describe("a token", () => {
  const isHeard = (all: readonly Mention[]) => of(computeSentiment(all), "BTC").isHeard;

  test("is heard from three people on", () => {
    expect(isHeard(mentions(3))).toBe(true);
    expect(isHeard(mentions(2))).toBe(false);
    expect(isHeard(mentions(9, { author: "one" }))).toBe(false);
  });

  test("needs the trust of three average authors", () => {
    const others = mentions(3, { token: "SOL" });
    expect(isHeard([...others, ...mentions(3, { trust: 0.9 })])).toBe(false);
    expect(isHeard([...others, ...mentions(4, { trust: 0.9 })])).toBe(true);
  });

  test("needs a tenth of the total trust", () => {
    const others = mentions(35, { token: "SOL" });
    expect(isHeard([...others, ...mentions(3)])).toBe(false);
    expect(isHeard([...others, ...mentions(4)])).toBe(true);
  });

  test("needs only three authors of minimal trust if nobody has earned more", () => {
    expect(isHeard(mentions(3, { trust: 0.1 }))).toBe(true);
    expect(computeSentiment(mentions(3, { trust: 0.1 })).week).toMatchObject({ earned: 0 });
  });

  test("is mentioned by near-copies, but their authors have no voice", () => {
    const sentiment = computeSentiment([
      ...mentions(3, { p: 0.5 }),
      ...mentions(5, { p: 0.9, isCopy: true }),
    ]);
    expect(of(sentiment, "BTC")).toMatchObject({ mentionCount: 8, authors: 3, voices: 3 });
    expect(sentiment.week.authors).toBe(3);
  });
});

describe("new accounts", () => {
  const honest = mentions(10, { p: 0.4 });
  const crowd = (count: number) => mentions(count, { p: -0.9, trust: 0.1 });

  test("together count for a hundredth of the others, however many they are", () => {
    const one = computeSentiment([...honest, ...crowd(1)]);
    expect(one.week.newcomerFactor).toBe(1);
    expect(of(one, "BTC").voices).toBeCloseTo(10.1, 12);
    for (const count of [2, 100]) {
      const many = computeSentiment([...honest, ...crowd(count)]);
      expect(many.week.newcomerFactor).toBeCloseTo(1 / count, 12);
      expect(of(many, "BTC").voices).toBeCloseTo(10.1, 12);
    }
  });
});

test("two accounts with six comments in an otherwise empty week cause no allocation", () => {
  const all = ["one", "two"].flatMap((author) =>
    mentions(3, { author, token: "SOL", p: 0.95, weight: 2, trust: 0.1 }),
  );
  expect(computeSentiment(all).allocation).toEqual({ USDT: 100 });
  // Even with maximum trust.
  const trusted = all.map((one) => ({ ...one, trust: 1 }));
  expect(computeSentiment(trusted).allocation).toEqual({ USDT: 100 });
});

describe("for any documents", () => {
  const someMentions = fc
    .array(
      fc.record({
        token: fc.constantFrom(...tokens.slice(0, 8).map(({ symbol }) => symbol)),
        author: fc.integer({ min: 1, max: 12 }),
        p: fc.integer({ min: -10_000, max: 10_000 }).map((p) => p / 10_000),
        weight: fc.double({ min: 1, max: 2, noNaN: true }),
        createdAt: fc.integer({ min: 0, max: 20 }),
        isCopy: fc.boolean(),
      }),
      { maxLength: 80 },
    )
    .map((all): Mention[] =>
      all.map((one, i) => ({
        ...one,
        kind: "article",
        document: `document ${i}`,
        author: `author ${one.author}`,
        trust: one.author / 12,
      })),
    );

  test("allocations are whole numbers, sum to 100 and keep a fifth in cash, and scores are between −1 and 1", () => {
    fc.assert(
      fc.property(someMentions, (all) => {
        const { allocation, tokens: found, riskBudget } = computeSentiment(all);
        const shares = Object.values(allocation);
        expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
        expect(allocation.USDT).toBeGreaterThanOrEqual(Math.max(20, 100 - riskBudget));
        for (const { score } of found) expect(Math.abs(score)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("the order of mentions does not matter", () => {
    const shuffled = someMentions.chain((all) =>
      fc.shuffledSubarray(all, { minLength: all.length }).map((other) => [all, other] as const),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(computeSentiment(other)).toEqual(computeSentiment(all));
      }),
    );
  });
});

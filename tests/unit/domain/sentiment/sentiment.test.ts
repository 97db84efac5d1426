import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inOrder, type Mention } from "~/domain/sentiment/mention";
import {
  computeSentiment as computeInOrder,
  documentWeight,
  type Sentiment,
} from "~/domain/sentiment/sentiment";
import { randomNumbers } from "~/domain/random-numbers";
import { CASH, allTokens } from "~/domain/tokens";
import { mention, mentions } from "../../../setup/made-mentions";

const computeSentiment = (all: readonly Mention[]) => computeInOrder(all.toSorted(inOrder));
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
    expect(btc).toMatchObject({ authors: 4, counted: 4, weighedMentions: 4, voices: 4 });
    expect(btc.mean).toBeCloseTo(0.266667, 6);
    expect(btc.error).toBeCloseTo(0.12395, 6);
    expect(btc.score).toBeCloseTo(0.142717, 6);
    // H = 6 and L = 2, which are more than 0.4 and 0.05 of 7.
    expect(btc.coverage).toBe(0.5);
    expect(btc.raw).toBeCloseTo(0.5 * 0.092717 * Math.log(5), 6);
    // μ = 1.2/8; v = (3·0.25² + 0.8)/8 = 0.1234375; se = √(v/8) = 0.124216.
    const sol = of(sentiment, "SOL");
    expect(sol.score).toBeCloseTo(0.025784, 6);
    expect(sol).toMatchObject({ coverage: 0.25, raw: 0, allocation: 0 });
    // M = (2·0.142717 + 0.75·0.025784)/2.75; R = 80·(M − 0.05)/0.45·0.5.
    expect(sentiment.mood).toBeCloseTo(0.110826, 5);
    expect(sentiment.riskBudget).toBeCloseTo(5.4068, 3);
    expect(sentiment.allocation).toEqual({ BTC: 5, USDT: 95 });
    expect(sentiment.week).toEqual({
      ...{ authors: 7, trusted: 7, trust: 7, untrustedFactor: 1 },
      ...{ uncoveredUpTo: 2, coveredFrom: 6 },
    });
  });

  test("of unequal trust", () => {
    const sentiment = computeSentiment([
      mention({ p: 0.9, trust: 1 }),
      mention({ p: 0.9, trust: 0.5 }),
      mention({ p: -0.3, trust: 0.5 }),
    ]);
    // u = 0.003·2/0.1 = 0.06, so half trust weighs 0.5 + 0.06·0.05 = 0.503, and N = 2.006.
    // μ = (0.9 + 0.503·0.6)/7.006 = 0.171539;
    // s = (1.503·0.728461² + 0.503·0.471539² + 0.8)/7.006 = 0.243993; se = √(s/7.006) = 0.186618.
    const btc = of(sentiment, "BTC");
    expect(sentiment.week.untrustedFactor).toBeCloseTo(0.06, 12);
    expect(btc.voices).toBeCloseTo(2.006, 12);
    expect(btc.mean).toBeCloseTo(0.171539, 6);
    expect(btc.error).toBeCloseTo(0.186618, 5);
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
        trusted: 0,
        trust: 0,
        untrustedFactor: 1,
        uncoveredUpTo: 2,
        coveredFrom: 6,
      },
    });
  });
});

describe("a token", () => {
  test.each<[string, Mention[], number]>([
    ["with two voices is not covered", mentions(2), 0],
    ["with three voices is covered a little", mentions(3), 0.25],
    ["with six voices is fully covered", mentions(6), 1],
    ["with more is not covered more", mentions(9), 1],
    ["with nine documents of one person is not covered", mentions(9, { author: "one" }), 0],
    // L = 0.05·100 and H = 0.4·100.
    [
      "needs more voices in a large week",
      [...mentions(12), ...mentions(88, { token: "SOL" })],
      0.2,
    ],
    ["without trusted authors is not covered", mentions(300, { trust: 0 }), 0],
    ["that is a stablecoin is not covered", mentions(9, { token: "USDT" }), 0],
  ])("%s", (_, all, expected) => {
    const { token } = all[0]!;
    expect(of(computeSentiment(all), token).coverage).toBeCloseTo(expected, 12);
  });

  test("is mentioned by near-copies, but their authors have no voice", () => {
    const sentiment = computeSentiment([
      ...mentions(3, { p: 0.5 }),
      ...mentions(5, { p: 0.9, isCopy: true }),
    ]);
    expect(of(sentiment, "BTC")).toMatchObject({ mentionCount: 8, authors: 3, voices: 3 });
    expect(sentiment.week.authors).toBe(3);
  });

  test("is in the headline with the newest three documents of each author, weighed", () => {
    const sentiment = computeSentiment([
      ...mentions(300, { token: "DOGE", author: "loud" }),
      ...mentions(4, { author: "one" }),
      ...mentions(3, { trust: 0.6 }),
    ]);
    expect(of(sentiment, "DOGE")).toMatchObject({ mentionCount: 300, counted: 3, coverage: 0 });
    // 3 + 3·0.6, and a little of what trust does not give.
    expect(sentiment).toMatchObject({ topToken: "BTC", mentionCount: 5 });
    const alone = computeSentiment(mentions(300, { author: "loud" }));
    expect(alone).toMatchObject({ topToken: "N/A", mentionCount: 0 });
  });
});

describe("people without trust", () => {
  const honest = mentions(10, { p: 0.4 });
  const crowd = (count: number) => mentions(count, { p: -0.9, trust: 0 });

  test("together weigh at most 0.003 of the trusted, and change no threshold", () => {
    const { week } = computeSentiment(honest);
    for (const count of [1, 2, 100]) {
      const many = computeSentiment([...honest, ...crowd(count)]);
      expect(of(many, "BTC").voices).toBeCloseTo(10.03, 12);
      expect(many.week).toEqual({
        ...week,
        authors: 10 + count,
        untrustedFactor: expect.closeTo(0.3 / count, 12),
      });
    }
  });

  test("weigh nothing where nobody is trusted", () => {
    const sentiment = computeSentiment(crowd(100));
    expect(of(sentiment, "BTC")).toMatchObject({ voices: 0, score: 0 });
    expect(sentiment.allocation).toEqual({ USDT: 100 });
  });
});

test("two people with full trust and six comments in an otherwise empty week cause no allocation", () => {
  const all = ["one", "two"].flatMap((author) =>
    mentions(3, { author, token: "SOL", p: 0.95, weight: 2 }),
  );
  expect(computeSentiment(all).allocation).toEqual({ USDT: 100 });
});

/** Weeks of 4 to 20 authors with different trust, on one to six tokens. */
const weeks = Array.from({ length: 12 }, (_, seed) => {
  const random = randomNumbers(seed + 1);
  const symbols = allTokens()
    .slice(0, 1 + (seed % 6))
    .map(({ symbol }) => symbol);
  return Array.from({ length: 4 + 1.5 * seed }, (_author, i) =>
    symbols
      .filter(() => random() < 0.7)
      .map((token) =>
        mention({ token, author: `author ${i}`, trust: 0.5 + random(), p: 1.6 * random() - 0.4 }),
      ),
  ).flat();
}).map((week) => week.map((one) => ({ ...one, trust: Math.min(1, one.trust) })));

test.each([
  ["trust", (at: number) => ({ trust: at })],
  ["score", (at: number) => ({ p: 2 * at - 1 })],
])("no share jumps where the %s of an author or of all changes a little", (_, fieldsAt) => {
  let held = 0;
  for (const week of weeks) {
    for (const isMoved of [({ author }: Mention) => author === "author 0", () => true]) {
      const shares = (at: number) =>
        computeSentiment(week.map((one) => (isMoved(one) ? { ...one, ...fieldsAt(at) } : one)))
          .allocation;
      /** The largest change of a share within an interval that is halved until it is at most 1. */
      const jump = (from: number, to: number, halvings = 20): number => {
        const [before, after] = [shares(from), shares(to)];
        held += Object.keys(after).length - 1;
        const changes = allTokens().map(
          ({ symbol }) => (symbol !== CASH && (after[symbol] ?? 0) - (before[symbol] ?? 0)) || 0,
        );
        const most = Math.max(...changes.map(Math.abs));
        if (most <= 1 || !halvings) return most;
        const middle = (from + to) / 2;
        return Math.max(jump(from, middle, halvings - 1), jump(middle, to, halvings - 1));
      };
      for (let step = 0; step < 100; step += 1) {
        expect(jump(step / 100, (step + 1) / 100)).toBeLessThanOrEqual(1);
      }
    }
  }
  expect(held).toBeGreaterThan(1000);
});

describe("for any documents", () => {
  const someMentions = fc
    .array(
      fc.record({
        token: fc.constantFrom(
          ...allTokens()
            .slice(0, 8)
            .map(({ symbol }) => symbol),
        ),
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
        trust: (one.author - 1) / 11,
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

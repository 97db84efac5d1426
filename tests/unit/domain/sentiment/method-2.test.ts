/** Method 2, which recomputes earlier recommendations. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KEPT_PER_AUTHOR, RecentMentions } from "~/domain/sentiment/recent-mentions";
import { countedMentions, MOST_PER_AUTHOR, type Mention } from "~/domain/sentiment/mention";
import {
  computeSentiment2 as computeSentiment,
  sentimentRationale2 as sentimentRationale,
  type Sentiment2 as Sentiment,
} from "~/domain/sentiment/method-2";
import { tokens } from "~/domain/tokens";

let made = 0;
const mention = (fields: Partial<Mention> = {}): Mention => {
  made += 1;
  return {
    document: made.toString(16).padStart(24, "0"),
    kind: "comment",
    token: "BTC",
    author: `author ${made}`,
    p: 0,
    weight: 1,
    createdAt: made,
    ...fields,
  };
};
const mentions = (count: number, fields: Partial<Mention> = {}) =>
  Array.from({ length: count }, () => mention(fields));
const of = ({ tokens: found }: Sentiment, token: string) =>
  found.find((one) => one.token === token);

const WINDOW = { from: new Date("2026-01-05T12:00:00Z"), to: new Date("2026-01-12T12:00:00Z") };

describe("computed by hand", () => {
  test("BTC 4×0.6 and SOL 3×0.4", () => {
    const sentiment = computeSentiment([
      ...mentions(4, { p: 0.6 }),
      ...mentions(3, { token: "SOL", p: 0.4 }),
    ]);
    expect(of(sentiment, "BTC")).toMatchObject({ mentionCount: 4, counted: 4, allocation: 29 });
    expect(of(sentiment, "BTC")?.score).toBeCloseTo(0.342857, 6);
    expect(of(sentiment, "SOL")?.score).toBeCloseTo(0.2, 12);
    expect(sentiment).toMatchObject({
      riskBudget: 45,
      topToken: "BTC",
      mentionCount: 4,
      allocation: { BTC: 29, SOL: 15, USDT: 56 },
    });
  });

  test("BTC 5×−0.5: everything stays in cash", () => {
    const sentiment = computeSentiment(mentions(5, { p: -0.5 }));
    expect(sentiment).toMatchObject({ riskBudget: 0, topToken: "BTC", mentionCount: 5 });
    expect(sentiment.allocation).toEqual({ USDT: 100 });
  });

  test("ten documents by one author are ten mentions, of which three count, and the token is not heard", () => {
    const sentiment = computeSentiment(mentions(10, { token: "SOL", p: 0.6, author: "one" }));
    expect(sentiment).toMatchObject({ topToken: "SOL", mentionCount: 10, mood: null });
    expect(of(sentiment, "SOL")).toMatchObject({ counted: 3, authors: 1, isHeard: false });
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
    });
  });

  test("stablecoins are ignored, however often they are mentioned", () => {
    const sentiment = computeSentiment([
      ...mentions(9, { token: "USDT", p: 0.9 }),
      ...mentions(9, { token: "DAI", p: 0.9 }),
    ]);
    expect(sentiment).toMatchObject({ topToken: "N/A", mentionCount: 0, mood: null });
    expect(sentiment.allocation).toEqual({ USDT: 100 });
  });

  test("one token gets at most 50, and cash keeps at least 20", () => {
    expect(computeSentiment(mentions(50, { p: 1 })).allocation).toEqual({ BTC: 50, USDT: 50 });
    const both = [...mentions(50, { p: 1 }), ...mentions(50, { token: "SOL", p: 1 })];
    expect(computeSentiment(both).allocation).toEqual({ BTC: 40, SOL: 40, USDT: 20 });
  });

  test("the best four tokens with a score of at least 0.05 are held, ties by symbol", () => {
    const all = ["XRP", "ADA", "ETH", "SOL", "BTC"].flatMap((token) =>
      mentions(5, { token, p: 0.8 }),
    );
    expect(Object.keys(computeSentiment(all).allocation)).toEqual([
      "ADA",
      "BTC",
      "ETH",
      "SOL",
      "USDT",
    ]);
    // p / (7 + 3) is just below 0.05, and exactly 0.05.
    const least = (p: number) =>
      of(computeSentiment([mention({ token: "ETH", p }), ...mentions(6, { token: "ETH" })]), "ETH");
    expect(least(0.4999)).toMatchObject({ isHeard: true, isEligible: false, raw: null });
    expect(least(0.5)).toMatchObject({ score: 0.05, isEligible: true });
  });

  test("a negative score of one token reduces the budget of the others", () => {
    const sentiment = computeSentiment([
      ...mentions(4, { p: 0.6 }),
      ...mentions(4, { token: "SOL", p: -0.3 }),
    ]);
    // M = (4·0.342857 − 4·0.171429) / 8 = 0.085714; R = floor(80·0.171429) = 13.
    expect(sentiment.mood).toBeCloseTo(0.085714, 6);
    expect(sentiment.allocation).toEqual({ BTC: 13, USDT: 87 });
  });
});

describe("for each author", () => {
  test("only the newest three count", () => {
    const old = mention({ author: "a", createdAt: 1, p: -1 });
    const rest = [5, 2, 4].map((createdAt) => mention({ author: "a", createdAt }));
    expect(countedMentions([old, ...rest])).toEqual(rest);
    expect(countedMentions([...rest, old].reverse())).toEqual(rest);
  });

  test("greater ids count among equally old ones", () => {
    const all = mentions(5, { author: "a", createdAt: 1 });
    expect(countedMentions(all)).toEqual(all.slice(2));
    expect(countedMentions(all.toReversed())).toEqual(all.slice(2));
  });

  test("each token is counted by itself", () => {
    const all = ["BTC", "SOL"].flatMap((token) => mentions(3, { token, author: "a" }));
    expect(countedMentions(all)).toHaveLength(6);
  });
});

test("tokens are sorted by mentions, then by score, then by symbol", () => {
  const { tokens: found, topToken } = computeSentiment([
    ...mentions(2, { token: "SOL", p: 0.1 }),
    ...mentions(2, { token: "ETH", p: 0.2 }),
    ...mentions(2, { token: "ADA", p: 0.1 }),
    ...mentions(3, { token: "USDT" }),
    ...mentions(1, { token: "BTC", p: 0.9 }),
  ]);
  expect(found.map(({ token }) => token)).toEqual(["USDT", "ETH", "ADA", "SOL", "BTC"]);
  expect(topToken).toBe("ETH");
});

describe("of an author with very many mentions", () => {
  const loud = mentions(200, { author: "loud", token: "SOL", p: 0.4 });
  const all = [...loud, ...mentions(4, { p: 0.6 }), ...mentions(2, { token: "SOL", p: 0.4 })];

  test.each([
    ["in their order", all],
    ["in another", all.toReversed()],
  ])("only the newest are kept, and the result is that of all (%s)", (_, given) => {
    const newest = new RecentMentions();
    for (const one of given) newest.add(one);
    const kept = [...newest.kept().values()].flat();
    expect(kept.filter(({ author }) => author === "loud").map(({ document }) => document)).toEqual(
      loud
        .slice(-KEPT_PER_AUTHOR)
        .reverse()
        .map(({ document }) => document),
    );
    expect(newest.unlisted).toEqual({ SOL: 200 - KEPT_PER_AUTHOR });
    expect(computeSentiment(kept, newest.unlisted)).toEqual(computeSentiment(all));
  });

  test("more are kept than count", () => {
    expect(KEPT_PER_AUTHOR).toBeGreaterThan(MOST_PER_AUTHOR);
  });
});

describe("for any documents", () => {
  const someMention = fc.record({
    token: fc.constantFrom(...tokens.slice(0, 8).map(({ symbol }) => symbol)),
    author: fc.integer({ min: 1, max: 12 }).map((number) => `author ${number}`),
    p: fc.integer({ min: -10_000, max: 10_000 }).map((p) => p / 10_000),
    weight: fc.double({ min: 1, max: 12, noNaN: true }),
    createdAt: fc.integer({ min: 0, max: 20 }),
  });
  const someMentions = fc
    .array(someMention, { maxLength: 80 })
    .map((all): Mention[] =>
      all.map((one, i) => ({ ...one, kind: "article", document: `document ${i}` })),
    );

  test("allocations are whole numbers from 0 to 100 that sum to 100, and cash keeps a fifth", () => {
    fc.assert(
      fc.property(someMentions, (all) => {
        const { allocation, tokens: found, riskBudget } = computeSentiment(all);
        const shares = Object.values(allocation);
        expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
        expect(allocation.USDT).toBeGreaterThanOrEqual(100 - riskBudget);
        expect(allocation.USDT).toBeGreaterThanOrEqual(20);
        for (const { token, allocation: share } of found) {
          if (token !== "USDT") expect(allocation[token] ?? 0).toBe(share);
        }
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
        expect(countedMentions(other)).toEqual(countedMentions(all));
      }),
    );
  });

  // Each author is repeated by new authors. If one author repeated several, or several repeated one, then
  // other documents would count than before.
  test("repeating a token's documents neither flips its score nor reduces it", () => {
    fc.assert(
      fc.property(someMentions, fc.integer({ min: 1, max: 4 }), (all, times) => {
        const repeated = Array.from({ length: times }, (_, i) =>
          all
            .filter(({ token }) => token === "BTC")
            .map((one) => ({
              ...one,
              author: `${one.author} ${i}`,
              document: `${one.document} ${i}`,
            })),
        ).flat();
        const before = of(computeSentiment(all), "BTC")?.score ?? 0;
        const after = of(computeSentiment([...all, ...repeated]), "BTC")?.score ?? 0;
        const lost = 1e-12; // The rounding error of summing in another order.
        expect(Math.abs(after)).toBeGreaterThanOrEqual(Math.abs(before) - lost);
        if (Math.abs(before) > lost) expect(Math.sign(after)).toBe(Math.sign(before));
      }),
    );
  });

  test("the score is summed in the order of ids, for any number of mentions", () => {
    const all = Array.from({ length: 12_000 }, (_, i) =>
      mention({ document: `${(i * 7919) % 12_000}`, p: ((i * 31) % 200) / 100 - 1 }),
    );
    const sum = countedMentions(all).reduce((before, { weight, p }) => before + weight * p, 0);
    expect(computeSentiment(all.toReversed()).tokens[0]?.score).toBe(sum / (12_000 + 3));
  });
});

describe("the rationale", () => {
  test("states the numbers", () => {
    const sentiment = computeSentiment([
      ...mentions(4, { p: 0.6 }),
      ...mentions(3, { token: "SOL", p: 0.4 }),
      ...mentions(1, { token: "ETH", p: 0.4 }),
    ]);
    expect(sentimentRationale(sentiment, WINDOW)).toBe(
      "From 2026-01-05 to 2026-01-12 the community mentioned BTC in 4 documents, SOL in 3 and ETH in 1. " +
        "Heard (3 or more documents by 2 or more people): BTC with a score of +0.343 from 4, SOL with +0.200 from 3. " +
        "That is a mood of +0.282 and a risk budget of 45%: 29% BTC, 15% SOL, and the remaining 56% waits in USDT.",
    );
  });

  test.each([
    [
      [],
      /^No mentions of any known token in what the community wrote from 2026-01-05 to 2026-01-12, so all of it waits in USDT\.$/,
    ],
    [
      mentions(5, { p: -0.5 }),
      /mood of −0\.313, which is not above 0: the risk budget is 0%, and all of it waits in USDT\.$/,
    ],
    [
      mentions(10, { token: "SOL", p: 0.6, author: "one" }),
      /mentioned SOL in 10 documents\. None is heard, .*, so all of it waits in USDT\.$/,
    ],
    [mentions(4, { token: "USDT", p: 0.6 }), /mentioned USDT in 4 documents\. None is heard/],
    [mentions(3, { p: 0.09 }), /risk budget of 7%, but no score reaches 0\.05, so all of it waits/],
  ])("says why nothing is held (%#)", (all, expected) => {
    expect(sentimentRationale(computeSentiment(all), WINDOW)).toMatch(expected);
  });

  test("names other sources", () => {
    const sentiment = computeSentiment(mentions(1));
    expect(sentimentRationale(sentiment, WINDOW, ["Hacker News"])).toMatch(
      /^From \S+ to \S+ the community and Hacker News mentioned BTC in 1 document\./,
    );
    expect(sentimentRationale(computeSentiment([]), WINDOW, ["Hacker News"])).toContain(
      "in what the community and Hacker News wrote from",
    );
  });

  test("names only the first few of many tokens", () => {
    const all = tokens.flatMap(({ symbol }) => mentions(1, { token: symbol }));
    expect(sentimentRationale(computeSentiment(all), WINDOW)).toContain("and 16 others");
  });
});

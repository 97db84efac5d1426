/**
 * Which clauses contribute to a token's score, computed by hand. A clause of 0.6 has the sum
 * 0.6 · √(15 / 0.64) = 2.90474, whose square is 8.4375.
 */
import { describe, expect, test } from "vitest";
import { clausesOf } from "~/domain/sentiment/clauses";
import { scoreMentions } from "~/domain/sentiment/mentions";
import { scoreOfSum, sumOfScore } from "~/domain/sentiment/vader";

const scorer = (text: string) =>
  text.includes("fine") ? 0.6 : text.includes("poor") ? -0.6 : text.includes("perfect") ? 1 : 0;
const scored = (texts: string | string[]) =>
  Object.fromEntries(scoreMentions(texts, scorer).map(({ token, p }) => [token, p]));

/** 1.45237 / √(2.10938 + 15) */
const HALF = 0.3511;
/** 5.80948 / √(33.75 + 15) */
const TWO = 0.8321;

describe("a clause without a token belongs to the one named last, at half weight", () => {
  test.each<[string, string | string[], Record<string, number>]>([
    ["a clause that names it counts in full", "BTC is fine.", { BTC: 0.6 }],
    ["two that name it are added", "BTC is fine. BTC is fine.", { BTC: TWO }],
    ["one after it counts half", "BTC exists. It is fine.", { BTC: HALF }],
    ["a negative one is subtracted", "BTC is fine. It is poor.", { BTC: HALF }],
    ["before any token it belongs to the first", "It is fine. BTC exists.", { BTC: HALF }],
    ["and not to a later one", "It is fine. BTC exists. ETH exists.", { BTC: HALF, ETH: 0 }],
    [
      "between tokens it belongs to the one named last",
      "BTC exists. ETH exists. It is poor. BTC exists. It is fine.",
      { BTC: HALF, ETH: -HALF },
    ],
    ["after two names, to the second", "BTC and ETH exist. It is fine.", { BTC: 0, ETH: HALF }],
    ["a clause that names two counts for both", "ETH and BTC are fine.", { BTC: 0.6, ETH: 0.6 }],
    ["a clause after the title belongs to its token", ["BTC", "It is fine."], { BTC: HALF }],
    [
      "a bare symbol that is explained later counts",
      "SOL exists. It is fine. I mean Solana.",
      { SOL: HALF },
    ],
    ["without a token there is no score", "It is fine.", {}],
  ])("%s: %j", (_, texts, expected) => {
    expect(scored(texts)).toEqual(expected);
  });
});

describe("sums and scores", () => {
  test("are inverse to each other, to four digits", () => {
    expect(sumOfScore(0.6)).toBeCloseTo(2.90474, 5);
    expect(sumOfScore(-0.6)).toBeCloseTo(-2.90474, 5);
    for (const score of [0, 0.0001, 0.4215, 0.9998, -0.9999]) {
      expect(scoreOfSum(sumOfScore(score))).toBe(score);
    }
  });

  test("a score of 1 has a finite sum, so that later clauses still count", () => {
    expect(sumOfScore(1)).toBe(sumOfScore(0.9999));
    expect(sumOfScore(-1)).toBe(sumOfScore(-0.9999));
    expect(scored("BTC is perfect.")).toEqual({ BTC: 0.9999 });
    expect(scored(["BTC is perfect.", "BTC is perfect.", "BTC is perfect."])).toEqual({ BTC: 1 });
    expect(scoreMentions("BTC! BTC?", (text) => (text.includes("!") ? 1 : -1))).toEqual([
      { token: "BTC", p: 0 },
    ]);
  });
});

test("a text is split into clauses as documented", () => {
  expect(
    clausesOf("# BTC is great!! Solana is not; it fell.\n \n2.5% in May... What?\nUp ;) and;DOT"),
  ).toEqual([
    "# BTC is great!!",
    " Solana is not;",
    " it fell.",
    "2.5% in May...",
    " What?",
    "Up ;) and;",
    "DOT",
  ]);
});

test("emoji after the end of a clause belong to it", () => {
  expect(clausesOf("🚀 BTC is great! 🚀🚀\n📉\nSo it is. 2")).toEqual([
    "🚀 BTC is great! 🚀🚀📉",
    "So it is.",
    " 2",
  ]);
});

/**
 * Which clauses a token's score is made of, by hand. A clause of 0.6 has the sum 0.6 · √(15 / 0.64) = 2.90474, whose
 * square is 8.4375.
 */
import { describe, expect, test } from "vitest";
import { clausesOf } from "~/domain/sentiment/clauses";
import { CARRIED_WEIGHT, scoreClauses, scoreMentions } from "~/domain/sentiment/mentions";
import { scoreOfSum, sumOfScore } from "~/domain/sentiment/vader";

const scorer = (text: string) =>
  text.includes("fine") ? 0.6 : text.includes("poor") ? -0.6 : text.includes("perfect") ? 1 : 0;
const scored = (texts: string | string[]) =>
  Object.fromEntries(scoreMentions(texts, scorer).map(({ token, p }) => [token, p]));

/** 1.45237 / √(2.10938 + 15) */
const HALF = 0.3511;
/** 5.80948 / √(33.75 + 15) */
const TWO = 0.8321;
/** 4.35711 / √(18.98438 + 15) */
const ONE_AND_HALF = 0.7474;

describe("a clause without a token belongs to the one named last, at half weight", () => {
  test.each<[string, string | string[], Record<string, number>]>([
    ["a clause that names it counts in full", "BTC is fine.", { BTC: 0.6 }],
    ["two that do are added", "BTC is fine. BTC is fine.", { BTC: TWO }],
    ["one after it counts half", "BTC exists. It is fine.", { BTC: HALF }],
    ["as an addition", "BTC is fine. It is fine.", { BTC: ONE_AND_HALF }],
    ["or against it", "BTC is fine. It is poor.", { BTC: HALF }],
    ["two after it count half each", "BTC exists. Fine? It is fine. It is fine.", { BTC: 0.6 }],
    ["before any token it belongs to the first", "It is fine. BTC exists.", { BTC: HALF }],
    ["and to no other", "It is fine. BTC exists. ETH exists.", { BTC: HALF, ETH: 0 }],
    [
      "then to the one that was named last",
      "BTC exists. ETH exists. It is poor. BTC exists. It is fine.",
      { BTC: HALF, ETH: -HALF },
    ],
    ["in a clause that names two, too", "BTC and ETH exist. It is fine.", { BTC: 0, ETH: HALF }],
    ["whatever the order of their names", "ETH and BTC exist. It is fine.", { BTC: HALF, ETH: 0 }],
    ["a clause that names two counts for both", "ETH and BTC are fine.", { BTC: 0.6, ETH: 0.6 }],
    ["a name twice in a clause counts once", "BTC, that is BTC, is fine.", { BTC: 0.6 }],
    ["from a title on", ["BTC", "It is fine."], { BTC: HALF }],
    ["back to before the title that names one", ["It is fine.", "BTC"], { BTC: HALF }],
    [
      "also to a bare symbol that is explained later",
      "SOL exists. It is fine. I mean Solana.",
      { SOL: HALF },
    ],
    ["and past one that is not", "BTC exists. The SOL of that sea. It is fine.", { BTC: HALF }],
    ["nothing is said of what is not named", "It is fine.", {}],
  ])("%s: %j", (_, texts, expected) => {
    expect(scored(texts)).toEqual(expected);
  });

  test("half is the weight of the tables", () => {
    expect(CARRIED_WEIGHT).toBe(0.5);
  });
});

describe("sums and scores", () => {
  test("are the reverse of each other, to four digits", () => {
    expect(sumOfScore(0.6)).toBeCloseTo(2.90474, 5);
    expect(sumOfScore(-0.6)).toBeCloseTo(-2.90474, 5);
    for (const score of [0, 0.0001, 0.4215, 0.9998, -0.9999]) {
      expect(scoreOfSum(sumOfScore(score))).toBe(score);
    }
  });

  test("a score of 1 has a sum like any other, so that what follows it is heard", () => {
    expect(sumOfScore(1)).toBe(sumOfScore(0.9999));
    expect(sumOfScore(-1)).toBe(sumOfScore(-0.9999));
    expect(scored("BTC is perfect.")).toEqual({ BTC: 0.9999 });
    expect(scored(["BTC is perfect.", "BTC is perfect.", "BTC is perfect."])).toEqual({ BTC: 1 });
    expect(scoreMentions("BTC! BTC?", (text) => (text.includes("!") ? 1 : -1))).toEqual([
      { token: "BTC", p: 0 },
    ]);
  });
});

test("clauses end where they are said to", () => {
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

test("a text is scored as if each of its clauses named the same token", () => {
  expect(scoreClauses("This is fine. That exists.\nAll is fine!", scorer)).toBe(TWO);
  expect(scoreClauses("", scorer)).toBe(0);
});

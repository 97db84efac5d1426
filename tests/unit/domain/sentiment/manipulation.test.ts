import { describe, expect, test } from "vitest";
import { differenceOf, largestOf } from "~/domain/allocation";
import { describeLargest, describePrice } from "~/domain/sentiment/describe-effects";
import { Effects } from "~/domain/sentiment/effects";
import { priceOfManipulation, type Manipulation } from "~/domain/sentiment/manipulation";
import { inOrder, type Mention } from "~/domain/sentiment/mention";
import { computeSentiment } from "~/domain/sentiment/sentiment";
import { mention } from "../../../setup/made-mentions";

const TEN = ["ADA", "BNB", "BTC", "DOGE", "ETH", "LINK", "LTC", "SOL", "TRX", "XRP"];

/** Some trusted people, each of whom says the same of some tokens. */
const people = (count: number, p: number, tokens: readonly string[] = ["BTC"]): Mention[] =>
  tokens.flatMap((token) =>
    Array.from({ length: count }, (_, i) => mention({ author: `trusted ${i}`, token, p })),
  );
/** Accounts that nobody trusts, with three texts each. */
const accounts = (count: number, token: string, p: number): Mention[] =>
  Array.from({ length: 3 * count }, (_, i) =>
    mention({ author: `untrusted ${i % count}`, token, p, trust: 0 }),
  );
const others = (count: number): Mention[] =>
  Array.from({ length: count }, (_, i) =>
    mention({ author: `other ${i}`, token: "UNI", trust: 0 }),
  );

const allocate = (mentions: readonly Mention[]) =>
  computeSentiment(mentions.toSorted(inOrder)).allocation;
function priceOf(mentions: readonly Mention[]) {
  const allocation = allocate(mentions);
  const { summed } = new Effects({ mentions: mentions.toSorted(inOrder) }, allocation);
  return priceOfManipulation(summed, allocation, [...new Set(mentions.map(({ token }) => token))]);
}
const moves = (said: 1 | -1, number: number, asset: string, points: number, token = "BTC") =>
  ({ token, said, accounts: number, moved: { asset, points } }) satisfies Manipulation;

/** Seven people’s budget of 7.0002 for each of ten tokens, and twenty people without trust about something else. */
const TEN_TOKENS = [...people(7, 0.9585, TEN), ...others(20)];

describe("the price of manipulation", () => {
  test.each<[string, Mention[], Manipulation | null, Manipulation | null]>([
    ["a week in which nobody wrote", [], null, null],
    ["a week of people whom nobody trusts", others(20), null, null],
    // Without them 35.38 %; they weigh 0.003 · 5 = 0.015 voices, and make it 35.69 or 35.09 %.
    ["five people who say 0.9", people(5, 0.9), null, null],
    // Without them 34.83 %, with them 35.14 or 34.52 %.
    ["five people who say 0.89", people(5, 0.89), null, moves(1, 1, "BTC", 1)],
    // Without them 35.11 %, with them 35.42 or 34.81 %.
    ["five people who say 0.895", people(5, 0.895), null, moves(-1, 1, "BTC", -1)],
    // Ten shares of 7.0002 % fall below 7 % together, and each is rounded down.
    ["ten tokens", TEN_TOKENS, moves(-1, 6, "USDT", 10, "ADA"), moves(-1, 6, "USDT", 10, "ADA")],
  ])("of %s", (_, mentions, least, most) => {
    expect(priceOf(mentions)).toEqual({ least, most });
  });

  test("is the least number with which the week computed anew moves", () => {
    const before = allocate(TEN_TOKENS);
    const worst = (count: number) =>
      Math.max(
        ...[...TEN, "UNI", "DOT"].flatMap((token) =>
          [1, -1].map((said) => {
            const after = allocate([...TEN_TOKENS, ...accounts(count, token, said)]);
            return Math.abs(largestOf(differenceOf(after, before))?.points ?? 0);
          }),
        ),
      );
    expect([1, 2, 3, 4, 5].map(worst)).toEqual([1, 1, 1, 1, 1]);
    expect(worst(6)).toBe(10);
  });
});

describe("in words", () => {
  test.each([
    [null, /^No single person moved this allocation/],
    [
      { name: "MaraVoss", moved: { asset: "BTC", points: 4 } },
      "Without what MaraVoss wrote, BTC would have got 4 points less.",
    ],
    [
      { name: null, moved: { asset: "ETH", points: -1 } },
      "Without what somebody without an account wrote, ETH would have got 1 point more.",
    ],
  ])("the largest effect %j", (largest, sentence) => {
    expect(describeLargest(largest)).toMatch(sentence);
  });

  test.each([
    [
      { least: null, most: null },
      "No number of accounts that nobody trusts would have moved an asset by 5 points this week: they could not have moved anything.",
    ],
    [
      { least: null, most: moves(-1, 3, "BTC", -1) },
      "No number of accounts that nobody trusts would have moved an asset by 5 points this week: the most that any number could do is 1 point less of BTC, by condemning BTC.",
    ],
    [
      { least: moves(1, 12, "ETH", 5, "ETH"), most: moves(1, 90, "ETH", 7, "ETH") },
      "It would have taken 12 accounts that nobody trusts to move an asset by 5 points this week: 5 points more of ETH, by praising ETH. The most that any number could do is 7 points more of ETH, by praising ETH.",
    ],
  ])("the price %j", (price, sentence) => {
    expect(describePrice(price)).toBe(sentence);
  });
});

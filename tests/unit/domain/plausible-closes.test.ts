/** Which closes are accepted as plausible, in tables that were computed by hand. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/close";
import { judgeCloses, type Judging } from "~/domain/plausible-closes";

const FIRST: Day = "2026-01-01";
/** Closes of consecutive days; `null` leaves a day out. */
const closesFrom = (first: Day, prices: readonly (number | null)[]): Close[] =>
  prices.flatMap((close, i) => (close === null ? [] : [{ day: addDays(first, i), close }]));
const received = (...prices: (number | null)[]) => closesFrom(FIRST, prices);

const judge = (prices: readonly (number | null)[], judging: Partial<Judging> = {}) =>
  judgeCloses({ asset: "BTC", known: [], received: received(...prices), ...judging });
/** The outcome for each close: the close if it is accepted, `-` if it is refused. */
const outcome = (prices: readonly (number | null)[], judging: Partial<Judging> = {}) => {
  const accepted = new Map(judge(prices, judging).accepted.map(({ day, close }) => [day, close]));
  return received(...prices)
    .map(({ day }) => accepted.get(day) ?? "-")
    .join(" ");
};
const others = (...prices: (number | null)[]) =>
  new Map(received(...prices).map(({ day, close }) => [day, [close]]));

describe("a jump", () => {
  test.each([
    ["up beyond it", [100, 128.5], "100 -"],
    // ln(77.9 / 100) = −0.24974, ln(77.8 / 100) = −0.25103
    ["down within the limit", [100, 77.9], "100 77.9"],
    ["down beyond it", [100, 77.8], "100 -"],
    ["that is reversed the next day", [100, 140, 101], "100 - 101"],
    ["that is reversed after two days", [100, 200, 201, 101], "100 200 201 -"],
    ["that the next day confirms", [100, 60, 62], "100 60 62"],
    // ln(109.1 / 140) = −0.24937, ln(109 / 140) = −0.25029
    ["that the next day nearly reverses", [100, 140, 109.1], "100 140 109.1"],
    ["that the next day reverses by more than a day may", [100, 140, 109], "100 - 109"],
    ["that the next day repeats to the cent", [100, 60, 60], "100 - -"],
    // ln(77 / 60) = 0.24946, ln(78 / 60) = 0.26236
    ["that the next close confirms two days later", [100, 60, null, 77], "100 60 77"],
    ["that the next close could only confirm as a later one", [100, 60, null, 78], "100 - 78"],
    // √2 · 0.25 = 0.35355: ln(50 / 100) = −0.69315, ln(71 / 50) = 0.35066, ln(72 / 50) = 0.36464
    ["in closes of every other day", [100, null, 50, null, 71], "100 50 71"],
    ["in such closes that is reversed", [100, null, 50, null, 72], "100 - 72"],
    ["to a 6 after 60,000", [60_000, 6, 60_100], "60000 - 60100"],
    ["to less than a tenth that persists", [101, 100, 9.99, 11], "101 100 - -"],
  ])("%s", (_what, prices, expected) => {
    expect(outcome(prices)).toBe(expected);
  });

  test.each([
    // √4 · 0.25 = 0.5: ln(164.8 / 100) = 0.49956, ln(164.9 / 100) = 0.50017
    ["four days", [100, null, null, null, 164.8], "100 164.8"],
    ["four days", [100, null, null, null, 164.9], "100 -"],
  ])("over %s may be wider: %j", (_gap, prices, expected) => {
    expect(outcome(prices)).toBe(expected);
  });

  test("over a gap of years may be as wide as over 90 days", () => {
    const known = [{ day: "2015-01-01", close: 100 }];
    // √90 · 0.25 = 2.37171, a factor of 10.7157
    expect(outcome([1071], { known })).toBe("1071");
    expect(outcome([1072], { known })).toBe("-");
  });

  test("is refused with a reason that names the compared close", () => {
    expect(judge([60_000, 6]).refused).toEqual([
      {
        day: "2026-01-02",
        close: 6,
        reason:
          "6 is 10,000 times less than 60000 on 2026-01-01: at most 1.28 times is plausible within a day, and no other source confirms it",
      },
    ]);
    expect(
      judge([100, null, 150], { others: others(100, null, 101) }).refused.map(
        ({ reason }) => reason,
      ),
    ).toEqual([
      "150 is 1.50 times more than 100 on 2026-01-01: at most 1.28 times is plausible within 2 days, and another source has 101",
    ]);
  });
});

describe("another source", () => {
  test.each([
    // 3 % of 60 are 1.8
    ["within 3 % confirms a jump", [100, 61.8], [100, 60], "100 61.8"],
    ["more than 3 % below does not", [100, 61.9], [100, 60], "100 -"],
    ["confirms a jump that no next day does", [100, 9], [null, 9.1], "100 9"],
    ["that has no close of the day says nothing", [100, 60, 62], [100, null, null], "100 60 62"],
    // ln(100 / 78) = 0.248, ln(78 / 60) = 0.262; ln(100 / 77) = 0.261, ln(77 / 60) = 0.249
    ["that is nearer to the close before contradicts", [100, 60, 62], [100, 78, null], "100 - -"],
    ["that is nearer to the jump does not", [100, 60, 62], [100, 77, null], "100 60 62"],
    ["is not used within the limit", [100, 120], [100, 200], "100 120"],
    ["does not excuse a stale close", [100, 100, 100], [100, 100, 100], "100 100 -"],
    ["does not excuse an impossible price", [100, 1e308], [100, 1e308], "100 -"],
  ])("%s", (_what, prices, elsewhere, expected) => {
    expect(outcome(prices, { others: others(...elsewhere) })).toBe(expected);
  });
});

describe("a stale close", () => {
  test.each([
    ["is the third identical one", "BTC", [5, 5, 5], "5 5 -"],
    ["stays stale until it changes", "BTC", [5, 5, 5, 5, 5.1, 5.1, 5.1], "5 5 - - 5.1 5.1 -"],
    ["is one across missing days", "BTC", [5, null, 5, null, 5], "5 5 -"],
    ["is not one of a coin on its peg", "USDT", [1, 1, 1, 1], "1 1 1 1"],
    ["is not one within 1 % of the peg", "USDT", [0.99, 0.99, 0.99], "0.99 0.99 0.99"],
    ["is one of a coin off its peg", "USDT", [0.98, 0.98, 0.98], "0.98 0.98 -"],
  ])("%s", (_what, asset, prices, expected) => {
    expect(outcome(prices, { asset })).toBe(expected);
  });
});

describe("a price", () => {
  test.each([
    ["BTC", 1e308, "1e+308 is not between 1e-9 and 100000000 dollars"],
    ["BTC", 100_000_001, "100000001 is not between 1e-9 and 100000000 dollars"],
    ["USDT", 2.01, "2.01 is not between 1e-9 and 2 dollars"],
  ])("of %s %d is refused", (asset, close, reason) => {
    expect(judge([close], { asset }).refused).toEqual([{ day: FIRST, close, reason }]);
  });

  test.each([
    ["BTC", 1e8],
    ["USDT", 2],
  ])("of %s %d is accepted", (asset, close) => {
    expect(outcome([close], { asset })).toBe(String(close));
  });
});

describe("the first close", () => {
  test.each([
    ["is accepted if nothing is known", [60_000], "60000"],
    ["of two that disagree is accepted", [60_000, 6], "60000 -"],
    ["is refused if two later ones agree", [6, 60_000, 60_100], "- 60000 60100"],
  ])("%s", (_what, prices, expected) => {
    expect(outcome(prices)).toBe(expected);
  });

  test("is compared with a stored close after it", () => {
    const known = [{ day: addDays(FIRST, 1), close: 100 }];
    expect(outcome([77.9], { known })).toBe("77.9");
    expect(outcome([77.8], { known })).toBe("-");
    expect(outcome([77.8], { known, others: others(78) })).toBe("77.8");
  });
});

describe("a known close", () => {
  test("is not judged again, and is not changed by a refused one", () => {
    const known = closesFrom(FIRST, [100, 300, 5, 5, 5]);
    expect(judge([100, 300, 5, 5, 5], { known })).toMatchObject({ refused: [], doubted: [] });
    expect(outcome([1000, null, null, null, null, 5.1], { known })).toBe("- 5.1");
    // ln(150 / 120) = 0.223, but ln(150 / 100) = 0.405
    expect(outcome([null, 1000, 150], { known: closesFrom(FIRST, [100, 120]) })).toBe("- 150");
  });
});

test("an operator can force a close, which does not accept others", () => {
  const forced = new Set(["2026-01-02"]);
  expect(outcome([60_000, 6, 60_100], { forced })).toBe("60000 6 -");
  expect(outcome([60_000, 1e308], { forced })).toBe("60000 1e+308");
  expect(outcome([60_000, 6, 60_100], { forced: new Set(["2026-01-02", "2026-01-03"]) })).toBe(
    "60000 6 60100",
  );
});

describe("a monthly series", () => {
  /** Closes every 30 days that go up and down by a factor, and then the given ones. */
  const monthly = (factor: number, ...then: number[]) => {
    const known = Array.from({ length: 40 }, (_, i) => (i % 2 ? 100 * factor : 100));
    const closes = [...known, 100, ...then].map((close, i) => ({
      day: addDays(FIRST, 30 * i),
      close,
    }));
    const { accepted } = judgeCloses({
      asset: "BTC",
      known: closes.slice(0, 41),
      received: closes.slice(41),
    });
    return accepted.map(({ close }) => close);
  };

  test("is judged by its own returns and the time between its closes", () => {
    // √30 · 0.25 = 1.36931, a factor of 3.9326, because 6 · 1.4826 · 0.0953 / √30 = 0.1548 is less than 0.25
    expect(monthly(1.1, 393)).toEqual([393]);
    expect(monthly(1.1, 394)).toEqual([]);
    // 6 · 1.4826 · ln 1.35 = 2.66961, a factor of 14.434
    expect(monthly(1.35, 1443)).toEqual([1443]);
    expect(monthly(1.35, 1444)).toEqual([]);
  });

  test("believes a jump that the next month confirms, and no reversed one", () => {
    // ln(500 / 128) = 1.36258, ln(500 / 127) = 1.37042
    expect(monthly(1.1, 500, 520)).toEqual([500, 520]);
    expect(monthly(1.1, 500, 128)).toEqual([500, 128]);
    expect(monthly(1.1, 500, 127)).toEqual([127]);
  });
});

test("every close is accepted or refused, in order, and judging the accepted ones again changes nothing", () => {
  const price = fc.oneof(
    fc.double({ min: 50, max: 200, noNaN: true }),
    fc.constantFrom(100, 100, 5e-324, 1e308, 6),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.array(price, { maxLength: 40 }), (prices) => {
      const judgement = judge(prices);
      const days = [...judgement.accepted, ...judgement.refused].map(({ day }) => day).sort();
      expect(days).toEqual(received(...prices).map(({ day }) => day));
      const again = judgeCloses({
        asset: "BTC",
        known: judgement.accepted,
        received: judgement.accepted,
      });
      expect(again.accepted).toEqual(judgement.accepted);
    }),
  );
});

import { describe, expect, test } from "vitest";
import { addDays } from "~/domain/calendar-days";
import type { Closes, Entry } from "~/domain/track-record";
import { bestWeeks, delayEntries, findMissedWeeks } from "~/domain/track-record-robustness";
import { billValue, withBills } from "~/domain/treasury-bills";

const FROM = "2026-03-02"; // A Monday.
const on = (days: number) => addDays(FROM, days);

describe("the best five weeks", () => {
  test.each([
    // 1.1⁵ of growth and one week that lost a fifth: 128.8408, and 80 without the five.
    { value: 100 * 1.1 ** 5 * 0.8, returns: [0.1, 0.1, -0.2, 0.1, 0.1, 0.1], without: 80, share: (1.1 ** 5 * 80 - 80) / (1.1 ** 5 * 0.8 - 1) / 100 * 100 }, // prettier-ignore
    // 2⁵ · 1.5 = 48: of a gain of 4,700, 4,650 are missing without the five doublings.
    { value: 4800, returns: [1, 1, 0.5, 1, 1, 1], without: 150, share: (4650 / 4700) * 100 },
    // There is no gain of which they could have a share.
    { value: 50, returns: [0, 0, 0, 0, 0, -0.5], without: 50, share: null },
  ])("of $returns leave $without", ({ value, returns, without, share }) => {
    expect(bestWeeks(value, returns)).toEqual({
      without: expect.closeTo(without, 9),
      share: share === null ? null : expect.closeTo(share, 9),
    });
  });

  test("need more than five weeks", () => {
    expect(bestWeeks(150, [0.1, 0.1, 0.1, 0.1, 0.1])).toBeNull();
  });
});

describe("entering later", () => {
  // BTC by day: 100, 110, 121, 100, then 150 from day 7 on.
  const BTC = [100, 110, 121, 100, 100, 100, 100, 150, 150, 150, 150, 150];
  const closes: Closes = new Map(
    Object.entries({ BTC, USDT: BTC.map(() => 1) }).map(([asset, ofAsset]) => [
      asset,
      ofAsset.map((close, day) => ({ day: on(day), close })),
    ]),
  );
  const entries: Entry[] = [
    { id: "a", day: on(0), allocation: { BTC: 100 } },
    { id: "b", day: on(7), allocation: { USDT: 100 } },
  ];

  test("waits in cash, and trades at the closes of the later days", () => {
    // A fee of 0.1 % is paid when BTC is bought and when it is sold.
    const after = (from: number) => (150 / from) * 100 * 0.999 * 0.999;
    expect(delayEntries(entries, closes, { from: on(0), until: on(11) })).toEqual(
      [100, 110, 121, 100].map((price, delay) => ({
        delay,
        value: expect.closeTo(after(price), 9),
        return: expect.closeTo(after(price) - 100, 9),
      })),
    );
  });

  test("leaves out what could not be entered any more", () => {
    const [own, , later] = delayEntries(entries.slice(1), closes, { from: on(7), until: on(8) });
    expect([own?.value, later?.value]).toEqual([100, 100]);
  });
});

describe("missed weeks", () => {
  const week = (first: number, last = first) => ({
    first: on(first * 7),
    last: on(last * 7),
    count: last - first + 1,
  });
  test.each([
    { what: "none", days: [0, 7, 14], until: 20, expected: [] },
    { what: "none while a week is not over", days: [0], until: 12, expected: [] },
    { what: "a week that is over", days: [0], until: 13, expected: [week(1)] },
    { what: "weeks in a row", days: [0, 28, 36], until: 61, expected: [week(1, 3), week(6, 7)] },
    { what: "any day of a week counts", days: [3, 13, 14], until: 27, expected: [week(3)] },
    { what: "nothing before a decision", days: [], until: 99, expected: [] },
  ])("$what", ({ days, until, expected }) => {
    expect(findMissedWeeks(days.map(on), on(until))).toEqual(expected);
  });

  test("a week whose decision came too late is missed", () => {
    const broken = new Set([on(7)]);
    expect(findMissedWeeks([0, 9, 14].map(on), on(20), broken)).toEqual([week(1)]);
  });
});

describe("Treasury bills", () => {
  test("compound to the yearly rate", () => {
    expect(billValue(3.65, 365)).toBeCloseTo(1.0365, 12);
    expect(billValue(3.65, 730)).toBeCloseTo(1.0365 ** 2, 12);
    expect(billValue(0, 99)).toBe(1);
  });

  test("take the place of USDT, on the days on which any asset has a close", () => {
    const closes = withBills(
      new Map([
        ["BTC", [{ day: on(365), close: 7 }]],
        ["USDT", [{ day: on(0), close: 0.9 }]],
      ]),
      5,
    );
    expect(closes.get("BTC")).toEqual([{ day: on(365), close: 7 }]);
    expect(closes.get("USDT")).toEqual([
      { day: on(0), close: 1 },
      { day: on(365), close: expect.closeTo(1.05, 12) },
    ]);
  });
});

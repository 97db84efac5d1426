import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type Day } from "~/domain/calendar-days";
import { computeOutcome, type Allocation, type Closes, type Entry } from "~/domain/track-record";
import { simulateEntries, turnoverBetween } from "~/domain/track-record-simulation";

const START: Day = "2026-03-02";
const on = (days: number): Day => addDays(START, days);

/** Closes of consecutive days from the start; `null` for a missing one. */
const closesOf = (prices: Record<string, readonly (number | null)[]>): Closes =>
  new Map(
    Object.entries(prices).map(([symbol, ofSymbol]) => [
      symbol,
      ofSymbol.flatMap((close, index) => (close === null ? [] : [{ day: on(index), close }])),
    ]),
  );
const entry = (days: number, allocation: Allocation, id = `e${days}`): Entry => ({
  id,
  day: on(days),
  allocation,
});
const half = { BTC: 50, SOL: 0, USDT: 50 };

describe("the outcome of one recommendation", () => {
  const closes = closesOf({
    BTC: [100, 120, 90, 100, 110, 110, 110, 110, 500],
    SOL: [10, 10, 10, 10, 10, 10, 10, 15, 500],
    USDT: [1, 1, 1, 1, 1, 1, 1, 1, 1],
  });

  test("is its value after seven days, with that of BTC and of the previous recommendation", () => {
    // 50·1.1 + 50 = 105. The peak until the third day is 60 + 50 = 110, then 45 + 50 = 95.
    expect(computeOutcome(entry(0, half), entry(-7, { SOL: 80, USDT: 20 }), closes)).toEqual({
      state: "known",
      value: expect.closeTo(105, 10),
      bitcoin: expect.closeTo(110, 10),
      previous: expect.closeTo(140, 10),
      drawdown: expect.closeTo((95 / 110 - 1) * 100, 10),
      gaps: 0,
      until: on(7),
    });
  });

  test.each([
    { made: 1, lastDay: undefined, state: "known" }, // The ninth close is on day 8.
    { made: 2, lastDay: undefined, state: "pending" },
    { made: 0, lastDay: on(6), state: "pending" },
    { made: 0, lastDay: on(7), state: "known" },
    { made: 2, lastDay: on(9), state: "missing" },
  ])("of day $made is $state by $lastDay", ({ made, lastDay, state }) => {
    expect(computeOutcome(entry(made, half), null, closes, lastDay).state).toBe(state);
  });

  test.each([
    // 50 · 1.1 + 50 on day 6, of closes until day 8; from day 2 on BTC has gone from 90 to 500.
    { made: 0, lastDay: on(6), soFar: { value: 105, bitcoin: 110, until: on(6) } },
    { made: 2, lastDay: undefined, soFar: { value: 327.7778, bitcoin: 555.5556, until: on(8) } },
    { made: 8, lastDay: undefined, soFar: null },
    { made: 9, lastDay: on(9), soFar: null },
  ])("of day $made is known so far by $lastDay", ({ made, lastDay, soFar }) => {
    expect(computeOutcome(entry(made, half), null, closes, lastDay)).toEqual({
      state: "pending",
      soFar: soFar && {
        value: expect.closeTo(soFar.value, 3),
        bitcoin: expect.closeTo(soFar.bitcoin, 3),
        until: soFar.until,
      },
    });
  });

  test("is known so far until the last day on which everything held has a close", () => {
    const until = closesOf({ BTC: [100, 110, 120, 130], SOL: [10, 20], USDT: [1, 1, 1, 1] });
    const outcome = computeOutcome(entry(0, { SOL: 50, USDT: 50 }), null, until);
    expect(outcome).toEqual({
      state: "pending",
      soFar: { value: 150, bitcoin: 110, until: on(1) },
    });
  });

  test.each([
    { gone: 0, allocation: half, assets: ["BTC"] },
    { gone: 7, allocation: half, assets: ["BTC"] },
    { gone: 7, allocation: { SOL: 0, USDT: 100 }, assets: ["BTC"] }, // The benchmark needs it.
  ])("without a close of BTC on day $gone names BTC", ({ gone, allocation, assets }) => {
    const path = [100, 100, 100, 100, 100, 100, 100, 100].map((price, day) =>
      day === gone ? null : price,
    );
    const known = closesOf({ BTC: path, USDT: [1, 1, 1, 1, 1, 1, 1, 1] });
    expect(computeOutcome(entry(0, allocation), null, known)).toEqual({ state: "missing", assets });
  });

  test("needs closes only of assets with a share", () => {
    const known = closesOf({ BTC: [1, 1, 1, 1, 1, 1, 1, 2], USDT: [1, 1, 1, 1, 1, 1, 1, 1] });
    expect(computeOutcome(entry(0, { SOL: 0, USDT: 100 }), null, known).state).toBe("known");
    expect(computeOutcome(entry(0, { SOL: 1, BTC: 1, XRP: 1, USDT: 97 }), null, known)).toEqual({
      state: "missing",
      assets: ["SOL", "XRP"],
    });
  });

  test("counts days without closes in between, and does not guess them", () => {
    const known = closesOf({
      BTC: [100, 120, null, 100, 100, 100, 100, 110],
      USDT: [1, 1, 1, null, 1, 1, 1, 1],
    });
    const outcome = computeOutcome(entry(0, half), null, known);
    expect(outcome).toMatchObject({ state: "known", gaps: 2 });
    expect(outcome).toMatchObject({ drawdown: expect.closeTo((100 / 110 - 1) * 100, 10) });
  });
});

describe("turnover is everything that is bought or sold against cash", () => {
  test.each<{ from: Record<string, number>; to: Allocation; expected: number }>([
    { from: { USDT: 1 }, to: { BTC: 100 }, expected: 100 },
    { from: { BTC: 1 }, to: { SOL: 100 }, expected: 200 },
    { from: { BTC: 0.5, USDT: 0.5 }, to: { BTC: 50, SOL: 0, USDT: 50 }, expected: 0 },
    { from: { BTC: 0.6, USDT: 0.4 }, to: { BTC: 20, SOL: 30, USDT: 50 }, expected: 70 },
  ])("from $from to $to: $expected %", ({ from, to, expected }) => {
    expect(turnoverBetween(new Map(Object.entries(from)), to)).toBeCloseTo(expected, 10);
  });
});

describe("following all recommendations", () => {
  const flat = Array.from({ length: 30 }, () => 1);

  test("begins with cash, pays fees for purchases, drifts, and pays fees for rebalancing", () => {
    // Day 0: 100 in cash; half is bought for 0.1 % of it: 99.95 are left, in halves of 49.975.
    // Day 2: BTC doubled: 99.95 + 49.975 = 149.925, of which 2/3 are BTC. Half is wanted again: 1/6 is
    //        sold, 24.9875, for a fee of 0.0249875: 149.9000125 are left, in halves of 74.95000625.
    // Day 4: BTC is at half of that: 37.475003125 + 74.95000625 = 112.425009375.
    const closes = closesOf({ BTC: [100, 100, 200, 150, 100], USDT: flat });
    const record = simulateEntries([entry(0, half), entry(2, half)], closes, on(4));
    expect(record.points).toEqual([
      { day: on(0), value: 100, bitcoin: 100 },
      { day: on(1), value: expect.closeTo(99.95, 10), bitcoin: expect.closeTo(99.9, 10) },
      { day: on(2), value: expect.closeTo(149.925, 10), bitcoin: expect.closeTo(199.8, 10) },
      { day: on(3), value: expect.closeTo(131.1625109375, 9), bitcoin: expect.closeTo(149.85, 9) },
      { day: on(4), value: expect.closeTo(112.425009375, 9), bitcoin: expect.closeTo(99.9, 10) },
    ]);
    expect(record.rows).toEqual([
      {
        id: "e0",
        day: on(0),
        until: on(2),
        allocation: half,
        return: expect.closeTo(49.925, 9),
        bitcoin: expect.closeTo(99.8, 9),
        turnover: expect.closeTo(50, 9),
        fee: expect.closeTo(0.05, 9),
      },
      {
        id: "e2",
        day: on(2),
        until: on(4),
        allocation: half,
        return: expect.closeTo((112.425009375 / 149.925 - 1) * 100, 9),
        bitcoin: expect.closeTo(-50, 9),
        turnover: expect.closeTo(100 / 6, 9),
        fee: expect.closeTo(0.0249875, 9),
      },
    ]);
    expect(record.missing).toEqual([]);
    expect(record.summary).toMatchObject({
      from: on(0),
      until: on(4),
      weeks: 2,
      losers: 1,
      value: expect.closeTo(112.425009375, 9),
      return: expect.closeTo(12.425009375, 9),
      maximumDrawdown: expect.closeTo((112.425009375 / 149.925 - 1) * 100, 9),
      turnover: expect.closeTo(50 + 100 / 6, 9),
      fees: expect.closeTo(0.0749875, 9),
      bitcoin: {
        value: expect.closeTo(99.9, 9),
        return: expect.closeTo(-0.1, 9),
        maximumDrawdown: expect.closeTo(-50, 9),
      },
    });
  });

  test("has the volatility of its daily returns", () => {
    // BTC held: ln 0.999, then ln 1.1, ln(1/1.1): deviation 0.0953105… of three around −0.000333…
    const closes = closesOf({ BTC: [100, 100, 110, 100], USDT: flat });
    const { summary } = simulateEntries([entry(0, { USDT: 100 })], closes, on(3));
    const returns = [Math.log(0.999), Math.log(1.1), -Math.log(1.1)];
    const mean = Math.log(0.999) / 3;
    const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    expect(summary?.bitcoin.volatility).toBeCloseTo(Math.sqrt((squares / 2) * 365) * 100, 9);
    expect(summary?.volatility).toBe(0);
  });

  test("uses the last of several on one day", () => {
    const closes = closesOf({ BTC: [1, 2, 4], USDT: flat });
    const several = [
      entry(1, { USDT: 100 }, "early"),
      entry(0, { USDT: 100 }, "first"),
      entry(1, { BTC: 100 }, "late"),
    ];
    const { rows } = simulateEntries(several, closes, on(2));
    expect(rows.map(({ id }) => id)).toEqual(["first", "late"]);
    expect(rows[1]?.return).toBeCloseTo(99.8, 9);
  });

  describe("with missing closes", () => {
    test("keeps the holdings if the new ones cannot be bought", () => {
      const closes = closesOf({ BTC: [1, 1, 2, 2], USDT: flat, SOL: [1, null, 1, 1] });
      const record = simulateEntries(
        [entry(0, { BTC: 100 }), entry(1, { SOL: 50, XRP: 50 }), entry(2, { SOL: 100 })],
        closes,
        on(3),
      );
      expect(record.missing).toEqual([{ id: "e1", assets: ["SOL", "XRP"] }]);
      expect(record.rows).toMatchObject([
        { id: "e0", until: on(2), return: expect.closeTo(99.8, 9) },
        { id: "e2", until: on(3), turnover: 200 },
      ]);
    });

    test("changes nothing on a day without a close of BTC, with which it is compared", () => {
      const closes = closesOf({ BTC: [1, null, 1], USDT: flat, SOL: [1, 1, 1] });
      const entries = [entry(0, { SOL: 100 }), entry(1, { USDT: 100 })];
      const { missing, rows } = simulateEntries(entries, closes, on(2));
      expect(missing).toEqual([{ id: "e1", assets: ["BTC"] }]);
      expect(rows).toMatchObject([{ id: "e0", until: on(2) }]);
    });

    test("begins when something can be bought", () => {
      const closes = closesOf({ BTC: [null, 1, 1], USDT: flat });
      const record = simulateEntries([entry(0, half), entry(1, half)], closes, on(2));
      expect(record.missing).toEqual([{ id: "e0", assets: ["BTC"] }]);
      expect(record.points[0]).toEqual({ day: on(1), value: 100, bitcoin: 100 });
    });

    test("has no daily return over a gap", () => {
      const closes = closesOf({ BTC: [100, 100, 100, null, 300, 300], USDT: flat });
      const { summary } = simulateEntries([entry(0, { USDT: 100 })], closes, on(5));
      expect(summary?.bitcoin.return).toBeCloseTo(199.7, 9);
      expect(summary?.bitcoin.volatility).toBeLessThan(2);
      expect(summary?.bitcoin.maximumDrawdown).toBeCloseTo(-0.1, 9);
    });
  });

  describe("an asset without a close for seven days", () => {
    /** Closes on the given days, of those from 0 to `length` exclusive. */
    const path = (length: number, close: (day: number) => number | null) =>
      Array.from({ length }, (_, day) => close(day));
    const dying = (length: number, last: number, price = 10) =>
      path(length, (day) => (day <= last ? price : null));

    test("is worth 0 from the seventh day on, and is listed as dead", () => {
      // 100 in cash buy half SOL for a fee of 0.05: 49.975 of each, of which the USDT remain.
      const closes = closesOf({
        BTC: path(20, () => 1),
        USDT: path(20, () => 1),
        SOL: dying(20, 3),
      });
      const record = simulateEntries([entry(0, { SOL: 50, USDT: 50 })], closes, on(12));
      expect(record.points.map(({ day }) => day)).toEqual([
        ...[0, 1, 2, 3].map(on),
        ...[10, 11, 12].map(on),
      ]);
      expect(record.points.at(-1)?.value).toBeCloseTo(49.975, 10);
      expect(record.dead).toEqual([
        { asset: "SOL", lastClose: on(3), from: on(10), until: on(12) },
      ]);
      expect(record.summary).toMatchObject({
        until: on(12),
        value: expect.closeTo(49.975, 10),
        losers: 1,
        maximumDrawdown: expect.closeTo(-50.025, 10),
      });
    });

    test("is listed twice if it had a close in between", () => {
      const closes = closesOf({
        BTC: path(23, () => 1),
        USDT: path(23, () => 1),
        SOL: path(23, (day) => (day <= 3 || day === 12 ? 10 : null)),
      });
      const { dead } = simulateEntries([entry(0, { SOL: 50, USDT: 50 })], closes, on(22));
      expect(dead).toEqual([
        { asset: "SOL", lastClose: on(3), from: on(10), until: on(11) },
        { asset: "SOL", lastClose: on(12), from: on(19), until: on(22) },
      ]);
    });

    test("is not dead if the source has no closes of any asset", () => {
      const closes = closesOf({
        BTC: path(30, (day) => (day <= 3 || day >= 25 ? 1 : null)),
        USDT: path(30, (day) => (day <= 3 || day >= 25 ? 1 : null)),
        SOL: path(30, (day) => (day <= 3 || day >= 26 ? 10 : null)),
      });
      const record = simulateEntries([entry(0, { SOL: 50, USDT: 50 })], closes, on(29));
      expect(record.dead).toEqual([]);
      expect(record.summary?.value).toBeCloseTo(99.95, 10);
    });

    test("can lose everything, which gives zeros and no errors", () => {
      const closes = closesOf({
        BTC: path(20, () => 1),
        USDT: path(20, () => 1),
        SOL: dying(20, 3),
      });
      const record = simulateEntries(
        [entry(0, { SOL: 100 }), entry(14, { BTC: 50, USDT: 50 })],
        closes,
        on(19),
      );
      expect(record.summary).toMatchObject({
        value: 0,
        return: -100,
        maximumDrawdown: -100,
        volatility: null,
        losers: 1,
      });
      expect(record.rows.at(-1)).toMatchObject({ return: 0, turnover: 0, fee: 0 });
    });
  });

  test("changes its value only by prices and fees", () => {
    const price = fc.double({ min: 0.5, max: 2, noNaN: true });
    const path = fc.array(price, { minLength: 29, maxLength: 29 });
    const split = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 40 }))
      .map(([BTC, SOL]) => ({ BTC, SOL, USDT: 100 - BTC - SOL }));
    fc.assert(
      fc.property(
        fc.record({ BTC: path, SOL: path, USDT: path }),
        fc.array(split, { minLength: 4, maxLength: 4 }),
        (prices, splits) => {
          const all = splits.map((allocation, week) => entry(week * 7, allocation));
          const { points, rows, summary } = simulateEntries(all, closesOf(prices), on(28));
          expect(points).toHaveLength(29);
          // The returns of the rows multiply to the total.
          const product = rows.reduce((value, row) => value * (1 + row.return / 100), 100);
          expect(product).toBeCloseTo(summary?.value ?? 0, 6);
          const bitcoin = rows.reduce((value, row) => value * (1 + row.bitcoin / 100), 100);
          expect(bitcoin).toBeCloseTo(summary?.bitcoin.value ?? 0, 6);
          for (const { turnover } of rows) expect(turnover).toBeLessThanOrEqual(200);
          expect(summary?.maximumDrawdown).toBeLessThanOrEqual(0);
        },
      ),
      { numRuns: 50 },
    );
  });
});

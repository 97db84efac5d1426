/** The comparison of an engine with strategies without it. How each is simulated is in track-record.test.ts. */
import { describe, expect, test } from "vitest";
import { backtest } from "~/domain/backtest";
import { addDays } from "~/domain/calendar-days";
import { momentumAssets } from "~/domain/momentum";
import { samplePrices, SAMPLE_START } from "~/domain/sample-prices";
import type { Entry } from "~/domain/track-record";
import {
  analyseRecord,
  fees,
  returnsByYear,
  type StrategyName,
} from "~/domain/track-record-analysis";
import type { Allocation, Closes } from "~/domain/track-record-prices";
import { simulateEntries } from "~/domain/track-record-simulation";
import { withBills } from "~/domain/treasury-bills";

const FROM = "2024-04-01"; // A Monday, with enough closes before it.
const DAYS = 700;
const RATE = 4;
const on = (day: number) => addDays(FROM, day);
const closes: Closes = new Map(
  momentumAssets.map((asset) => [asset, samplePrices(asset, SAMPLE_START, on(DAYS))]),
);
const closesWithoutSol = new Map([...closes].filter(([asset]) => asset !== "SOL"));

describe("compared with strategies without the engine", () => {
  const decided = (known: Closes) =>
    backtest({ closes: known, from: FROM, to: on(DAYS) }).weeks.map(({ day, momentum }): Entry => ({
      id: day,
      day,
      allocation: momentum!.allocation,
    }));
  const entries = decided(closes);
  const withoutSol = decided(closesWithoutSol);
  const own = simulateEntries(entries, closes, on(DAYS));
  const mix = own.mix!;
  const analysis = analyseRecord({
    entries,
    closes,
    until: on(DAYS),
    cashRate: RATE,
    trials: { count: 63 },
    withoutSol,
  })!;
  const weekly = (allocation: Allocation) =>
    entries.map(({ id, day }): Entry => ({ id, day, allocation }));
  const plans: Record<StrategyName, readonly Entry[]> = {
    engine: entries,
    engineBills: entries,
    withoutSol,
    bitcoin: weekly({ BTC: 100 }).slice(0, 1),
    bitcoinSol: weekly({ BTC: 50, SOL: 50 }),
    bitcoinCash: weekly({ BTC: 50, USDT: 50 }),
    mix: weekly(mix),
    cash: weekly({ USDT: 100 }).slice(0, 1),
    bills: weekly({ USDT: 100 }).slice(0, 1),
  };
  const strategy = (name: StrategyName) => analysis.strategies.find((one) => one.name === name)!;

  test("all strategies are present, the engine first, over the same days", () => {
    expect(analysis.strategies.map(({ name }) => name)).toEqual(Object.keys(plans));
    expect(analysis).toMatchObject({ from: FROM, until: on(DAYS), unknown: [], mix });
  });

  test.each(Object.keys(plans) as StrategyName[])(
    "%s has the value of its holdings, at each fee",
    (name) => {
      const known = name.toLowerCase().endsWith("bills") ? withBills(closes, RATE) : closes;
      for (const [index, fee] of fees.entries()) {
        const {
          value,
          fees: paid,
          maximumDrawdown,
        } = simulateEntries(plans[name], known, on(DAYS), fee).summary!;
        const expected = { fee, value, fees: paid, maximumDrawdown };
        expect(strategy(name).results[index]).toMatchObject(expected);
      }
    },
  );

  const values = new Map(own.points.map(({ day, value }) => [day, value]));
  const at = (day: string) => values.get(day)!;

  test("returns are by calendar year, each from the last close of the year before", () => {
    const [first, second] = ["2024-12-31", "2025-12-31"];
    expect(strategy("engine").years).toEqual(
      [
        { year: "2024", from: FROM, until: first },
        { year: "2025", from: first, until: second },
        { year: "2026", from: second, until: on(DAYS) },
      ].map((year) => ({
        ...year,
        return: expect.closeTo((at(year.until) / at(year.from) - 1) * 100, 8),
      })),
    );
  });

  describe("the statistics", () => {
    const days = Array.from({ length: DAYS / 7 + 1 }, (_, week) => on(week * 7));
    const returns = (value: (day: string) => number) =>
      days.slice(1).map((day, week) => value(day) / value(days[week]!) - 1);
    const valuesOf = (name: StrategyName) =>
      new Map(strategy(name).values.map((value, index) => [analysis.days[index]!, value]));
    const minus = (values: number[], others: number[]) =>
      values.map((r, week) => r - others[week]!);
    const ratio = (values: number[]) => {
      const mean = values.reduce((a, b) => a + b, 0) / values.length;
      const squares = values.reduce((sum, r) => sum + (r - mean) ** 2, 0);
      return mean / Math.sqrt(squares / (values.length - 1));
    };
    const own = returns(at);
    const statistics = analysis.statistics!;

    test("compare the weeks with those of the mean mix", () => {
      const ofMix = valuesOf("mix");
      const excess = minus(
        own,
        returns((day) => ofMix.get(day)!),
      );
      expect(statistics.weeks).toBe(excess.length);
      expect(statistics.trials).toEqual({ count: 63, variance: 1 / (excess.length - 1) });
      expect(statistics.excessSharpe).toBeCloseTo(ratio(excess), 9);
      const { mean, interval } = statistics.overMix;
      expect(mean).toBeCloseTo((excess.reduce((a, b) => a + b, 0) / excess.length) * 100, 9);
      expect(interval.low).toBeLessThan(mean);
      expect(interval.high).toBeGreaterThan(mean);
      expect(statistics.bars.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
      expect(statistics.deflated).toBeLessThan(statistics.probabilistic!);
    });

    test("have Sharpe ratios above Treasury bills, whose interest is compounded", () => {
      const aboveBills = minus(
        own,
        days.slice(1).map(() => 1.04 ** (7 / 365) - 1),
      );
      expect(statistics.sharpe.engine).toBeCloseTo(ratio(aboveBills), 9);
      expect(strategy("engine").sharpe).toBe(statistics.sharpe.engine);
      expect(strategy("mix").sharpe).toBe(statistics.sharpe.mix);
      expect([strategy("cash").sharpe, strategy("bills").sharpe]).toEqual([null, null]);
      expect(strategy("bills").results[0]!.value).toBeCloseTo(100 * 1.04 ** (DAYS / 365), 8);
    });
  });

  test("a strategy without a close on the first day is left out, and named", () => {
    const known = analyseRecord({
      entries: [{ id: "a", day: FROM, allocation: { BTC: 50, USDT: 50 } }],
      closes: closesWithoutSol,
      until: on(100),
      cashRate: RATE,
      trials: { count: 1 },
    });
    expect(known?.unknown).toEqual(["bitcoinSol"]);
    expect(known?.strategies.map(({ name }) => name)).not.toContain("bitcoinSol");
    expect(known?.statistics?.threshold).toBe(0);
  });

  test("there is no analysis before the first close after the first entry, and no statistics before 8 weeks", () => {
    const entries = [{ id: "a", day: FROM, allocation: { USDT: 100 } }];
    const analyse = (until: string, ofEngine = entries) =>
      analyseRecord({ entries: ofEngine, closes, until, cashRate: RATE, trials: { count: 1 } });
    expect(analyse(FROM)).toBeNull();
    expect(analyse(on(9), [])).toBeNull();
    expect(analyse(on(54))?.statistics).toBeNull();
    expect(analyse(on(56))?.statistics?.weeks).toBe(8);
  });
});

test("a year with a single close has no return, and the next one is counted from that close", () => {
  const closes: [string, number][] = [
    ["2024-12-31", 100],
    ["2025-01-01", 110],
    ["2025-12-31", 150],
  ];
  expect(returnsByYear(closes.map(([day, value]) => ({ day, value })))).toEqual([
    { year: "2025", from: "2024-12-31", until: "2025-12-31", return: 50 },
  ]);
});

describe("the mean allocation", () => {
  const mixOf = (entries: readonly Entry[], BTC: readonly number[], until: number) => {
    const closes: Closes = new Map(
      Object.entries({ BTC, USDT: BTC.map(() => 1) }).map(([asset, ofAsset]) => [
        asset,
        ofAsset.map((close, day) => ({ day: on(day), close })),
      ]),
    );
    return simulateEntries(entries, closes, on(until), 0).mix;
  };
  const entry = (day: number, BTC: number): Entry => ({
    id: String(day),
    day: on(day),
    allocation: { BTC, USDT: 100 - BTC },
  });
  const flat = Array.from({ length: 113 }, () => 10);
  const doubling = flat.map((_, day) => 2 ** Math.floor(day / 28));

  test.each([
    // 60 % for 21 days and 20 % for 7: 50 %.
    { what: "days, not recommendations", entries: [[0, 60], [21, 20]], BTC: flat, until: 28, expected: 50 }, // prettier-ignore
    // What doubles is brought back to half of it, once after three weeks.
    { what: "what was entered", entries: [[0, 50], [7, 50], [28, 50]], BTC: flat.map((_, day) => 2 ** (day / 7)), until: 35, expected: 50 }, // prettier-ignore
    // Held, a half that doubles every four weeks is 1/2, 2/3, 4/5 and 8/9.
    { what: "what was never traded as it drifts", entries: [[0, 50]], BTC: doubling, until: 112, expected: (100 * (1 / 2 + 2 / 3 + 4 / 5 + 8 / 9)) / 4 }, // prettier-ignore
  ])("counts $what", ({ entries, BTC, until, expected }) => {
    const mix = mixOf(
      entries.map(([day, share]) => entry(day!, share!)),
      BTC,
      until,
    )!;
    expect(mix.BTC).toBeCloseTo(expected, 10);
    expect(mix.USDT).toBeCloseTo(100 - expected, 10);
  });

  test("is unknown before the first day is over", () => {
    expect(mixOf([entry(0, 50)], flat, 0)).toBeNull();
    expect(mixOf([], flat, 9)).toBeNull();
  });
});

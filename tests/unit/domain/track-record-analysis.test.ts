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
import { meanAllocation } from "~/domain/track-record-benchmarks";
import type { Allocation, Closes } from "~/domain/track-record-prices";
import { simulateEntries } from "~/domain/track-record-simulation";

const FROM = "2024-04-01"; // A Monday, with enough closes before it.
const DAYS = 700;
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
  const mix = meanAllocation(own.rows)!;
  const analysis = analyseRecord({
    entries,
    closes,
    until: on(DAYS),
    trials: { count: 63 },
    withoutSol,
  })!;
  const weekly = (allocation: Allocation) =>
    entries.map(({ id, day }): Entry => ({ id, day, allocation }));
  const plans: Record<StrategyName, readonly Entry[]> = {
    engine: entries,
    withoutSol,
    bitcoin: weekly({ BTC: 100 }).slice(0, 1),
    bitcoinSol: weekly({ BTC: 50, SOL: 50 }),
    bitcoinCash: weekly({ BTC: 50, USDT: 50 }),
    mix: weekly(mix),
    cash: weekly({ USDT: 100 }).slice(0, 1),
  };
  const strategy = (name: StrategyName) => analysis.strategies.find((one) => one.name === name)!;

  test("all strategies are present, the engine first, over the same days", () => {
    expect(analysis.strategies.map(({ name }) => name)).toEqual(Object.keys(plans));
    expect(analysis).toMatchObject({ from: FROM, until: on(DAYS), unknown: [], mix });
  });

  test.each(Object.keys(plans) as StrategyName[])(
    "%s has the value of its holdings, at each fee",
    (name) => {
      for (const [index, fee] of fees.entries()) {
        const {
          value,
          fees: paid,
          maximumDrawdown,
        } = simulateEntries(plans[name], closes, on(DAYS), fee).summary!;
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

  test("the statistics are of weekly returns above those of cash", () => {
    const days = Array.from({ length: DAYS / 7 + 1 }, (_, week) => on(week * 7));
    const cash = new Map(closes.get("USDT")!.map(({ day, close }) => [day, close]));
    const returns = (value: (day: string) => number) =>
      days.slice(1).map((day, week) => value(day) / value(days[week]!) - 1);
    const held = returns((day) => cash.get(day)!);
    const excess = returns(at).map((own, week) => own - held[week]!);
    const statistics = analysis.statistics!;
    expect(statistics.weeks).toBe(excess.length);
    expect(statistics.trials).toEqual({ count: 63, variance: 1 / (excess.length - 1) });
    const mean = excess.reduce((a, b) => a + b, 0) / excess.length;
    const squares = excess.reduce((sum, r) => sum + (r - mean) ** 2, 0);
    expect(statistics.sharpe).toBeCloseTo(mean / Math.sqrt(squares / (excess.length - 1)), 9);
    expect(statistics.interval.low).toBeLessThan(statistics.meanExcess);
    expect(statistics.interval.high).toBeGreaterThan(statistics.meanExcess);
    expect(statistics.bars.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
    expect(statistics.deflated).toBeLessThan(statistics.probabilistic!);
  });

  test("a strategy without a close on the first day is left out, and named", () => {
    const known = analyseRecord({
      entries: [{ id: "a", day: FROM, allocation: { BTC: 50, USDT: 50 } }],
      closes: closesWithoutSol,
      until: on(100),
      trials: { count: 1 },
    });
    expect(known?.unknown).toEqual(["bitcoinSol"]);
    expect(known?.strategies.map(({ name }) => name)).not.toContain("bitcoinSol");
    expect(known?.statistics?.threshold).toBe(0);
  });

  test("there is no analysis before the first close after the first entry, and no statistics before 8 weeks", () => {
    const entries = [{ id: "a", day: FROM, allocation: { USDT: 100 } }];
    const trials = { count: 1 };
    expect(analyseRecord({ entries, closes, until: FROM, trials })).toBeNull();
    expect(analyseRecord({ entries: [], closes, until: on(9), trials })).toBeNull();
    expect(analyseRecord({ entries, closes, until: on(54), trials })?.statistics).toBeNull();
    expect(analyseRecord({ entries, closes, until: on(56), trials })?.statistics?.weeks).toBe(8);
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

test("the mean allocation counts days, not recommendations", () => {
  // 60 % for 21 days and 20 % for 7: 50 %.
  const rows = [
    { day: on(0), until: on(21), allocation: { BTC: 60, USDT: 40 } },
    { day: on(21), until: on(28), allocation: { BTC: 20, USDT: 80 } },
    { day: on(28), until: null, allocation: { BTC: 100, USDT: 0 } },
  ];
  expect(meanAllocation(rows)).toEqual({ BTC: 50, USDT: 50 });
  expect(meanAllocation([])).toBeNull();
});

/** What the statistics of a track record say of portfolios with and without skill. */
import { describe, expect, test } from "vitest";
import { addDays, type Day } from "~/domain/calendar-days";
import { backtestMethod, findBacktestPeriod } from "~/domain/method-backtest";
import { momentumAssets } from "~/domain/momentum";
import { trialsOf } from "~/domain/momentum-map";
import { SAMPLE_START, samplePrices } from "~/domain/sample-prices";
import type { Allocation, Closes, Entry } from "~/domain/track-record";
import { analyseRecord } from "~/domain/track-record-analysis";
import { computeStatistics } from "~/domain/track-record-statistics";

describe("on the shipped backtest, over the sample prices", () => {
  const closes: Closes = new Map(
    momentumAssets.map((asset) => [asset, samplePrices(asset, SAMPLE_START, "2026-11-27")]),
  );
  const { from, to } = findBacktestPeriod(closes, "2026-11-27")!;
  const tested = backtestMethod({ closes, from, to, cashRate: 3.61 });
  const trials = trialsOf(tested.map!);
  const mixed = (allocation: Allocation, interval: number): Entry[] => {
    const entries: Entry[] = [];
    for (let day: Day = from; day < to; day = addDays(day, interval)) {
      entries.push({ id: day, day, allocation });
    }
    return entries;
  };
  const statisticsOf = (
    entries: readonly Entry[],
    of: Parameters<typeof analyseRecord>[0]["trials"],
  ) => analyseRecord({ entries, closes, until: to, cashRate: 3.61, trials: of })!.statistics!;
  const ONCE = 9_999;

  test.each([
    { what: "the engine's own mean mix", entries: mixed(tested.analysis!.mix, 7) },
    { what: "BTC held", entries: mixed({ BTC: 100 }, ONCE) },
    { what: "SOL held", entries: mixed({ SOL: 100 }, ONCE) },
    { what: "BTC and SOL", entries: mixed({ BTC: 50, SOL: 50 }, 7) },
    { what: "BTC and USDT", entries: mixed({ BTC: 50, USDT: 50 }, 7) },
    { what: "USDT", entries: mixed({ USDT: 100 }, 7) },
  ])("$what, which times nothing, has a deflated ratio below 0.5", ({ entries }) => {
    // As the best of the map, and as the best of as many trials of independent luck.
    for (const of of [trials, { count: trials.count }]) {
      const statistics = statisticsOf(entries, of);
      expect(statistics.excessSharpe).toBe(0);
      expect(statistics.probabilistic).toBe(0.5);
      expect(statistics.deflated).toBeLessThan(0.1);
      expect(statistics.deflated).toBe(statistics.deflatedWithoutTiming);
    }
  });

  test.each([
    { what: "BTC and SOL, never traded", entries: mixed({ BTC: 50, SOL: 50 }, ONCE) },
    { what: "BTC and USDT, never traded", entries: mixed({ BTC: 50, USDT: 50 }, ONCE) },
    { what: "thirds, each quarter", entries: mixed({ BTC: 33, SOL: 33, USDT: 34 }, 91) },
    { what: "halves, each day", entries: mixed({ BTC: 50, SOL: 50 }, 1) },
  ])("so has $what", ({ entries }) => {
    for (const of of [trials, { count: trials.count }]) {
      expect(statisticsOf(entries, of).deflated).toBeLessThan(0.5);
    }
  });

  test("whoever knows the next week passes", () => {
    const price = (asset: string, day: Day) =>
      closes.get(asset)!.find((one) => one.day === day)?.close ?? Number.NaN;
    const seers = mixed({}, 7).map(({ id, day }): Entry => {
      const rises = price("BTC", addDays(day, 7)) > price("BTC", day);
      return { id, day, allocation: rises ? { BTC: 100 } : { USDT: 100 } };
    });
    expect(statisticsOf(seers, { count: trials.count }).deflated).toBeGreaterThan(0.99);
  });
});

describe("of eight weeks", () => {
  const engine = [0.02, 0, 0.02, 0, 0.02, 0, 0.02, 0];
  const none = engine.map(() => 0);

  test("are computed from the returns above the mean mix", () => {
    // The excess is 0.02 and −0.01 in turn: a mean of 0.005, deviations of 0.015, ratio 0.005 / (0.015·√(8/7)) = 0.311805.
    // γ₃ is 0 and γ₄ is 1, so the variance is 1: Φ(0.311805·√7) = Φ(0.824958) = 0.795302.
    // Without skill, ratios of 8 weeks have a variance of 1/7, and the best of 63 is expected at
    // 0.422784·2.147594 + 0.577216·2.521706 = 2.363538 deviations: 0.893333. Φ(−0.581528·√7) = 0.061953.
    const mix = engine.map((_, week) => (week % 2 ? 0.01 : 0));
    const statistics = computeStatistics(
      { engine, mix, bitcoin: engine.map((value) => value - 0.03), bills: none },
      { count: 63 },
    )!;
    expect(statistics).toMatchObject({
      weeks: 8,
      overMix: { mean: expect.closeTo(0.5, 10) },
      overBitcoin: { mean: expect.closeTo(3, 10) },
      excessSharpe: expect.closeTo(0.311805, 6),
      skewness: expect.closeTo(0, 9),
      kurtosis: expect.closeTo(1, 9),
      probabilistic: expect.closeTo(0.7953, 4),
      trials: { count: 63, variance: 1 / 7 },
      threshold: expect.closeTo(0.893333, 5),
      deflated: expect.closeTo(0.061953, 5),
    });
    // 0.01 over deviations of 0.01, times √(7/8).
    expect(statistics.sharpe.engine).toBeCloseTo(Math.sqrt(7 / 8), 10);
    expect(statistics.sharpe.mix).toBeCloseTo(Math.sqrt(7 / 8), 10);
  });

  test("a constant mix has a ratio of 0, and its deflated one is that of the threshold alone", () => {
    const statistics = computeStatistics(
      { engine, mix: engine, bitcoin: none, bills: none },
      { count: 63, variance: 0.01 },
    )!;
    // Φ(−0.2363538·√7) = Φ(−0.625333) = 0.265876.
    expect(statistics).toMatchObject({ excessSharpe: 0, probabilistic: 0.5 });
    expect(statistics.deflated).toBeCloseTo(0.265876, 5);
    expect(statistics.overMix).toEqual({ mean: 0, interval: { low: 0, high: 0 } });
  });
});

/**
 * The figures of a track record over synthetic closes: two years with an outlier, a stale week, days without
 * closes, and an asset that dies. They are compared with an independent implementation that shares no code.
 */
import { describe, expect, test } from "vitest";
import { backtest } from "~/domain/backtest";
import { addDays } from "~/domain/calendar-days";
import type { Close } from "~/domain/close";
import { cellOf, momentumMap } from "~/domain/momentum-map";
import type { Closes, Entry } from "~/domain/track-record";
import { analyseRecord, fees, type StrategyName } from "~/domain/track-record-analysis";
import { meanAllocation } from "~/domain/track-record-benchmarks";

/** Monday of the first decision; two years and 63 days before it have closes. */
const FROM = "2023-01-02";
const LEAD = 70;
const DAYS = 730;
/** A Sunday, so that the next decision sees it as a rise. */
const OUTLIER = 202;
const STALE = 320;
/** A Wednesday: SOL is held, and cannot be sold on the next Monday. */
const DEATH = 380;
const GAP = 602; // A day without BTC, a Wednesday.

/** The close of each asset by days from the first decision; `null` if there is none. */
const made: Record<string, (day: number) => number | null> = {
  BTC: (day) => {
    if (day === GAP) return null;
    const at = day >= STALE && day < STALE + 7 ? STALE : day;
    const wave = 0.35 * Math.sin(at / 47) + 0.04 * Math.sin(at * 1.7) + at / 1500;
    return Math.round(20_000 * Math.exp(wave) * (day === OUTLIER ? 3 : 1));
  },
  SOL: (day) =>
    day > DEATH ? null : 30 * Math.exp(0.8 * Math.sin(day / 61 + 1) + 0.06 * Math.cos(day * 2.3)),
  USDT: (day) => 1 + 0.001 * Math.sin(day / 9),
};
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const on = (day: number) => addDays(FROM, day);
const closes: Closes = new Map(
  Object.entries(made).map(([asset, close]) => [
    asset,
    range(-LEAD, DAYS).flatMap((day): Close[] => {
      const value = close(day);
      return value === null ? [] : [{ day: on(day), close: value }];
    }),
  ]),
);

/** The allocation of a day, by the formulas of the method page. */
function decided(day: number, lookback = 28, symbols = ["BTC", "SOL", "USDT"]) {
  const at = (symbol: string, day: number) => made[symbol]!(day) ?? made[symbol]!(day - 1);
  const change = (symbol: string) => {
    const [last, first] = [at(symbol, day - 1), at(symbol, day - 1 - lookback)];
    return symbols.includes(symbol) && last && first ? (last / first - 1) * 100 : null;
  };
  const deviation = (symbol: string) => {
    const last = made[symbol]!(day - 1) === null ? day - 2 : day - 1;
    const logs = range(last - 27, last).flatMap((d) => {
      const [now, before] = [made[symbol]!(d), made[symbol]!(d - 1)];
      return now && before ? [Math.log(now / before)] : [];
    });
    const mean = logs.reduce((a, b) => a + b, 0) / logs.length;
    const squares = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0);
    return Math.max(10, Math.sqrt((squares / (logs.length - 1)) * 365) * 100);
  };
  const hurdle = Math.max(0, change("USDT") ?? 0);
  const sigma = ["BTC", "SOL"].map((s) => (change(s) === null ? 1 : deviation(s)));
  const score = ["BTC", "SOL"].map((s, i) => Math.max(0, (change(s) ?? -1) - hurdle) / sigma[i]!);
  const total = score[0]! + score[1]!;
  const risk = score.reduce((sum, s, i) => sum + (s / total) * sigma[i]!, 0);
  const share = (s: number) =>
    total ? Math.floor(Math.min(60, (Math.min(1, 40 / risk) * 100 * s) / total) + 1e-9) : 0;
  const [BTC, SOL] = [share(score[0]!), share(score[1]!)];
  return { BTC, SOL, USDT: 100 - BTC - SOL };
}

/** Simulates the allocations of some days; an asset without a close for seven days is worth nothing. */
function followed(plan: ReadonlyMap<number, Record<string, number>>, fee: number) {
  const first = Math.min(...plan.keys());
  let units: Record<string, number> = { USDT: 100 / made.USDT!(first)! };
  const values: [number, number][] = [];
  const skipped: number[] = [];
  let paid = 0;
  const worth = (symbol: string, day: number) =>
    made[symbol]!(day) ?? (symbol === "SOL" && day >= DEATH + 7 ? 0 : null);
  for (const day of range(first, DAYS)) {
    const prices = Object.fromEntries(Object.keys(made).map((s) => [s, worth(s, day)]));
    const isUnknown = [...Object.keys(units), "BTC"].some((s) => prices[s] === null);
    let value = Object.entries(units).reduce((sum, [s, n]) => sum + n * prices[s]!, 0);
    if (!isUnknown) values.push([day, value]);
    const wanted = plan.get(day);
    if (!wanted) continue;
    if (isUnknown || Object.entries(wanted).some(([s, n]) => n && !made[s]!(day))) {
      skipped.push(day);
      continue;
    }
    const traded = ["BTC", "SOL"].reduce(
      (sum, s) => sum + Math.abs((wanted[s] ?? 0) / 100 - ((units[s] ?? 0) * prices[s]!) / value),
      0,
    );
    paid += value * traded * fee;
    value -= value * traded * fee;
    units = Object.fromEntries(
      Object.entries(wanted).flatMap(([s, n]) => (n ? [[s, (value * n) / 100 / prices[s]!]] : [])),
    );
  }
  return { values, skipped, paid };
}

const mondays = range(0, DAYS - 1).filter((day) => day % 7 === 0);
const plan = (allocation: (day: number) => Record<string, number>) =>
  new Map(mondays.map((day) => [day, allocation(day)]));
const { weeks, record } = backtest({ closes, from: FROM, to: on(DAYS) });
const engine = plan((day) => decided(day));
const own = followed(engine, 0.001);

describe("a backtest over two years with an outlier, a stale week, a gap and a dead asset", () => {
  test("decides as the formulas do", () => {
    for (const [index, day] of mondays.entries()) {
      expect(weeks[index]?.momentum?.allocation, on(day)).toEqual(engine.get(day));
    }
    // The synthetic closes cover the intended cases.
    expect([decided(OUTLIER - 6).BTC, engine.get(OUTLIER + 1)?.BTC]).toEqual([0, 10]);
    expect(engine.get(Math.floor(DEATH / 7) * 7)?.SOL).toBeGreaterThan(0);
  });

  test("values the holdings on each day, and dead assets at zero", () => {
    expect(record.points.map(({ day }) => day)).toEqual(own.values.map(([day]) => on(day)));
    record.points.forEach(({ value, day }, index) => {
      expect(value, day).toBeCloseTo(own.values[index]![1], 8);
    });
    expect(record.missing.map(({ id }) => id)).toEqual(own.skipped.map(on));
    expect(record.summary?.fees).toBeCloseTo(own.paid, 8);
    expect(record.dead).toMatchObject([
      { asset: "SOL", lastClose: on(DEATH), from: on(DEATH + 7) },
    ]);
  });

  test("agrees with cells of the map", () => {
    const cells = momentumMap({ closes, from: FROM, to: on(DAYS) });
    expect(cellOf(cells).value).toBeCloseTo(own.values.at(-1)![1], 8);
    const thursdays = range(0, DAYS - 1).filter((day) => day % 7 === 3);
    const other = followed(new Map(thursdays.map((day) => [day, decided(day, 49)])), 0.001);
    const cell = cells.find(({ lookback, weekday }) => lookback === 49 && weekday === 3);
    expect(cell?.value).toBeCloseTo(other.values.at(-1)![1], 8);
  });
});

describe("compared with strategies without the engine", () => {
  const entriesOf = (all: typeof weeks) =>
    all.map(({ day, momentum }): Entry => ({ id: day, day, allocation: momentum!.allocation }));
  const withoutSol = backtest({
    closes: new Map([...closes].filter(([asset]) => asset !== "SOL")),
    from: FROM,
    to: on(DAYS),
  });
  const analysis = analyseRecord({
    entries: entriesOf(weeks),
    closes,
    until: on(DAYS),
    trials: { count: 63 },
    withoutSol: entriesOf(withoutSol.weeks),
  })!;
  /** The mean share of each asset, weighted by how long each allocation was held. */
  const mix = (() => {
    const held = mondays.filter((day) => !own.skipped.includes(day));
    const sums: Record<string, number> = {};
    held.forEach((day, index) => {
      const days = (held[index + 1] ?? DAYS) - day;
      for (const [s, percent] of Object.entries(engine.get(day)!)) {
        if (percent) sums[s] = (sums[s] ?? 0) + (percent * days) / DAYS;
      }
    });
    return sums;
  })();
  const plans: Record<StrategyName, ReadonlyMap<number, Record<string, number>>> = {
    engine,
    withoutSol: plan((day) => decided(day, 28, ["BTC", "USDT"])),
    bitcoin: new Map([[0, { BTC: 100 }]]),
    bitcoinSol: plan(() => ({ BTC: 50, SOL: 50 })),
    bitcoinCash: plan(() => ({ BTC: 50, USDT: 50 })),
    mix: plan(() => mix),
    cash: new Map([[0, { USDT: 100 }]]),
  };
  const strategy = (name: StrategyName) => analysis.strategies.find((one) => one.name === name)!;

  test("all strategies are present, the engine first, over the same days", () => {
    expect(analysis.strategies.map(({ name }) => name)).toEqual(Object.keys(plans));
    expect(analysis).toMatchObject({ from: FROM, until: on(DAYS), unknown: [] });
    for (const [asset, percent] of Object.entries(mix)) {
      expect(analysis.mix[asset]).toBeCloseTo(percent, 9);
    }
  });

  test.each(Object.keys(plans) as StrategyName[])(
    "%s has the value of its holdings, at each fee",
    (name) => {
      for (const [index, fee] of fees.entries()) {
        const { values, paid } = followed(plans[name], fee);
        const result = strategy(name).results[index]!;
        expect(result).toMatchObject({ fee, value: expect.closeTo(values.at(-1)![1], 8) });
        expect(result.fees).toBeCloseTo(paid, 8);
        let peak = 0;
        const deepest = values.map(([, v]) => v / (peak = Math.max(peak, v)) - 1);
        expect(result.maximumDrawdown).toBeCloseTo(Math.min(...deepest) * 100, 8);
      }
    },
  );

  test("returns are by calendar year, each from the last close of the year before", () => {
    const at = (day: number) => own.values.find(([known]) => known === day)![1];
    // 2023 ends on day 363, and 2024 is a leap year of which day 729 is the last.
    expect(strategy("engine").years).toEqual([
      ...[
        { year: "2023", from: on(0), until: "2023-12-31", return: at(363) - 100 },
        {
          year: "2024",
          from: "2023-12-31",
          until: "2024-12-31",
          return: (at(729) / at(363) - 1) * 100,
        },
        {
          year: "2025",
          from: "2024-12-31",
          until: on(DAYS),
          return: (at(730) / at(729) - 1) * 100,
        },
      ].map((year) => ({ ...year, return: expect.closeTo(year.return, 8) })),
    ]);
  });

  test("the statistics are of weekly returns, which include the loss of the dead asset", () => {
    const known = new Map(own.values);
    const lastKnown = (day: number): number => (known.has(day) ? day : lastKnown(day - 1));
    // In the week after its last close SOL cannot be valued: its loss is in the next return.
    const days = [...new Set(range(0, 104).map((week) => lastKnown(week * 7)))];
    const weekly = (value: (day: number) => number) =>
      days.slice(1).map((day, index) => value(day) / value(days[index]!) - 1);
    const [mine, cash] = [weekly((day) => known.get(day)!), weekly((day) => made.USDT!(day)!)];
    const { statistics } = analysis;
    expect(statistics?.weeks).toBe(mine.length);
    expect(statistics!.trials).toEqual({ count: 63, variance: 1 / (mine.length - 1) });
    const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
    const excess = mine.map((r, i) => r - cash[i]!);
    const squares = excess.reduce((sum, r) => sum + (r - mean(excess)) ** 2, 0);
    const deviation = Math.sqrt(squares / (excess.length - 1));
    expect(statistics?.sharpe).toBeCloseTo(mean(excess) / deviation, 9);
    expect(Math.min(...mine)).toBeLessThan(-0.15);
    expect(statistics!.interval.low).toBeLessThan(statistics!.meanExcess);
    expect(statistics!.interval.high).toBeGreaterThan(statistics!.meanExcess);
    expect(statistics!.bars.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
    expect(statistics!.deflated).toBeLessThan(statistics!.probabilistic!);
  });

  test("a strategy without a close on the first day is left out, and named", () => {
    const without = new Map([...closes].filter(([asset]) => asset !== "SOL"));
    const known = analyseRecord({
      entries: [{ id: "a", day: FROM, allocation: { BTC: 50, USDT: 50 } }],
      closes: without,
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

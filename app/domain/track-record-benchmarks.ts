/**
 * Benchmarks for engines: portfolios that need no engine and pay the same fees.
 */
import { addDays, type Day } from "./calendar-days";
import { CASH } from "./tokens";
import { BENCHMARK, START_VALUE, type Entry } from "./track-record";
import type { Allocation, Closes } from "./track-record-prices";
import { simulateEntries, type EngineRecord } from "./track-record-simulation";
import { differences, returnsOf, valuesOn } from "./weekly-returns";

export const REBALANCE_DAYS = 7;

export const benchmarkNames = [
  ...(["bitcoin", "bitcoinSol", "bitcoinCash", "mix", "cash", "bills"] as const),
];
export type BenchmarkName = (typeof benchmarkNames)[number];

/**
 * The allocations of the benchmarks that do not depend on the engine. Those in Treasury bills are simulated with the
 * closes of `withBills`.
 */
const allocations: Record<Exclude<BenchmarkName, "mix">, Allocation> = {
  bitcoin: { [BENCHMARK]: 100 },
  bitcoinSol: { [BENCHMARK]: 50, SOL: 50 },
  bitcoinCash: { [BENCHMARK]: 50, [CASH]: 50 },
  cash: { [CASH]: 100 },
  bills: { [CASH]: 100 },
};

/** The symbols whose closes the benchmarks need, in addition to those of the engine. */
export const benchmarkAssets: readonly string[] = [BENCHMARK, "SOL", CASH];

interface BenchmarkPeriod {
  /** The mean allocation of the engine; held as a constant mix, it shows what the engine's timing has added. */
  mix: Allocation;
  closes: Closes;
  from: Day;
  until: Day;
}

/**
 * Lists the entries of a benchmark: a single asset is bought once, a mix on the first day and every seven days after.
 * The share of the mean mix in an asset that had no close yet stays in cash until it has one.
 */
export function benchmarkEntries(
  name: BenchmarkName,
  { mix, closes, from, until }: BenchmarkPeriod,
): Entry[] {
  const allocation = name === "mix" ? mix : allocations[name];
  if (Object.keys(allocation).length === 1) return [{ id: from, day: from, allocation }];
  const firsts = name === "mix" ? firstDays(closes, allocation) : null;
  const entries: Entry[] = [];
  for (let day = from; day < until; day = addDays(day, REBALANCE_DAYS)) {
    entries.push({
      id: day,
      day,
      allocation: firsts ? whatExists(allocation, firsts, day) : allocation,
    });
  }
  return entries;
}

/** Returns the day of the first close of each asset that has one. */
const firstDays = (closes: Closes, allocation: Allocation): ReadonlyMap<string, Day> =>
  new Map(
    Object.keys(allocation).flatMap((asset) => {
      const [first] = (closes.get(asset) ?? []).map(({ day }) => day).sort();
      return first === undefined ? [] : [[asset, first] as const];
    }),
  );

/** Leaves the shares of assets that have no close until a day in cash. */
function whatExists(
  allocation: Allocation,
  firsts: ReadonlyMap<string, Day>,
  day: Day,
): Allocation {
  const shares: Record<string, number> = {};
  for (const [symbol, percent] of Object.entries(allocation)) {
    const first = firsts.get(symbol);
    const held = first !== undefined && first <= day ? symbol : CASH;
    shares[held] = (shares[held] ?? 0) + percent;
  }
  return shares;
}

/**
 * Measures the timing of a portfolio: its weekly returns above those of its own mean allocation, which is held
 * constantly for the same fees. A constant mix is its own mean, so that its excess is 0.
 *
 * @param days in order; each but the first ends a week
 * @returns fractions, as many as there are weeks; `null` before the first day of the portfolio is over
 */
export function excessOverMix(
  { mix, points, summary }: EngineRecord,
  closes: Closes,
  days: readonly Day[],
): number[] | null {
  if (!mix || !summary) return null;
  const { from, until } = summary;
  const entries = benchmarkEntries("mix", { mix, closes, from, until });
  const held = simulateEntries(entries, closes, until);
  const [own, ofMix] = [points, held.points].map((ofOne) =>
    returnsOf(valuesOn(ofOne, days, START_VALUE)),
  );
  return differences(own!, ofMix!);
}

/**
 * Benchmarks for engines: portfolios that need no engine and pay the same fees.
 */
import { addDays, daysBetween, type Day } from "./calendar-days";
import { CASH } from "./tokens";
import { BENCHMARK, type Entry } from "./track-record";
import type { Allocation } from "./track-record-prices";
import type { RecordRow } from "./track-record-simulation";

export const REBALANCE_DAYS = 7;

export const benchmarkNames = ["bitcoin", "bitcoinSol", "bitcoinCash", "mix", "cash"] as const;
export type BenchmarkName = (typeof benchmarkNames)[number];

/** The allocations of the benchmarks that do not depend on the engine. */
const allocations: Record<Exclude<BenchmarkName, "mix">, Allocation> = {
  bitcoin: { [BENCHMARK]: 100 },
  bitcoinSol: { [BENCHMARK]: 50, SOL: 50 },
  bitcoinCash: { [BENCHMARK]: 50, [CASH]: 50 },
  cash: { [CASH]: 100 },
};

/** The symbols whose closes the benchmarks need, in addition to those of the engine. */
export const benchmarkAssets: readonly string[] = [BENCHMARK, "SOL", CASH];

/**
 * Computes the mean of an engine's allocations, each weighted by the number of days for which it was followed.
 * It is known only in hindsight; held as a constant mix, it shows what the engine's timing has added.
 *
 * @returns percentages by symbol that add up to 100; `null` before the first day is over
 */
export function meanAllocation(
  rows: readonly Pick<RecordRow, "day" | "until" | "allocation">[],
): Allocation | null {
  let total = 0;
  const sums = new Map<string, number>();
  for (const { day, until, allocation } of rows) {
    const days = until === null ? 0 : daysBetween(day, until);
    total += days;
    for (const [symbol, percent] of Object.entries(allocation)) {
      if (percent > 0) sums.set(symbol, (sums.get(symbol) ?? 0) + percent * days);
    }
  }
  if (!total) return null;
  return Object.fromEntries([...sums].map(([symbol, sum]) => [symbol, sum / total]));
}

/**
 * Lists the entries of a benchmark: a single asset is bought once, a mix on the first day and every seven days
 * after.
 *
 * @param mix the mean allocation of the engine
 */
export function benchmarkEntries(
  name: BenchmarkName,
  { mix, from, until }: { mix: Allocation; from: Day; until: Day },
): Entry[] {
  const allocation = name === "mix" ? mix : allocations[name];
  const entries: Entry[] = [{ id: from, day: from, allocation }];
  if (Object.keys(allocation).length === 1) return entries;
  for (let day = addDays(from, REBALANCE_DAYS); day < until; day = addDays(day, REBALANCE_DAYS)) {
    entries.push({ id: day, day, allocation });
  }
  return entries;
}

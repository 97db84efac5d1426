/** Compares an engine with benchmarks: at several fees, year by year, and with statistics about luck. */
import type { Day } from "./calendar-days";
import { sharpeRatio, type Trials } from "./sharpe-ratio";
import { FEE, START_VALUE, type Entry } from "./track-record";
import {
  benchmarkEntries,
  benchmarkNames,
  meanAllocation,
  type BenchmarkName,
} from "./track-record-benchmarks";
import type { Allocation, Closes } from "./track-record-prices";
import {
  simulateEntries,
  type DeadAsset,
  type EngineRecord,
  type Performance,
  type RecordSummary,
} from "./track-record-simulation";
import { computeStatistics, type RecordStatistics } from "./track-record-statistics";
import { differences, returnsOf, valuesOn, weeklyDays, type ValueOnDay } from "./weekly-returns";

/** The fees at which everything is simulated, as fractions of the amount bought or sold. */
export const fees = [FEE, 0.005, 0.01] as const;

/** The engine, its benchmarks, and momentum without SOL among its assets. */
export type StrategyName = "engine" | BenchmarkName | "withoutSol";

/** @param engine the name of the engine, such as "Momentum" @returns the display names of strategies */
export const strategyLabels = (engine: string): Record<StrategyName, string> => ({
  engine,
  withoutSol: `${engine} without SOL`,
  bitcoin: "BTC held",
  bitcoinSol: "BTC and SOL, half each",
  bitcoinCash: "BTC and USDT, half each",
  mix: `${engine}’s mean mix`,
  cash: "USDT held",
});

export interface StrategyResult extends Performance, Pick<RecordSummary, "turnover" | "fees"> {
  fee: number;
}

export interface YearReturn {
  year: string;
  /** The day from whose close the return is counted: the last of the previous year, or the first of all. */
  from: Day;
  until: Day;
  /** In percent. */
  return: number;
}

export interface Strategy {
  name: StrategyName;
  /** In the order of `fees`. */
  results: StrategyResult[];
  /** At the usual fee. */
  years: YearReturn[];
  /** The Sharpe ratio per week above cash at the usual fee; `null` for cash, and if returns do not vary. */
  sharpe: number | null;
  /** The value on each day of the analysis of 100 at the start, at the usual fee. */
  values: number[];
}

export interface RecordAnalysis {
  from: Day;
  until: Day;
  /** The days on which the engine has a value. */
  days: Day[];
  mix: Allocation;
  /** The engine first; strategies that cannot be simulated from the engine's first day on are left out. */
  strategies: Strategy[];
  /** The strategies that are left out because closes are missing. */
  unknown: StrategyName[];
  /** `null` for too few weeks. */
  statistics: RecordStatistics | null;
  /** The assets that the engine held while they were valued at 0. */
  dead: DeadAsset[];
}

export interface AnalysisOptions {
  entries: readonly Entry[];
  closes: Closes;
  until: Day;
  /** How many variants of the engine were tried; see `computeStatistics`. */
  trials: Pick<Trials, "count"> & Partial<Trials>;
  /** Decisions made without SOL, which are simulated in the same way. */
  withoutSol?: readonly Entry[];
}

/**
 * Simulates an engine and its benchmarks at each fee, over the same days.
 *
 * @returns `null` until there is a close after the first entry
 */
export function analyseRecord(options: AnalysisOptions): RecordAnalysis | null {
  const { entries, closes, trials, withoutSol } = options;
  const followed = simulateEntries(entries, closes, options.until);
  const { summary, points, dead } = followed;
  const mix = meanAllocation(followed.rows);
  if (!summary || !mix) return null;
  const { from, until } = summary;
  const days = points.map(({ day }) => day);
  const plan: [StrategyName, readonly Entry[]][] = [
    ["engine", entries],
    ...(withoutSol ? [["withoutSol", withoutSol] satisfies [StrategyName, readonly Entry[]]] : []),
    ...benchmarkNames.map((name): [StrategyName, Entry[]] => [
      name,
      benchmarkEntries(name, { mix, from, until }),
    ]),
  ];
  const simulated = plan.map(([name, ofName]) => ({
    name,
    records: fees.map((fee) => simulateEntries(ofName, closes, until, fee)),
  }));
  const known = simulated.filter(({ records }) => records[0]!.points[0]?.day === from);
  const weeks = weeklyDays(days);
  const weekly = new Map(
    known.map(({ name, records }) => [
      name,
      returnsOf(valuesOn(records[0]!.points, weeks, START_VALUE)),
    ]),
  );
  // Without closes of cash, its returns count as 0.
  const cash = weekly.get("cash") ?? weeks.slice(1).map(() => 0);
  return {
    from,
    until,
    days,
    mix,
    dead,
    strategies: known.map(({ name, records }) => ({
      name,
      results: records.flatMap((record, index) => resultOf(record, fees[index]!)),
      years: returnsByYear(records[0]!.points),
      sharpe: name === "cash" ? null : sharpeRatio(differences(weekly.get(name)!, cash)),
      values: valuesOn(records[0]!.points, days, START_VALUE),
    })),
    unknown: simulated.filter((one) => !known.includes(one)).map(({ name }) => name),
    statistics: computeStatistics(
      { engine: weekly.get("engine")!, bitcoin: weekly.get("bitcoin")!, cash },
      trials,
    ),
  };
}

function resultOf({ summary }: EngineRecord, fee: number): StrategyResult[] {
  if (!summary) return [];
  const { value, maximumDrawdown, volatility, turnover, fees: paid } = summary;
  return [
    { fee, value, return: summary.return, maximumDrawdown, volatility, turnover, fees: paid },
  ];
}

/**
 * Computes returns by calendar year, each from the last close of the previous year to the last close of its
 * own. The first year starts at the first close.
 *
 * @param points in order of days
 */
export function returnsByYear(points: readonly ValueOnDay[]): YearReturn[] {
  const years: YearReturn[] = [];
  points.forEach((point, index) => {
    const next = points[index + 1];
    const year = point.day.slice(0, 4);
    if (next?.day.startsWith(year)) return;
    const before = years.at(-1)?.until ?? points[0]!.day;
    // If the first year has a single close, it has no return; the next year is counted from that close.
    if (before === point.day) return;
    const start = points.find(({ day }) => day === before)!;
    years.push({
      year,
      from: before,
      until: point.day,
      return: start.value ? (point.value / start.value - 1) * 100 : 0,
    });
  });
  return years;
}

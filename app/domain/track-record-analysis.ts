/** Compares an engine with benchmarks: at several fees, year by year, and with statistics about luck. */
import { daysBetween, type Day } from "./calendar-days";
import { timesUnderWater, type UnderWater } from "./drawdown";
import { sharpeRatio, type Trials } from "./sharpe-ratio";
import { CASH } from "./tokens";
import { FEE, START_VALUE, type Entry } from "./track-record";
import { benchmarkEntries, benchmarkNames, type BenchmarkName } from "./track-record-benchmarks";
import type { Allocation, Closes } from "./track-record-prices";
import {
  bestWeeks,
  delayEntries,
  findMissedWeeks,
  type BestWeeks,
  type DelayedEntry,
  type Weeks,
} from "./track-record-robustness";
import {
  simulateEntries,
  type DeadAsset,
  type EngineRecord,
  type Performance,
  type RecordSummary,
} from "./track-record-simulation";
import { computeStatistics, type RecordStatistics } from "./track-record-statistics";
import { billValue, withBills } from "./treasury-bills";
import { differences, returnsOf, valuesOn, weeklyDays, type ValueOnDay } from "./weekly-returns";

/** The fees at which everything is simulated, as fractions of the amount bought or sold. */
export const fees = [FEE, 0.005, 0.01] as const;

/** The engine, also with its cash in Treasury bills, its benchmarks, and momentum without SOL among its assets. */
export type StrategyName = "engine" | "engineBills" | BenchmarkName | "withoutSol";
/** The strategies whose cash is in Treasury bills. */
const inBills: readonly StrategyName[] = ["engineBills", "bills"];
/** The strategies without a risk, which have no Sharpe ratio. */
const riskless: readonly StrategyName[] = ["cash", "bills"];

/** @param engine the name of the engine, such as "Momentum" @returns the display names of strategies */
export const strategyLabels = (engine: string): Record<StrategyName, string> => ({
  engine,
  engineBills: `${engine}, cash in bills`,
  withoutSol: `${engine} without SOL`,
  bitcoin: "BTC held",
  bitcoinSol: "BTC and SOL, half each",
  bitcoinCash: "BTC and USDT, half each",
  mix: `${engine}’s mean mix`,
  cash: "USDT held",
  bills: "Treasury bills",
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
  /** The Sharpe ratio per week above Treasury bills at the usual fee; `null` without risk. */
  sharpe: number | null;
  /** What remains without its best weeks, at the usual fee; `null` for too few. */
  best: BestWeeks | null;
  /** Each time under water, at the usual fee. */
  underWater: UnderWater[];
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
  /** `null` for too few weeks, and if closes of the mean mix are missing. */
  statistics: RecordStatistics | null;
  /** The assets that the engine held while they were valued at 0. */
  dead: DeadAsset[];
  /** The yearly rate of Treasury bills in percent. */
  cashRate: number;
  /** The share of each entry that is not in cash, in percent, until the day of the next one. */
  exposure: { day: Day; percent: number }[];
  delays: DelayedEntry[];
  /** The weeks in which the engine made no decision and kept what it held. */
  missedWeeks: Weeks[];
}

export interface AnalysisOptions {
  entries: readonly Entry[];
  closes: Closes;
  until: Day;
  /** The yearly rate of Treasury bills in percent. */
  cashRate: number;
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
  const { entries, closes, trials, withoutSol, cashRate } = options;
  const followed = simulateEntries(entries, closes, options.until);
  const { summary, points, dead, rows, mix } = followed;
  if (!summary || !mix) return null;
  const { from, until } = summary;
  const days = points.map(({ day }) => day);
  const plan: [StrategyName, readonly Entry[]][] = [
    ["engine", entries],
    ["engineBills", entries],
    ...(withoutSol ? [["withoutSol", withoutSol] satisfies [StrategyName, readonly Entry[]]] : []),
    ...benchmarkNames.map((name): [StrategyName, Entry[]] => [
      name,
      benchmarkEntries(name, { mix, closes, from, until }),
    ]),
  ];
  const closesInBills = withBills(closes, cashRate);
  const simulated = plan.map(([name, ofName]) => ({
    name,
    records: fees.map((fee) =>
      simulateEntries(ofName, inBills.includes(name) ? closesInBills : closes, until, fee),
    ),
  }));
  const known = simulated.filter(({ records }) => records[0]!.points[0]?.day === from);
  const weeks = weeklyDays(days);
  const weekly = new Map(
    known.map(({ name, records }) => [
      name,
      returnsOf(valuesOn(records[0]!.points, weeks, START_VALUE)),
    ]),
  );
  const bills = returnsOf(weeks.map((day) => billValue(cashRate, daysBetween(from, day))));
  return {
    from,
    until,
    days,
    mix,
    dead,
    cashRate,
    strategies: known.map(({ name, records }) => ({
      name,
      results: records.flatMap((record, index) => resultOf(record, fees[index]!)),
      years: returnsByYear(records[0]!.points),
      sharpe: riskless.includes(name) ? null : sharpeRatio(differences(weekly.get(name)!, bills)),
      best: bestWeeks(records[0]!.points.at(-1)!.value, weekly.get(name)!),
      underWater: timesUnderWater(records[0]!.points),
      values: valuesOn(records[0]!.points, days, START_VALUE),
    })),
    unknown: simulated.filter((one) => !known.includes(one)).map(({ name }) => name),
    statistics: statisticsOf(weekly, bills, trials),
    exposure: rows.map(({ day, allocation }) => ({ day, percent: 100 - (allocation[CASH] ?? 0) })),
    delays: delayEntries(entries, closes, { from, until }),
    missedWeeks: findMissedWeeks(
      entries.map(({ day }) => day),
      options.until,
    ),
  };
}

/** Returns `null` if the mean mix cannot be simulated, or for too few weeks. */
function statisticsOf(
  weekly: ReadonlyMap<StrategyName, readonly number[]>,
  bills: readonly number[],
  trials: AnalysisOptions["trials"],
): RecordStatistics | null {
  const [engine, mix, bitcoin] = (["engine", "mix", "bitcoin"] as const).map((name) =>
    weekly.get(name),
  );
  return engine && mix && bitcoin
    ? computeStatistics({ engine, mix, bitcoin, bills }, trials)
    : null;
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

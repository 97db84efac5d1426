/** Backtest of the momentum method over all available closes, with what it is measured against. */
import { backtest, type Backtest, type BacktestOptions, type BacktestWeek } from "./backtest";
import { addDays, daysBetween, type Day } from "./calendar-days";
import { momentumAssets } from "./momentum";
import {
  firstOn,
  MAP_LEAD_DAYS,
  MAP_TRIALS,
  METHOD_CELL,
  momentumMap,
  trialsOf,
  type MapCell,
} from "./momentum-map";
import { latestDay, type Closes, type Entry } from "./track-record";
import { analyseRecord, type AnalysisOptions, type RecordAnalysis } from "./track-record-analysis";

/** SOL was chosen knowing how it would do: it was hardly traded before 2021. */
const SELECTION_BIASED_ASSET = "SOL";
/** A backtest of fewer weeks is not shown. */
export const MIN_BACKTEST_WEEKS = 26;

export interface MethodBacktest extends Backtest {
  /** `null` until there is a close after the first decision. */
  analysis: RecordAnalysis | null;
  /** One cell for each lookback on each weekday; `null` without the closes that the longest lookback needs. */
  map: MapCell[] | null;
}

/** Backtests the method, and what it is measured against: benchmarks, the map, and the method without SOL. */
export function backtestMethod(
  options: Omit<BacktestOptions, "lookback"> & Pick<AnalysisOptions, "cashRate">,
): MethodBacktest {
  const { closes, from, to, cashRate } = options;
  const tested = backtest(options);
  const others = new Map([...closes].filter(([asset]) => asset !== SELECTION_BIASED_ASSET));
  const first = firstDayOfAll(closes);
  const hasMap = first !== null && first <= addDays(from, -MAP_LEAD_DAYS);
  const map = hasMap ? momentumMap({ closes, from, to }) : null;
  return {
    ...tested,
    analysis: analyseRecord({
      entries: entriesOf(tested.weeks),
      closes,
      until: to,
      cashRate,
      trials: map ? trialsOf(map) : { count: MAP_TRIALS },
      withoutSol: entriesOf(backtest({ closes: others, from, to }).weeks),
    }),
    map,
  };
}

/**
 * @param until the last day that may be used
 * @returns the longest period, from a Monday on, for which there are all the closes that a map needs; `null`
 *   if that is shorter than 26 weeks
 */
export function findBacktestPeriod(closes: Closes, until: Day): { from: Day; to: Day } | null {
  const first = firstDayOfAll(closes);
  if (first === null) return null;
  const from = firstOn(METHOD_CELL.weekday, addDays(first, MAP_LEAD_DAYS));
  const latest = latestDay(closes);
  const to = latest < until ? latest : until;
  return daysBetween(from, to) >= MIN_BACKTEST_WEEKS * 7 ? { from, to } : null;
}

/** The first day from which on each asset has closes; `null` if one has none. */
function firstDayOfAll(closes: Closes): Day | null {
  const firsts = momentumAssets.map(
    (asset) =>
      closes
        .get(asset)
        ?.map(({ day }) => day)
        .sort()[0] ?? null,
  );
  return firsts.includes(null) ? null : firsts.sort().at(-1)!;
}

const entriesOf = (weeks: readonly BacktestWeek[]): Entry[] =>
  weeks.flatMap(({ day, momentum }) =>
    momentum ? [{ id: day, day, allocation: momentum.allocation }] : [],
  );

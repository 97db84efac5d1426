/**
 * Backtests of the momentum method with other lookbacks and on other weekdays. The method uses one of 63
 * possible combinations; the map shows whether that one stands out.
 */
import { backtest, type BacktestOptions } from "./backtest";
import { addDays, mondayOf, type Day } from "./calendar-days";
import { MAX_LOOKBACK, MOMENTUM_DAYS, SUBSTITUTE_DAYS } from "./momentum";
import { sharpeRatio, type Trials } from "./sharpe-ratio";
import { START_VALUE } from "./track-record";
import { excessOverMix } from "./track-record-benchmarks";

/** The lookbacks tried, in days: one to nine weeks. */
export const mapLookbacks: readonly number[] = [7, 14, 21, 28, 35, 42, 49, 56, MAX_LOOKBACK];
/** The weekdays tried, as days after Monday. */
export const mapWeekdays = [0, 1, 2, 3, 4, 5, 6] as const;
export const MAP_TRIALS = mapLookbacks.length * mapWeekdays.length;
/** How many days of closes the very first decision needs before its day. */
export const MAP_LEAD_DAYS = MAX_LOOKBACK + SUBSTITUTE_DAYS + 1;
/** The method's own cell: four weeks, and Monday, on which recommendations are scheduled. */
export const METHOD_CELL = { lookback: MOMENTUM_DAYS, weekday: 0 } as const;

export interface MapCell {
  lookback: number;
  weekday: number;
  /** The final value of 100, net of fees. */
  value: number;
  /** The Sharpe ratio per week of its returns above its own mean mix; see `excessOverMix`. */
  sharpe: number | null;
}

/** The rank of one cell among all. */
export interface Rank {
  /** 1 for the best; equal values share the better rank. */
  rank: number;
  of: number;
}

/**
 * Backtests all lookbacks on all weekdays over the same days. Each portfolio is in cash until its weekday.
 *
 * @returns the cells in order of lookback, then of weekday
 */
export function momentumMap({
  closes,
  from,
  to,
}: Pick<BacktestOptions, "closes" | "from" | "to">): MapCell[] {
  const weeks: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 7)) weeks.push(day);
  return mapLookbacks.flatMap((lookback) =>
    mapWeekdays.map((weekday) => {
      const { record } = backtest({ closes, from: firstOn(weekday, from), to, lookback });
      return {
        lookback,
        weekday,
        value: record.summary?.value ?? START_VALUE,
        sharpe: sharpeRatio(excessOverMix(record, closes, weeks) ?? []),
      };
    }),
  );
}

/** @returns the rank of the method's own cell by final value */
export function rankOf(cells: readonly MapCell[]): Rank {
  const chosen = cellOf(cells);
  return { rank: 1 + cells.filter(({ value }) => value > chosen.value).length, of: cells.length };
}

export const cellOf = (cells: readonly MapCell[]): MapCell =>
  cells.find(
    ({ lookback, weekday }) => lookback === METHOD_CELL.lookback && weekday === METHOD_CELL.weekday,
  )!;

/** @returns the cells of a map as trials, for the deflated Sharpe ratio of one of them */
export function trialsOf(cells: readonly MapCell[]): Trials {
  const ratios = cells.flatMap(({ sharpe }) => sharpe ?? []);
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / (ratios.length || 1);
  const squares = ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0);
  return { count: cells.length, variance: squares / Math.max(1, ratios.length - 1) };
}

/** @returns the first day with this weekday (0 for Monday) that is not before `from` */
export function firstOn(weekday: number, from: Day): Day {
  const day = addDays(mondayOf(from), weekday);
  return day < from ? addDays(day, 7) : day;
}

/**
 * Backtests of the momentum method with other lookbacks and on other weekdays. The method uses one of 63
 * possible combinations; the map shows whether that one stands out.
 */
import { addDays, mondayOf, type Day } from "./calendar-days";
import {
  allocateMomentum,
  findPeriodEnds,
  MAX_LOOKBACK,
  MOMENTUM_DAYS,
  MomentumUnavailable,
  rateOfChange,
  recentVolatility,
  SUBSTITUTE_DAYS,
  type MomentumAsset,
} from "./momentum";
import { sharpeRatio, type Trials } from "./sharpe-ratio";
import { CASH } from "./tokens";
import { START_VALUE, type Entry } from "./track-record";
import { indexPrices, type Closes, type Prices } from "./track-record-prices";
import { simulateEntries } from "./track-record-simulation";
import { differences, returnsOf, valuesOn } from "./weekly-returns";

/** The lookbacks tried, in days: one to nine weeks. */
export const mapLookbacks: readonly number[] = Array.from(
  { length: MAX_LOOKBACK / 7 },
  (_, index) => (index + 1) * 7,
);
/** The weekdays tried, as days after Monday. */
export const mapWeekdays = [0, 1, 2, 3, 4, 5, 6] as const;
/** The number of combinations of a lookback and a weekday. */
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
  /** The Sharpe ratio per week; `null` if returns do not vary. */
  sharpe: number | null;
}

/** The rank of one cell among all. */
export interface Rank {
  /** 1 for the best; equal values share the better rank. */
  rank: number;
  of: number;
}

interface MapOptions {
  closes: Closes;
  /** The first day; each portfolio is in cash until its weekday. */
  from: Day;
  /** The last day, at whose close all portfolios are valued; no decision is made on it. */
  to: Day;
}

/**
 * Backtests all lookbacks on all weekdays over the same days.
 *
 * @returns the cells in order of lookback, then of weekday
 */
export function momentumMap({ closes, from, to }: MapOptions): MapCell[] {
  const prices = indexPrices(closes);
  const volatilities = volatilityLookup(prices);
  const weeks = everyWeek(from, to);
  const cash = returnsOf(
    valuesOn(
      [...(prices.get("USDT") ?? [])].sort().map(([day, value]) => ({ day, value })),
      weeks,
      1,
    ),
  );
  return mapLookbacks.flatMap((lookback) =>
    mapWeekdays.map((weekday) => {
      const entries = everyWeek(firstOn(weekday, from), addDays(to, -1)).flatMap((day): Entry[] => {
        const allocation = decide(prices, volatilities, day, lookback);
        return allocation ? [{ id: day, day, allocation }] : [];
      });
      const { points, summary } = simulateEntries(entries, closes, to);
      const returns = returnsOf(valuesOn(points, weeks, START_VALUE));
      return {
        lookback,
        weekday,
        value: summary?.value ?? START_VALUE,
        sharpe: sharpeRatio(differences(returns, cash)),
      };
    }),
  );
}

/** @returns the rank of a lookback and weekday among all cells, by final value */
export function rankOf(
  cells: readonly MapCell[],
  choice: Pick<MapCell, "lookback" | "weekday"> = METHOD_CELL,
): Rank {
  const chosen = cellOf(cells, choice);
  return { rank: 1 + cells.filter(({ value }) => value > chosen.value).length, of: cells.length };
}

/** @returns the cell of a lookback and weekday, which must be on the map */
export const cellOf = (
  cells: readonly MapCell[],
  { lookback, weekday }: Pick<MapCell, "lookback" | "weekday"> = METHOD_CELL,
): MapCell => cells.find((cell) => cell.lookback === lookback && cell.weekday === weekday)!;

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

function everyWeek(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 7)) days.push(day);
  return days;
}

const NO_CLOSES: ReadonlyMap<Day, number> = new Map();

type VolatilityLookup = (asset: MomentumAsset, last: Day) => number | null;

/** Computes each volatility once, because it is the same for all lookbacks. */
function volatilityLookup(prices: Prices): VolatilityLookup {
  const known = new Map<string, number | null>();
  return (asset, last) => {
    const key = `${asset} ${last}`;
    let found = known.get(key);
    if (found === undefined) {
      found = recentVolatility(prices.get(asset) ?? NO_CLOSES, last).volatility;
      known.set(key, found);
    }
    return found;
  };
}

/** Computes only the allocation of `computeMomentum`. @returns `null` if momentum is unavailable */
function decide(...of: Parameters<typeof allocate>) {
  try {
    return allocate(...of);
  } catch (error) {
    if (error instanceof MomentumUnavailable) return null;
    throw error;
  }
}

function allocate(prices: Prices, volatilities: VolatilityLookup, day: Day, lookback: number) {
  const found = (asset: MomentumAsset) => {
    const ends = findPeriodEnds(prices.get(asset) ?? NO_CLOSES, {
      asOf: addDays(day, -1),
      lookback,
    });
    if (!ends.first || !ends.last) return { rate: null, volatility: null };
    return {
      rate: rateOfChange(asset, ends.first.close, ends.last.close),
      volatility: asset === CASH ? null : volatilities(asset, ends.last.day),
    };
  };
  const [BTC, SOL, USDT] = [found("BTC"), found("SOL"), found("USDT")];
  if (BTC.volatility === null && SOL.volatility === null) return null;
  return allocateMomentum(
    { BTC: BTC.rate, SOL: SOL.rate, USDT: USDT.rate },
    { BTC: BTC.volatility, SOL: SOL.volatility },
  ).allocation;
}

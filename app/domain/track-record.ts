/**
 * The outcome of single recommendations; following all of an engine's is simulated in `track-record-simulation.ts`.
 * Everything is valued at stored daily closes of one source. Missing closes are never interpolated: an outcome that
 * depends on them is reported as missing. A recommendation is executed at the close of the day it was made and held
 * from then on. Nothing is traded between entries, so shares drift with prices.
 */
import { addDays, type Day } from "./calendar-days";
import { maximumDrawdown } from "./drawdown";
import {
  assetsOf,
  buy,
  findMissing,
  indexPrices,
  latestDay,
  valueOf,
  type Allocation,
  type Closes,
} from "./track-record-prices";

export { latestDay, type Allocation, type Closes } from "./track-record-prices";

export interface Entry {
  id: string;
  /** The day it was made, at whose close it is executed. */
  day: Day;
  allocation: Allocation;
}

/** The fee per trade, as a fraction of the amount bought or sold: 0.1%. */
export const FEE = 0.001;
/** The number of days after which a recommendation is evaluated. */
export const OUTCOME_DAYS = 7;
/** The asset that results are compared with. */
export const BENCHMARK = "BTC";
/** The starting value of every portfolio. */
export const START_VALUE = 100;

/** What 100 has become until the last day whose closes are known. */
export interface OutcomeSoFar {
  value: number;
  bitcoin: number;
  until: Day;
}

export type Outcome =
  /** The period is not over, or its last close is not available yet. */
  | { state: "pending"; soFar: OutcomeSoFar | null }
  /** Closes of these assets are missing. */
  | { state: "missing"; assets: string[] }
  | {
      state: "known";
      /** The value at the end of 100 invested in the allocation, without fees. */
      value: number;
      /** The value at the end of 100 invested in BTC. */
      bitcoin: number;
      /** The value at the end of 100 invested in the previous recommendation, over the same days. */
      previous: number | null;
      /** Maximum drawdown at closes within the period, in percent; at most 0. */
      drawdown: number;
      /** How many days without closes the drawdown does not cover. */
      gaps: number;
      /** The day at whose close it is valued. */
      until: Day;
    };

/**
 * Computes the outcome of one recommendation.
 *
 * @param previous the recommendation before it, or `null`
 * @param lastDay the last completed day
 */
export function computeOutcome(
  entry: Entry,
  previous: Entry | null,
  closes: Closes,
  lastDay = latestDay(closes),
): Outcome {
  const until = addDays(entry.day, OUTCOME_DAYS);
  const prices = indexPrices(closes);
  const held = withBenchmark(assetsOf(entry.allocation));
  const priceOn = (day: Day) => (symbol: string) => prices.get(symbol)?.get(day);
  const worth = (allocation: Allocation, day: Day) =>
    valueOf(buy(prices, allocation, START_VALUE, entry.day), priceOn(day))!;
  const valuesOn = (day: Day) => ({
    value: worth(entry.allocation, day),
    bitcoin: worth({ [BENCHMARK]: 100 }, day),
    until: day,
  });
  if (until > lastDay) {
    const known = Array.from({ length: OUTCOME_DAYS - 1 }, (_, index) =>
      addDays(entry.day, index + 1),
    ).findLast((day) => !findMissing(prices, held, [entry.day, day]).length);
    return { state: "pending", soFar: known ? valuesOn(known) : null };
  }
  const ends = [entry.day, until];
  const assets = findMissing(prices, held, ends);
  if (assets.length) return { state: "missing", assets };

  const holdings = buy(prices, entry.allocation, START_VALUE, entry.day);
  const between = Array.from({ length: OUTCOME_DAYS + 1 }, (_, index) =>
    valueOf(holdings, priceOn(addDays(entry.day, index))),
  ).filter((value) => value !== null);
  const isPreviousKnown =
    previous !== null && !findMissing(prices, assetsOf(previous.allocation), ends).length;
  return {
    state: "known",
    ...valuesOn(until),
    previous: isPreviousKnown ? worth(previous.allocation, until) : null,
    drawdown: maximumDrawdown(between),
    gaps: OUTCOME_DAYS + 1 - between.length,
  };
}

/** @returns the symbols and that of the benchmark, each once */
export const withBenchmark = (symbols: readonly string[]): string[] => [
  ...new Set([...symbols, BENCHMARK]),
];

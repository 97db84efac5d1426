/**
 * What weekly returns say about skill: a confidence interval for the mean that allows for dependent weeks, the
 * number of independent weeks, and the chance that a Sharpe ratio is more than luck. All functions are pure;
 * random draws use a fixed seed.
 */
import {
  expectedBestSharpe,
  kurtosisOf,
  probabilisticSharpe,
  sharpeRatio,
  skewnessOf,
  type SharpeEstimate,
  type Trials,
} from "./sharpe-ratio";
import { quantile, stationaryBootstrap } from "./stationary-bootstrap";
import { differences, independentBets, meanOf } from "./weekly-returns";

/** The confidence level of the interval. */
export const CONFIDENCE = 0.95;
/** With fewer weeks no statistic is computed. */
export const MIN_WEEKS = 8;
/** The number of bars in the histogram of the draws. */
const BARS = 24;

/** Weekly returns as fractions, of the same weeks. */
type WeeklyReturns = Record<"engine" | "bitcoin" | "cash", readonly number[]>;

/** A bar of the histogram: how many draws have a mean between two numbers, in percent per week. */
export interface Bar {
  from: number;
  to: number;
  count: number;
}

export interface RecordStatistics {
  /** The number of weekly returns. */
  weeks: number;
  /** The mean weekly return above that of BTC, in percent. */
  meanExcess: number;
  /** The 95% interval of that mean, in percent. */
  interval: { low: number; high: number };
  /** The histogram of all draws. */
  bars: Bar[];
  /** The effective number of independent weekly returns above BTC; see `independentBets`. */
  bets: number;
  /** Sharpe ratios per week, above cash; `null` if returns do not vary. */
  sharpe: number | null;
  bitcoinSharpe: number | null;
  skewness: number | null;
  kurtosis: number | null;
  /** The chance that the true Sharpe ratio is above 0, from 0 to 1. */
  probabilistic: number | null;
  trials: Trials;
  /** The expected Sharpe ratio per week of the best of the trials without skill. */
  threshold: number;
  /** The chance that the true Sharpe ratio is above that threshold, from 0 to 1. */
  deflated: number | null;
}

/**
 * Computes the statistics of an engine's weekly returns.
 *
 * @param trials how many variants were tried; the variance defaults to that of ratios without skill,
 *   `1/(n − 1)` for `n` weeks
 * @returns `null` for fewer than eight weeks
 */
export function computeStatistics(
  { engine, bitcoin, cash }: WeeklyReturns,
  trials: { count: number; variance?: number },
): RecordStatistics | null {
  const weeks = engine.length;
  if (weeks < MIN_WEEKS) return null;
  const overBitcoin = differences(engine, bitcoin);
  const overCash = differences(engine, cash);
  const means = stationaryBootstrap(overBitcoin).map((mean) => mean * 100);
  const tail = (1 - CONFIDENCE) / 2;
  const sharpe = sharpeRatio(overCash);
  const known = { count: trials.count, variance: trials.variance ?? 1 / (weeks - 1) };
  const threshold = expectedBestSharpe(known);
  const estimate = sharpe === null ? null : estimateOf(sharpe, overCash);
  return {
    weeks,
    meanExcess: meanOf(overBitcoin) * 100,
    interval: { low: quantile(means, tail), high: quantile(means, 1 - tail) },
    bars: barsOf(means),
    bets: independentBets(overBitcoin),
    sharpe,
    bitcoinSharpe: sharpeRatio(differences(bitcoin, cash)),
    skewness: estimate?.skewness ?? null,
    kurtosis: estimate?.kurtosis ?? null,
    probabilistic: estimate && probabilisticSharpe(estimate),
    trials: known,
    threshold,
    deflated: estimate && probabilisticSharpe(estimate, threshold),
  };
}

const estimateOf = (sharpe: number, excess: readonly number[]): SharpeEstimate => ({
  sharpe,
  count: excess.length,
  skewness: skewnessOf(excess),
  kurtosis: kurtosisOf(excess),
});

/** Counts sorted values in bars of equal width; a value on the border of two counts in the right one. */
function barsOf(sorted: readonly number[]): Bar[] {
  const [low, high] = [sorted[0]!, sorted.at(-1)!];
  const width = (high - low) / BARS;
  if (!(width > 0)) return [{ from: low, to: high, count: sorted.length }];
  const bars = Array.from({ length: BARS }, (_, index) => ({
    from: low + index * width,
    to: low + (index + 1) * width,
    count: 0,
  }));
  for (const value of sorted) bars[Math.min(BARS - 1, Math.floor((value - low) / width))]!.count++;
  return bars;
}

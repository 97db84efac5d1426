/**
 * What weekly returns say about skill, and how little: an interval for the mean that allows for dependent
 * weeks, how many weeks are independent, and the chance that a Sharpe ratio is more than luck. Everything is
 * a pure function; what is random depends on a fixed seed.
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

/** The probability that the interval is made for. */
export const CONFIDENCE = 0.95;
/** With fewer weeks than this no statistic is computed. */
export const MIN_WEEKS = 8;
/** Bars of the picture of all draws. */
const BARS = 24;

/** Weekly returns as fractions, of the same weeks. */
export interface WeeklyReturns {
  engine: readonly number[];
  bitcoin: readonly number[];
  cash: readonly number[];
}

/** A bar: how many draws have a mean from one number to another, in percent a week. */
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
  /** All draws. */
  bars: Bar[];
  /** How many of the weeks' returns above BTC are independent. */
  bets: number;
  /** Sharpe ratios per week, above cash; `null` where returns do not vary. */
  sharpe: number | null;
  bitcoinSharpe: number | null;
  skewness: number | null;
  kurtosis: number | null;
  /** The chance that the true Sharpe ratio is above 0, from 0 to 1. */
  probabilistic: number | null;
  trials: Trials;
  /** The Sharpe ratio per week that the best of the trials would show without skill. */
  threshold: number;
  /** The chance that the true Sharpe ratio is above that threshold, from 0 to 1. */
  deflated: number | null;
}

/**
 * Computes what weekly returns say about skill.
 *
 * @param trials how many variants were tried; without a variance that of ratios without skill, `1/(n − 1)`
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
  ...{ sharpe, count: excess.length },
  ...{ skewness: skewnessOf(excess), kurtosis: kurtosisOf(excess) },
});

/** Counts sorted values in bars of the same width; a value between two is in the right one. */
function barsOf(sorted: readonly number[]): Bar[] {
  const [low, high] = [sorted[0]!, sorted.at(-1)!];
  const width = (high - low) / BARS;
  if (!(width > 0)) return [{ from: low, to: high, count: sorted.length }];
  const bars = Array.from({ length: BARS }, (_, index) => ({
    ...{ from: low + index * width, to: low + (index + 1) * width, count: 0 },
  }));
  for (const value of sorted) bars[Math.min(BARS - 1, Math.floor((value - low) / width))]!.count++;
  return bars;
}

/**
 * What weekly returns say about skill: a confidence interval for the mean that allows for dependent weeks, the
 * number of independent weeks, and the chance that a Sharpe ratio above a passive portfolio is more than luck. All
 * functions are pure; random draws use a fixed seed.
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
export type WeeklyReturns = Record<"engine" | "mix" | "bitcoin" | "bills", readonly number[]>;

/** A bar of the histogram: how many draws have a mean between two numbers, in percent per week. */
export interface Bar {
  from: number;
  to: number;
  count: number;
}

/** A mean weekly return above that of a benchmark, and its 95% interval, in percent. */
export interface MeanExcess {
  mean: number;
  interval: { low: number; high: number };
}

export interface RecordStatistics {
  /** The number of weekly returns. */
  weeks: number;
  /** Above the engine's mean mix: what its timing added. */
  overMix: MeanExcess;
  /** Above BTC held, which exposure without any timing can achieve as well. */
  overBitcoin: MeanExcess;
  /** The histogram of all draws of the mean above the mean mix. */
  bars: Bar[];
  /** The effective number of independent weekly returns above the mean mix; see `independentBets`. */
  bets: number;
  /** Sharpe ratios per week, above Treasury bills; `null` if returns do not vary. */
  sharpe: Record<"engine" | "mix" | "bitcoin", number | null>;
  /** The Sharpe ratio per week of the returns above the mean mix, which the following are of. */
  excessSharpe: number | null;
  /** Those of a normal distribution for a ratio of 0. */
  skewness: number | null;
  kurtosis: number | null;
  /** The chance that the true ratio is above 0, from 0 to 1. */
  probabilistic: number | null;
  trials: Trials;
  /** The expected ratio per week of the best of the trials without skill. */
  threshold: number;
  /** The chance that the true ratio is above that threshold, from 0 to 1. */
  deflated: number | null;
  /** The same of a constant mix, whose returns above its own mean mix are all 0. */
  deflatedWithoutTiming: number | null;
}

/**
 * Computes the statistics of an engine's weekly returns. Skill is measured above the engine's own mean mix, because
 * returns above cash or BTC also reward a mere exposure to what has risen.
 *
 * @param trials how many variants were tried; the variance of their ratios above their own mean mixes defaults to that
 *   of ratios without skill, `1/(n − 1)` for `n` weeks
 * @returns `null` for fewer than eight weeks
 */
export function computeStatistics(
  { engine, mix, bitcoin, bills }: WeeklyReturns,
  trials: { count: number; variance?: number },
): RecordStatistics | null {
  const weeks = engine.length;
  if (weeks < MIN_WEEKS) return null;
  const excess = differences(engine, mix);
  const draws = drawMeans(excess);
  const overBitcoin = differences(engine, bitcoin);
  const known = { count: trials.count, variance: trials.variance ?? 1 / (weeks - 1) };
  const threshold = expectedBestSharpe(known);
  const estimate = estimateOf(excess);
  const aboveBills = (returns: readonly number[]) => sharpeRatio(differences(returns, bills));
  return {
    weeks,
    overMix: meanExcess(excess, draws),
    overBitcoin: meanExcess(overBitcoin, drawMeans(overBitcoin)),
    bars: barsOf(draws),
    bets: independentBets(excess),
    sharpe: {
      engine: aboveBills(engine),
      mix: aboveBills(mix),
      bitcoin: aboveBills(bitcoin),
    },
    excessSharpe: estimate?.sharpe ?? null,
    skewness: estimate?.skewness ?? null,
    kurtosis: estimate?.kurtosis ?? null,
    probabilistic: estimate && probabilisticSharpe(estimate),
    trials: known,
    threshold,
    deflated: estimate && probabilisticSharpe(estimate, threshold),
    deflatedWithoutTiming: probabilisticSharpe({ sharpe: 0, count: weeks, ...NORMAL }, threshold),
  };
}

/** Draws means of weekly returns by the bootstrap, in percent, the smallest first. */
const drawMeans = (returns: readonly number[]): number[] =>
  stationaryBootstrap(returns).map((mean) => mean * 100);

function meanExcess(returns: readonly number[], draws: readonly number[]): MeanExcess {
  const tail = (1 - CONFIDENCE) / 2;
  return {
    mean: meanOf(returns) * 100,
    interval: { low: quantile(draws, tail), high: quantile(draws, 1 - tail) },
  };
}

/** The shape of a normal distribution. */
const NORMAL = { skewness: 0, kurtosis: 3 } as const;

/** Estimates a Sharpe ratio, on which the shape of returns has no influence if it is 0; returns of 0 have no shape. */
function estimateOf(excess: readonly number[]): SharpeEstimate | null {
  const sharpe = sharpeRatio(excess);
  if (sharpe === null) return null;
  const shape =
    sharpe === 0 ? NORMAL : { skewness: skewnessOf(excess), kurtosis: kurtosisOf(excess) };
  return { sharpe, count: excess.length, ...shape };
}

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

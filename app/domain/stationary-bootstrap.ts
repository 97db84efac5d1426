/** Estimates the uncertainty of the mean of an autocorrelated series. */
import { randomNumbers } from "./random-numbers";

/** The mean length of the blocks, in steps of the series, which are weeks for weekly returns. */
export const BLOCK_WEEKS = 4;
export const DRAWS = 5000;
/** The seed of the draws, so that results are reproducible; it is the year of the method. */
export const DRAWS_SEED = 1994;

interface BootstrapOptions {
  draws?: number;
  /** The mean length of blocks; at least 1. */
  meanBlock?: number;
  /** @returns a number from 0 to 1, below 1 */
  random?: () => number;
}

/**
 * The stationary bootstrap of the mean: each draw is as long as the sample and consists of blocks that start
 * at a random place, wrap around at the end, and end at each step with probability `1 / meanBlock`. Blocks
 * preserve the dependence between neighbouring values (D. N. Politis and J. P. Romano, "The stationary
 * bootstrap", Journal of the American Statistical Association 89, 1994).
 *
 * Each step except the first takes one random number to decide whether the block ends; each block takes one
 * for its start.
 *
 * @param values in order of time, at least one
 * @returns the mean of each draw, the smallest first
 */
export function stationaryBootstrap(
  values: readonly number[],
  {
    draws = DRAWS,
    meanBlock = BLOCK_WEEKS,
    random = randomNumbers(DRAWS_SEED),
  }: BootstrapOptions = {},
): number[] {
  const count = values.length;
  const means = Array.from({ length: draws }, () => {
    let index = Math.floor(random() * count);
    let sum = values[index]!;
    for (let step = 1; step < count; step++) {
      index = random() < 1 / meanBlock ? Math.floor(random() * count) : (index + 1) % count;
      sum += values[index]!;
    }
    return sum / count;
  });
  return means.sort((a, b) => a - b);
}

/**
 * The sample quantile `x[h]` with `h = (n − 1)·p`, interpolated linearly between order statistics (type 7 of
 * R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50, 1996).
 *
 * @param sorted the smallest first, at least one
 * @param probability from 0 to 1
 */
export function quantile(sorted: readonly number[], probability: number): number {
  const place = (sorted.length - 1) * probability;
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return below + (above - below) * (place - Math.floor(place));
}

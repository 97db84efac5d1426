/** Sharpe ratios, and the probability that one is more than luck. All ratios are per week. */
import { normalProbability, normalQuantile } from "./normal-distribution";
import { meanOf } from "./weekly-returns";

const EULER = 0.5772156649015329;

/** @returns the mean of the deviations from the mean to a power */
const centralMoment = (values: readonly number[], power: number): number => {
  const mean = meanOf(values);
  return meanOf(values.map((value) => (value - mean) ** power));
};

/** `m₃ / m₂^(3/2)`, 0 for a normal distribution; for values that are not all equal. */
export const skewnessOf = (values: readonly number[]): number =>
  centralMoment(values, 3) / centralMoment(values, 2) ** 1.5;

/** `m₄ / m₂²`, 3 for a normal distribution; for values that are not all equal. */
export const kurtosisOf = (values: readonly number[]): number =>
  centralMoment(values, 4) / centralMoment(values, 2) ** 2;

/** Below this standard deviation, equal returns differ only by the rounding of floating-point numbers. */
const ROUNDING = 1e-12;

/**
 * The Sharpe ratio of a week, `mean / standard deviation` of the differences from the returns of a benchmark, with
 * `n − 1` under the deviation (W. F. Sharpe, "The Sharpe ratio", Journal of Portfolio Management 21, 1994). The
 * benchmark is cash, or what else an engine is compared with; over a portfolio the ratio is also called the information
 * ratio.
 *
 * @param excess returns above those of the benchmark, as fractions
 * @returns per week (multiplied by √(365/7) per year). Differences that are all 0 have a ratio of 0, because whoever
 *   does exactly what the benchmark does shows no skill; `null` for fewer than two, or if all are equal and not 0
 */
export function sharpeRatio(excess: readonly number[]): number | null {
  if (excess.length < 2) return null;
  const mean = meanOf(excess);
  const variance = (centralMoment(excess, 2) * excess.length) / (excess.length - 1);
  if (Math.sqrt(variance) > ROUNDING) return mean / Math.sqrt(variance);
  return Math.abs(mean) > ROUNDING ? null : 0;
}

/** An observed Sharpe ratio, with what it was estimated from. */
export interface SharpeEstimate {
  /** Per week, not annualised. */
  sharpe: number;
  count: number;
  skewness: number;
  kurtosis: number;
}

/**
 * The probabilistic Sharpe ratio, `Φ((SR − SR*)·√(n − 1) / √(1 − γ₃·SR + (γ₄ − 1)/4·SR²))`: the chance that
 * the true ratio is above `SR*`, given how skewed and fat-tailed the returns are (D. H. Bailey and M. López
 * de Prado, "The Sharpe ratio efficient frontier", Journal of Risk 15(2), 2012).
 *
 * @param threshold `SR*`, per week
 * @returns from 0 to 1; `null` if the variance under the root is not positive
 */
export function probabilisticSharpe(
  { sharpe, count, skewness, kurtosis }: SharpeEstimate,
  threshold = 0,
): number | null {
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  if (!(variance > 0)) return null;
  return normalProbability(((sharpe - threshold) * Math.sqrt(count - 1)) / Math.sqrt(variance));
}

/** How many variants were tried, and how much their Sharpe ratios differ. */
export interface Trials {
  count: number;
  /** The variance of their Sharpe ratios per week. */
  variance: number;
}

/**
 * The expected Sharpe ratio of the best of several trials without any skill,
 * `√V·((1 − γ)·Φ⁻¹(1 − 1/N) + γ·Φ⁻¹(1 − 1/(N·e)))`. As the threshold of `probabilisticSharpe` it gives the
 * deflated Sharpe ratio (D. H. Bailey and M. López de Prado, "The deflated Sharpe ratio", Journal of
 * Portfolio Management 40(5), 2014).
 *
 * @returns per week; 0 for a single trial
 */
export function expectedBestSharpe({ count, variance }: Trials): number {
  if (count <= 1) return 0;
  const best =
    (1 - EULER) * normalQuantile(1 - 1 / count) + EULER * normalQuantile(1 - 1 / (count * Math.E));
  return Math.sqrt(variance) * best;
}

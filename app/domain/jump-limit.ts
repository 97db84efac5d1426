/**
 * How far a close may be from the one before it: `max(0.25, 6 · 1.4826 · MAD)` for a day, with the median absolute
 * deviation of the last 90 log returns. 1.4826 · MAD estimates the standard deviation of normal returns (F. R. Hampel,
 * "The influence curve and its role in robust estimation", Journal of the American Statistical Association 69, 1974),
 * and no single wrong close moves it much.
 *
 * The deviation of a random walk grows with the square root of the time. So a return over `g` days is divided by `√g`,
 * and the limit over `g` days is `√g` times as wide.
 */
import { daysBetween } from "./calendar-days";
import type { Close } from "./close";

/** The lower bound for the limit of a daily log return: a rise by 28.4 %, a fall by 22.1 %. */
export const LEAST_JUMP = 0.25;
/** The limit of a daily log return, in estimated standard deviations. */
export const JUMP_DEVIATIONS = 6;
/** The standard deviation of a normal distribution per median absolute deviation. */
export const DEVIATION_PER_MAD = 1.4826;
/** The deviation is computed from this many returns, however many days they span. */
export const MAX_RETURNS = 90;
/** With fewer returns the limit is `LEAST_JUMP`, because the deviation of a few says little. */
export const LEAST_RETURNS = 30;
/** A longer gap counts as this many days, so that at `LEAST_JUMP` no gap makes a factor of eleven plausible. */
export const WIDEST_GAP_DAYS = 90;

/** @returns the factor by which returns over a number of days spread wider than those over one */
const spread = (days: number): number => Math.sqrt(Math.min(days, WIDEST_GAP_DAYS));

/** @returns the limit of a log return over a number of days, given that of a daily one */
export const widen = (limit: number, days: number): number => limit * spread(days);

/** @returns `|ln(a / b)|`, computed as a difference, because the quotient of extreme prices may overflow */
export const logDistance = (a: number, b: number): number => Math.abs(Math.log(a) - Math.log(b));

/**
 * Computes the limit of a daily log return, `max(0.25, 6 · 1.4826 · MAD)`.
 *
 * @param closes oldest first, with any gaps; the last 90 returns are used
 * @returns a natural logarithm, at least 0.25
 */
export function jumpLimit(closes: readonly Close[]): number {
  const last = closes.slice(-1 - MAX_RETURNS);
  const returns = last.slice(1).map(({ day, close }, index) => {
    const before = last[index]!;
    return (Math.log(close) - Math.log(before.close)) / spread(daysBetween(before.day, day));
  });
  if (returns.length < LEAST_RETURNS) return LEAST_JUMP;
  const middle = median(returns);
  const deviation = median(returns.map((value) => Math.abs(value - middle)));
  return Math.max(LEAST_JUMP, JUMP_DEVIATIONS * DEVIATION_PER_MAD * deviation);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

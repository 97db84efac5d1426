/** What cash would earn in US Treasury bills: a benchmark for track records, and the risk-free rate of Sharpe ratios. */
import { daysBetween } from "./calendar-days";
import { CASH } from "./tokens";
import type { Closes } from "./track-record-prices";

/**
 * The yearly rate in percent unless `CASH_RATE` sets another: three-month US Treasury bills in the secondary market, on
 * a discount basis, the mean of the business days of that month. One rate is used for all years, although the series was
 * between `low` and `high` from January 2021 until then.
 */
export const DEFAULT_CASH_RATE = {
  percent: 3.61,
  month: "2026-04",
  low: 0.02,
  high: 5.34,
  source: "series TB3MS of FRED, from release H.15 of the Federal Reserve",
} as const;

/**
 * @param percent the yearly rate
 * @param days of which a year has 365
 * @returns what 1 has become with interest that is compounded daily to the yearly rate
 */
export const billValue = (percent: number, days: number): number =>
  (1 + percent / 100) ** (days / 365);

/**
 * Puts Treasury bills in the place of USDT, so that what is simulated with these closes earns the rate on its cash.
 *
 * @returns the same closes, with a close of the bills on each day on which any asset has one
 */
export function withBills(closes: Closes, percent: number): Closes {
  const days = [...new Set([...closes.values()].flatMap((ofOne) => ofOne.map(({ day }) => day)))];
  const [first = ""] = days.sort();
  const bills = days.map((day) => ({ day, close: billValue(percent, daysBetween(first, day)) }));
  return new Map([...closes, [CASH, bills]]);
}

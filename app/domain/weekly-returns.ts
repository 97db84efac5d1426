/** Weekly returns of daily values, and their autocorrelation. */
import { addDays, daysBetween, type Day } from "./calendar-days";

/** The largest lag, in weeks, whose autocorrelation counts in `independentBets`. */
export const LAGS = 8;
/** Weeks in a year of 365 days. */
export const WEEKS_PER_YEAR = 365 / 7;

/** A value at the close of a day. */
export interface ValueOnDay {
  day: Day;
  value: number;
}

/**
 * Chooses one day per week: a whole number of weeks after the first day or, if that day is missing, the last
 * day before it. A week without any day is left out; a loss in it is part of the next return.
 *
 * @param days in order; weeks are counted from the first
 */
export function weeklyDays(days: readonly Day[]): Day[] {
  const chosen: Day[] = [];
  days.forEach((day, index) => {
    const next = days[index + 1];
    const week = Math.ceil(daysBetween(days[0]!, day) / 7);
    if (next === undefined) {
      if (day === addDays(days[0]!, week * 7)) chosen.push(day);
    } else if (daysBetween(days[0]!, next) > week * 7) chosen.push(day);
  });
  return chosen;
}

/**
 * @param points in order of days
 * @param days in order
 * @param before the value before the first point
 * @returns for each day the value of the last point that is not later
 */
export function valuesOn(
  points: readonly ValueOnDay[],
  days: readonly Day[],
  before: number,
): number[] {
  let [next, value] = [0, before];
  return days.map((day) => {
    while (next < points.length && points[next]!.day <= day) value = points[next++]!.value;
    return value;
  });
}

/** @returns `v[t] / v[t−1] − 1` as fractions; 0 if `v[t−1]` is 0 */
export const returnsOf = (values: readonly number[]): number[] =>
  values.slice(1).map((value, index) => (values[index] ? value / values[index] - 1 : 0));

/** @returns `x[t] − y[t]`, of two lists of the same length */
export const differences = (values: readonly number[], others: readonly number[]): number[] =>
  values.map((value, index) => value - others[index]!);

/** @returns the mean; `NaN` for an empty list */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * `ρ[k] = Σ (x[t] − x̄)(x[t−k] − x̄) / Σ (x[t] − x̄)²`: the sample autocorrelation.
 *
 * @param lag from 1
 * @returns from −1 to 1; 0 if all values are equal
 */
export function autocorrelation(values: readonly number[], lag: number): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const products = values
    .slice(lag)
    .reduce((sum, value, index) => sum + (value - mean) * (values[index]! - mean), 0);
  return squares > 0 ? products / squares : 0;
}

/**
 * `n / (1 + 2·Σ ρ⁺[k])`: the number of independent values that carry as much information about the mean. It is
 * the effective sample size of time series (G. V. Bayley and J. M. Hammersley, "The effective number of
 * independent observations in an autocorrelated time series", Journal of the Royal Statistical Society,
 * Supplement 8, 1946), with only positive autocorrelations, so that it never exceeds `n`.
 *
 * @param lags the largest lag whose autocorrelation is summed, in weeks
 */
export function independentBets(values: readonly number[], lags = LAGS): number {
  let sum = 0;
  for (let lag = 1; lag <= Math.min(lags, values.length - 1); lag++) {
    sum += Math.max(0, autocorrelation(values, lag));
  }
  return values.length / (1 + 2 * sum);
}

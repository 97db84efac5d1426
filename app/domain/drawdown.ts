/** How far and for how long a portfolio was below its own highest value: under water. */
import { daysBetween, type Day } from "./calendar-days";
import type { ValueOnDay } from "./weekly-returns";

/**
 * `V[t] / max(V[0..t]) − 1` for each value.
 *
 * @param values positive at first, in order of days
 * @returns percent, at most 0
 */
export function drawdowns(values: readonly number[]): number[] {
  let peak = 0;
  return values.map((value) => {
    peak = Math.max(peak, value);
    return (value / peak - 1) * 100;
  });
}

/** @returns the largest fall from a previous maximum, in percent; 0 without one */
export const maximumDrawdown = (values: readonly number[]): number =>
  drawdowns(values).reduce((deepest, drawdown) => Math.min(deepest, drawdown), 0);

/** A time under water, from a highest value until it is reached again. */
export interface UnderWater {
  /** The day of the highest value before the fall. */
  peak: Day;
  /** The day of the lowest value. */
  trough: Day;
  /** The drawdown on that day, in percent. */
  depth: number;
  /** The first day on which the value of the peak was reached again; `null` if that is not yet so. */
  recovered: Day | null;
  /** From the peak until it was reached again, or until the last day. */
  days: number;
}

/**
 * @param points in order of days, positive at first
 * @returns each time under water, in order
 */
export function timesUnderWater(points: readonly ValueOnDay[]): UnderWater[] {
  const times: UnderWater[] = [];
  let peak = points[0];
  let open: UnderWater | null = null;
  for (const { day, value } of points) {
    if (!peak || value >= peak.value) {
      if (open) [open.recovered, open.days] = [day, daysBetween(open.peak, day)];
      peak = { day, value };
      open = null;
      continue;
    }
    const depth = (value / peak.value - 1) * 100;
    if (!open) {
      open = { peak: peak.day, trough: day, depth, recovered: null, days: 0 };
      times.push(open);
    }
    if (depth < open.depth) [open.trough, open.depth] = [day, depth];
    open.days = daysBetween(open.peak, day);
  }
  return times;
}

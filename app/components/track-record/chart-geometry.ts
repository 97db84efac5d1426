/**
 * Chart geometry. A chart is as wide as its container and has a fixed height, so x positions are
 * percentages (0 to 100) and y positions CSS pixels. Lines can then stretch while text keeps its size.
 */
import { daysBetween, type Day } from "~/domain/calendar-days";

export interface Scale {
  low: number;
  high: number;
  /** Grid line values from low to high, both included. */
  steps: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10, 20] as const;

/** A scale of round numbers that contains all values with as few grid lines as possible. */
export function roundScale(values: readonly number[], maxLines = 6): Scale {
  const finite = values.filter(Number.isFinite);
  const minimum = finite.length ? Math.min(...finite) : 0;
  const maximum = finite.length ? Math.max(...finite) : 0;
  // Pad nearly constant values so that small movements are not exaggerated.
  const padding = Math.max(0, Math.max(1, Math.abs(maximum) / 50) - (maximum - minimum)) / 2;
  const [from, to] = [minimum - padding, maximum + padding];
  const power = 10 ** Math.floor(Math.log10((to - from) / (maxLines - 1)));
  for (const size of STEPS) {
    const step = size * power;
    const [first, last] = [Math.floor(from / step + 1e-9), Math.ceil(to / step - 1e-9)];
    if (last - first >= maxLines) continue;
    const steps = Array.from({ length: last - first + 1 }, (_, index) =>
      roundOff((first + index) * step),
    );
    return { low: roundOff(first * step), high: roundOff(last * step), steps };
  }
  throw new Error("Steps of twenty are always wide enough");
}

/** Removes floating-point noise. */
const roundOff = (value: number): number => Number(value.toPrecision(12));

/** @returns the y position in pixels; the high end of the scale is 0 */
export const toY = (value: number, { low, high }: Scale, height: number): number =>
  round(((high - value) / (high - low)) * height);

/** @returns the x position of a day in percent */
export const toX = (day: Day, from: Day, to: Day): number =>
  from === to ? 100 : round((daysBetween(from, day) / daysBetween(from, to)) * 100);

/** Rounds to three decimals, which is finer than any screen or printer shows. */
export const round = (value: number): number => Math.round(value * 1000) / 1000;

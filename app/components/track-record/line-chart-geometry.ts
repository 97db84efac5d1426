/**
 * The geometry of a line chart. It is computed on the server and cached with the data, so that neither each render
 * nor the browser computes it again.
 */
import { addDays, daysBetween, startOf, type Day } from "~/domain/calendar-days";
import { describeDay, formatDayOfMonth, formatMonth } from "~/utils/dates";

/** The heights of plots in CSS pixels; the chart has a class for each. */
export const TALL = 288;
export const LOW = 144;
const LABEL_SPACING = 44;

export type LineChartGeometry = ReturnType<typeof lineChartGeometry>;

export interface Tick {
  at: number;
  label: string;
  /** The year, on the first tick and each January. */
  year?: string;
}

interface ChartOptions {
  height?: typeof TALL | typeof LOW;
  /** The day from which on recommendations have been published, if they were not on all days. */
  published?: Day | null;
}

/**
 * Computes the geometry of a chart.
 *
 * @param days the days of all lines, the earliest first; at least one. Two values on one day make a step
 * @param lines the values of each line, one for each day
 * @param base a value that the scale must contain
 */
export function lineChartGeometry(
  days: readonly Day[],
  lines: readonly (readonly number[])[],
  base: number,
  { height = TALL, published = null }: ChartOptions = {},
) {
  const [from, to] = [days[0] ?? "", days.at(-1) ?? ""];
  const scale = roundScale([base, ...lines.flat()], height === TALL ? 6 : 4);
  const lastValues = lines.map((values) => values.at(-1) ?? base);
  const ends = lastValues.map((value) => toY(value, scale, height));
  const labels = spreadLabels(ends, LABEL_SPACING, height);
  return {
    height,
    steps: scale.steps.map((value) => ({ value, y: toY(value, scale, height) })),
    ticks: dateTicks(from, to),
    base: toY(base, scale, height),
    mark:
      published && from < published && published < to
        ? { at: toX(published, from, to), label: `Published since ${describeDay(published)}` }
        : null,
    lines: lines.map((values, index) => ({
      points: linePoints(days, values, scale, height),
      /** The last value, its y position, and that of the label beside it. */
      end: { value: lastValues[index]!, y: ends[index]!, labelY: labels[index]! },
    })),
  };
}

const MAX_TICKS = 4;
const MONTH_INTERVALS = [1, 2, 3, 6, 12, 24, 60, 120];

/**
 * At most four date ticks, to fit a phone. Short ranges get a tick every few weeks from the first
 * day; longer ones get month starts, labelled with the year on the first tick and each January.
 */
export function dateTicks(from: Day, to: Day): Tick[] {
  const tick = (day: Day, label: string): Tick => ({ at: toX(day, from, to), label });
  const span = daysBetween(from, to);
  if (span < 56) {
    const interval = Math.max(1, Math.ceil(span / 7 / MAX_TICKS)) * 7;
    const days = [];
    for (let day = from; day <= to; day = addDays(day, interval)) days.push(day);
    return days.slice(0, MAX_TICKS).map((day) => tick(day, formatDayOfMonth(startOf(day))));
  }
  const months = monthsWithin(from, to);
  const interval =
    MONTH_INTERVALS.find((count) => everyNthMonth(months, count).length <= MAX_TICKS) ?? 120;
  return everyNthMonth(months, interval).map((day, index) => {
    const year = day.slice(0, 4);
    if (interval >= 12) return tick(day, year);
    const isFirstOfYear = index === 0 || day.slice(5, 7) === "01";
    const month = tick(day, formatMonth(startOf(day)));
    return isFirstOfYear ? { ...month, year } : month;
  });
}

function monthsWithin(from: Day, to: Day): Day[] {
  const months: Day[] = [];
  let [year, month] = from.split("-").map(Number) as [number, number];
  for (;;) {
    const day = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01`;
    if (day > to) return months;
    if (day >= from) months.push(day);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
}

/** Every `interval` months, counted from January of year 0 so that years start with a tick. */
const everyNthMonth = (months: readonly Day[], interval: number): Day[] =>
  months.filter(
    (day) => (Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1) % interval === 0,
  );

/** A line as the `points` attribute of an SVG polyline, 1000 units wide. */
export const linePoints = (
  days: readonly Day[],
  values: readonly number[],
  scale: Scale,
  height: number,
): string => {
  const [from, to] = [days[0] ?? "", days.at(-1) ?? ""];
  return days
    .map((day, i) => `${tenth(toX(day, from, to) * 10)},${tenth(toY(values[i]!, scale, height))}`)
    .join(" ");
};

/** A tenth of a pixel is fine enough for a line of hundreds of points. */
const tenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * Spreads overlapping labels as little as necessary and keeps them in the frame.
 * @param places preferred y positions in pixels
 * @param spacing the smallest distance between two labels
 * @returns the positions in the given order
 */
export function spreadLabels(places: readonly number[], spacing: number, height: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => places[a]! - places[b]! || a - b);
  const moved = [...places];
  const middle = order.reduce((sum, index) => sum + places[index]!, 0) / (order.length || 1);
  const gaps = order.slice(1).map((index, before) => places[index]! - places[order[before]!]!);
  if (gaps.some((gap) => gap < spacing)) {
    const first = middle - ((order.length - 1) * spacing) / 2;
    order.forEach((index, rank) => (moved[index] = first + rank * spacing));
  }
  const [top, bottom] = [moved[order[0] ?? 0] ?? 0, moved[order.at(-1) ?? 0] ?? 0];
  const shift = top < 0 ? -top : bottom > height ? height - bottom : 0;
  return moved.map((y) => round(y + shift));
}

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

const roundOff = (value: number): number => Number(value.toPrecision(12));

/** @returns the y position in pixels; the high end of the scale is 0 */
export const toY = (value: number, { low, high }: Scale, height: number): number =>
  round(((high - value) / (high - low)) * height);

/** @returns the x position of a day in percent */
export const toX = (day: Day, from: Day, to: Day): number =>
  from === to ? 100 : round((daysBetween(from, day) / daysBetween(from, to)) * 100);

/** Rounds to three decimals, which is finer than any screen or printer shows. */
export const round = (value: number): number => Math.round(value * 1000) / 1000;

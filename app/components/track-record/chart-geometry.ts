/**
 * Where the marks of a chart go, worked out on the server. The frame is as wide as there is room, so
 * across it places are shares of its width (0 to 100); down it they are CSS pixels, for its height is
 * fixed: so lines fit every screen and lettering keeps its size on each.
 */
import { addDays, daysBetween, startOf, type Day } from "~/domain/calendar-days";
import { formatDayOfMonth, formatMonth } from "~/utils/dates";

export interface Tick {
  /** Across: 0 to 100. Down: pixels from the top. */
  at: number;
  label: string;
  /** The year, below the first and each January. */
  year?: string;
}

export interface Scale {
  low: number;
  high: number;
  /** From low to high; both ends have one. */
  steps: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10, 20] as const;

/**
 * A scale of round numbers that holds all values, with as few lines as will do.
 *
 * @param most how many lines there may be at most
 */
export function roundScale(values: readonly number[], most = 6): Scale {
  const finite = values.filter(Number.isFinite);
  const least = finite.length ? Math.min(...finite) : 0;
  const greatest = finite.length ? Math.max(...finite) : 0;
  // What hardly moves is not made to look as if it did.
  const slack = Math.max(0, Math.max(1, Math.abs(greatest) / 50) - (greatest - least)) / 2;
  const [from, to] = [least - slack, greatest + slack];
  const power = 10 ** Math.floor(Math.log10((to - from) / (most - 1)));
  for (const size of STEPS) {
    const step = size * power;
    const [first, last] = [Math.floor(from / step + 1e-9), Math.ceil(to / step - 1e-9)];
    if (last - first >= most) continue;
    const steps = Array.from({ length: last - first + 1 }, (_, index) =>
      tidy((first + index) * step),
    );
    return { low: tidy(first * step), high: tidy(last * step), steps };
  }
  throw new Error("Steps of twenty are always wide enough");
}

/** Without what multiplying leaves in the last binary places. */
const tidy = (value: number): number => Number(value.toPrecision(12));

/** @returns pixels from the top of a frame so high: the scale's high end is 0 */
export const down = (value: number, { low, high }: Scale, height: number): number =>
  round(((high - value) / (high - low)) * height);

/** @returns the share of the width at which a day stands: `from` is 0, `to` is 100 */
export const across = (day: Day, from: Day, to: Day): number =>
  from === to ? 100 : round((daysBetween(from, day) / daysBetween(from, to)) * 100);

/** Thousandths are finer than any screen and print. */
const round = (value: number): number => Math.round(value * 1000) / 1000;

const MOST_DATES = 4;
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120];

/**
 * Days to mark below a frame, four at most, so that they fit a telephone: for a short time every so many
 * weeks from its first day, else beginnings of months with the year at the first and at each January.
 */
export function dateTicks(from: Day, to: Day): Tick[] {
  const place = (day: Day, label: string): Tick => ({ at: across(day, from, to), label });
  const span = daysBetween(from, to);
  if (span < 56) {
    const apart = Math.max(1, Math.ceil(span / 7 / MOST_DATES)) * 7;
    const days = [];
    for (let day = from; day <= to; day = addDays(day, apart)) days.push(day);
    return days.slice(0, MOST_DATES).map((day) => place(day, formatDayOfMonth(startOf(day))));
  }
  const months = monthsWithin(from, to);
  const apart = MONTHS.find((count) => marked(months, count).length <= MOST_DATES) ?? 120;
  return marked(months, apart).map((day, index) => {
    const year = day.slice(0, 4);
    if (apart >= 12) return place(day, year);
    const isFirstOfYear = index === 0 || day.slice(5, 7) === "01";
    const month = place(day, formatMonth(startOf(day)));
    return isFirstOfYear ? { ...month, year } : month;
  });
}

/** The first days of months from one day to another. */
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

/** Every so many months, counted from January of year 0, so that years begin with one. */
const marked = (months: readonly Day[], apart: number): Day[] =>
  months.filter(
    (day) => (Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1) % apart === 0,
  );

/** A line as the `points` of an SVG polyline in a frame 1000 wide. */
export const linePoints = (
  points: readonly { day: Day; value: number }[],
  scale: Scale,
  height: number,
): string => {
  const [from, to] = [points[0]?.day ?? "", points.at(-1)?.day ?? ""];
  return points
    .map(({ day, value }) => `${round(across(day, from, to) * 10)},${down(value, scale, height)}`)
    .join(" ");
};

/**
 * Moves labels apart that would stand on each other, as little as will do, and keeps them in the frame.
 *
 * @param places where they would like to stand, in pixels from the top
 * @param apart how far two must be from each other
 * @returns the places in the order given
 */
export function moveApart(places: readonly number[], apart: number, height: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => places[a]! - places[b]! || a - b);
  const moved = [...places];
  const middle = order.reduce((sum, index) => sum + places[index]!, 0) / (order.length || 1);
  const gaps = order.slice(1).map((index, before) => places[index]! - places[order[before]!]!);
  if (gaps.some((gap) => gap < apart)) {
    const first = middle - ((order.length - 1) * apart) / 2;
    order.forEach((index, place) => (moved[index] = first + place * apart));
  }
  const [top, bottom] = [moved[order[0] ?? 0] ?? 0, moved[order.at(-1) ?? 0] ?? 0];
  const shift = top < 0 ? -top : bottom > height ? height - bottom : 0;
  return moved.map((place) => round(place + shift));
}

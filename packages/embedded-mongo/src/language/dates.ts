/** The calendar in UTC, and the formatting of dates. */
import { CommandError } from "../errors";

const DAY = 86_400_000;

/** The start of a month, counted from January of year 0. Unlike `Date.UTC`, it does not take the year 50 for 1950. */
export const startOfMonth = (month: number): number => new Date(0).setUTCFullYear(0, month, 1);

/** The day of the year, from 1. */
export const dayOfYear = (date: Date): number =>
  Math.floor((date.getTime() - startOfMonth(12 * date.getUTCFullYear())) / DAY) + 1;

/** The ISO weekday, from 1 (Monday) to 7 (Sunday). */
export const isoWeekday = (date: Date): number => date.getUTCDay() || 7;

/** The ISO 8601 week and its year, which is that of the week's Thursday. */
export function isoWeek(date: Date): { week: number; year: number } {
  const thursday = new Date(date.getTime() + (4 - isoWeekday(date)) * DAY);
  return { week: Math.ceil(dayOfYear(thursday) / 7), year: thursday.getUTCFullYear() };
}

/** The week of the year, starting on Sunday; days before the first Sunday are in week 0. */
export const sundayWeek = (date: Date): number =>
  Math.floor((dayOfYear(date) + 6 - date.getUTCDay()) / 7);

const MONTHS =
  "January February March April May June July August September October November December";

const pad = (value: number, size = 2) => String(value).padStart(size, "0");

function paddedYear(year: number): string {
  if (year >= 0 && year <= 9999) return pad(year, 4);
  throw new CommandError(
    18537,
    `Could not convert date to string: date component was outside the supported range of 0-9999: ${year}`,
  );
}

const monthName = (date: Date) => MONTHS.split(" ")[date.getUTCMonth()]!;

const SPECIFIERS = new Map<string, (date: Date) => string>([
  ["Y", (date) => paddedYear(date.getUTCFullYear())],
  ["m", (date) => pad(date.getUTCMonth() + 1)],
  ["d", (date) => pad(date.getUTCDate())],
  ["H", (date) => pad(date.getUTCHours())],
  ["M", (date) => pad(date.getUTCMinutes())],
  ["S", (date) => pad(date.getUTCSeconds())],
  ["L", (date) => pad(date.getUTCMilliseconds(), 3)],
  ["j", (date) => pad(dayOfYear(date), 3)],
  ["w", (date) => String(date.getUTCDay() + 1)],
  ["u", (date) => String(isoWeekday(date))],
  ["U", (date) => pad(sundayWeek(date))],
  ["V", (date) => pad(isoWeek(date).week)],
  ["G", (date) => paddedYear(isoWeek(date).year)],
  ["b", (date) => monthName(date).slice(0, 3)],
  ["B", monthName],
  ["z", () => "+0000"],
  ["Z", () => "0"],
  ["%", () => "%"],
]);

/** Formats a date with a MongoDB format string. */
export function formatDate(date: Date, format: string): string {
  return format.replace(/%(.?)/gs, (_, letter: string) => {
    const specifier = SPECIFIERS.get(letter);
    if (!specifier)
      throw new CommandError(18536, `Invalid format character '%${letter}' in format string`);
    return specifier(date);
  });
}

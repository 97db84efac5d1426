import { startOf, type Day } from "~/domain/calendar-days";

/**
 * Dates as they read everywhere, in UTC, so that server and browser agree. The months' names stand here
 * because a format of date-fns that has them brings a whole locale (6 kB) to every page with a date, and
 * the platform's takes a slow telephone a tenth of a second to make, just when a page should come alive.
 * The fields are the platform's own: a page has dozens of dates, and a format is parsed for each.
 */
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "Jan" */
export const formatMonth = (date: Date): string => MONTHS[date.getUTCMonth()] ?? "";

/** "Jan 31" */
export const formatDayOfMonth = (date: Date): string => `${formatMonth(date)} ${date.getUTCDate()}`;

/** "Jan 31, 2026" */
export const formatDay = (date: Date): string =>
  `${formatDayOfMonth(date)}, ${date.getUTCFullYear()}`;

/** "09:05", of a clock of 24 hours */
export const formatHour = (date: Date): string => date.toISOString().slice(11, 16);

/** "2026-01-31" → "Jan 31, 2026", for where no element can stand: a title, a text alternative */
export const describeDay = (day: Day): string => formatDay(startOf(day));

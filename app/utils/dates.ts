import { startOf, type Day } from "~/domain/calendar-days";

/**
 * Dates as they read everywhere, in UTC, so that server and browser agree. They are put together by
 * hand: the platform's own formats are English too, but the first of them takes a browser a tenth of
 * a second to make on a slow telephone, just when a page should come alive.
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

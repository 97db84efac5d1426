import { dayOf, daysBetween, startOf, type Day } from "~/domain/calendar-days";

/**
 * Formats all dates of the site, in UTC, so that server and browser render the same. The names of the months
 * are listed here because date-fns needs a whole locale (6 kB) for them on every page with a date, and creating
 * an `Intl.DateTimeFormat` takes a slow phone a tenth of a second during hydration. Dates are read with the
 * methods of `Date`, because a page has dozens of them and date-fns would parse its format for each.
 */
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "Jan" */
export const formatMonth = (date: Date): string => MONTHS[date.getUTCMonth()] ?? "";

/** "Jan 31" */
export const formatDayOfMonth = (date: Date): string => `${formatMonth(date)} ${date.getUTCDate()}`;

/** "Jan 31, 2026" */
export const formatDay = (date: Date): string =>
  `${formatDayOfMonth(date)}, ${date.getUTCFullYear()}`;

/** "09:05", on a 24-hour clock */
export const formatHour = (date: Date): string => date.toISOString().slice(11, 16);

/** "Jan 31, 2026 at 09:05" on a clock that is so many minutes ahead of UTC */
export const formatMoment = (date: Date, ahead = 0): string => {
  const local = new Date(date.getTime() + ahead * 60_000);
  return `${formatDay(local)} at ${formatHour(local)}`;
};

/**
 * The words for a time in the past: `since` and `on` follow "new since" and "you were here". "Tuesday" and "on Tuesday"
 * within a week, later the date; "09:05 UTC" and "at 09:05 UTC" for the same day.
 */
export function describePast(date: Date, now: Date): { since: string; on: string } {
  const days = daysBetween(dayOf(date), dayOf(now));
  if (days <= 0) return { since: `${formatHour(date)} UTC`, on: `at ${formatHour(date)} UTC` };
  if (days === 1) return { since: "yesterday", on: "yesterday" };
  const isThisYear = date.getUTCFullYear() === now.getUTCFullYear();
  const text =
    days < 7 ? WEEKDAYS[date.getUTCDay()]! : isThisYear ? formatDayOfMonth(date) : formatDay(date);
  return { since: text, on: `on ${text}` };
}

const WEEK = 7;

/** How old something is in whole days of UTC: "today", "yesterday", "5 days ago"; after a week its date. */
export function describeAge(date: Date, now: Date): string {
  const days = daysBetween(dayOf(date), dayOf(now));
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  return days <= WEEK ? `${days} days ago` : formatDay(date);
}

/** "2026-01-31" → "Jan 31, 2026", for plain text such as titles and text alternatives */
export const describeDay = (day: Day): string => formatDay(startOf(day));

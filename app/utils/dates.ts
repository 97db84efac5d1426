import { UTCDateMini } from "@date-fns/utc/date/mini";
import { getMonth } from "date-fns/getMonth";
import { lightFormat } from "date-fns/lightFormat";
import { startOf, type Day } from "~/domain/calendar-days";

/**
 * Dates as they read everywhere, in UTC, so that server and browser agree. The months' names stand here
 * because a format of date-fns that has them brings a whole locale (6 kB) to every page with a date, and
 * the platform's takes a slow telephone a tenth of a second to make, just when a page should come alive.
 */
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** date-fns takes the fields of other dates in the zone of the machine. */
const utc = (date: Date): Date => new UTCDateMini(date);

/** "Jan" */
export const formatMonth = (date: Date): string => MONTHS[getMonth(utc(date))] ?? "";

/** "Jan 31" */
export const formatDayOfMonth = (date: Date): string =>
  `${formatMonth(date)} ${lightFormat(utc(date), "d")}`;

/** "Jan 31, 2026" */
export const formatDay = (date: Date): string =>
  `${formatMonth(date)} ${lightFormat(utc(date), "d, yyyy")}`;

/** "09:05", of a clock of 24 hours */
export const formatHour = (date: Date): string => lightFormat(utc(date), "HH:mm");

/** "2026-01-31" → "Jan 31, 2026", for where no element can stand: a title, a text alternative */
export const describeDay = (day: Day): string => formatDay(startOf(day));

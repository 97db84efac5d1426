/**
 * Calendar days in UTC, written `2026-01-31`, so that sorting them as text sorts them by date. The markets of
 * these assets never close; a daily close is the last price before midnight UTC.
 *
 * Every UTC day has 24 hours, so days are counted in milliseconds; backtests and charts do so for each point.
 */
import { millisecondsInDay } from "date-fns/constants";
import { isValid } from "date-fns/isValid";
import { parseISO } from "date-fns/parseISO";

export type Day = string;

/** @returns the UTC day of a moment */
export const dayOf = (moment: Date): Day => moment.toISOString().slice(0, "2026-01-31".length);

/** @returns the moment at which a day begins */
export const startOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);

/** @returns the day that is `days` days after another; a negative number goes back */
export const addDays = (day: Day, days: number): Day =>
  dayOf(new Date(Date.parse(day) + days * millisecondsInDay));

/** @returns the number of days from one day to another; negative if `to` is the earlier */
export const daysBetween = (from: Day, to: Day): number =>
  (Date.parse(to) - Date.parse(from)) / millisecondsInDay;

/** @returns whether a text is a day that exists in the calendar; `2026-02-30` does not */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parseISO(text));

/** @returns the Monday of a day's week: the `weekDate` of a recommendation made on that day */
export const mondayOf = (day: Day): Day => addDays(day, -((startOf(day).getUTCDay() + 6) % 7));

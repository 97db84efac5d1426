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

/** Days are numbered from 1970. Those that were asked for are kept, because parsing and formatting dates is slow. */
const days: Day[] = [];
const numbers = new Map<Day, number>();
/** Until 2106. */
const MAX_KEPT = 50_000;

function dayNumbered(number: number): Day {
  const known = days[number];
  if (known) return known;
  const day = new Date(number * millisecondsInDay).toISOString().slice(0, "2026-01-31".length);
  if (number < 0 || number >= MAX_KEPT) return day;
  numbers.set(day, number);
  return (days[number] = day);
}

const numberOf = (day: Day): number => numbers.get(day) ?? Date.parse(day) / millisecondsInDay;

/** @returns the UTC day of a moment */
export const dayOf = (moment: Date): Day =>
  dayNumbered(Math.floor(moment.getTime() / millisecondsInDay));

/** @returns the moment at which a day begins */
export const startOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);

/** @returns the day that is `days` days after another; a negative number goes back */
export const addDays = (day: Day, days: number): Day =>
  dayNumbered(Math.floor(numberOf(day) + days));

/** @returns the number of days from one day to another; negative if `to` is the earlier */
export const daysBetween = (from: Day, to: Day): number => numberOf(to) - numberOf(from);

/** @returns whether a text is a day that exists in the calendar; `2026-02-30` does not */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parseISO(text));

/** @returns the Monday of a day's week: the `weekDate` of a recommendation made on that day */
export const mondayOf = (day: Day): Day => addDays(day, -((startOf(day).getUTCDay() + 6) % 7));

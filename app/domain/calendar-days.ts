/**
 * Days as everybody here counts them: in UTC, written `2026-01-31`, so that their order is that of their
 * text. Markets in these assets never close, and a daily close is the last price before midnight UTC.
 */
import { UTCDateMini } from "@date-fns/utc/date/mini";
import { addDays as addDaysTo } from "date-fns/addDays";
import { millisecondsInDay } from "date-fns/constants";
import { formatISO } from "date-fns/formatISO";
import { isValid } from "date-fns/isValid";
import { parseISO } from "date-fns/parseISO";
import { startOfISOWeek } from "date-fns/startOfISOWeek";

export type Day = string;

/** @returns the UTC day of a moment */
export const dayOf = (moment: Date): Day =>
  formatISO(new UTCDateMini(moment), { representation: "date" });

/** @returns the moment at which a day begins */
export const startOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);

/** The same for date-fns, which takes the fields of other dates in the zone of the machine. */
const utc = (day: Day): Date => new UTCDateMini(startOf(day));

/** @returns the day so many days after another one; before it, for a number below 0 */
export const addDays = (day: Day, days: number): Day => dayOf(addDaysTo(utc(day), days));

/** @returns how many days lie between two; below 0 when the second is the earlier */
export const daysBetween = (from: Day, to: Day): number =>
  // In UTC each has 24 hours. A chart asks this for each of its points.
  (Date.parse(to) - Date.parse(from)) / millisecondsInDay;

/** @returns whether a text is a day that the calendar has: `2026-02-30` is none */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parseISO(text));

/** @returns the Monday of a day's week: the `weekDate` of what is made on that day */
export const mondayOf = (day: Day): Day => dayOf(startOfISOWeek(utc(day)));

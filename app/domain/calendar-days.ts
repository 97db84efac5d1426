/**
 * Days as everybody here counts them: in UTC, written `2026-01-31`, so that their order is that of their
 * text. Markets in these assets never close, and a daily close is the last price before midnight UTC.
 */
export type Day = string;

/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

/** @returns the UTC day of a moment */
export const dayOf = (moment: Date): Day => moment.toISOString().slice(0, 10);

/** @returns the moment at which a day begins */
export const startOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);

/** @returns the day so many days after another one; before it, for a number below 0 */
export const addDays = (day: Day, days: number): Day =>
  dayOf(new Date(startOf(day).getTime() + days * DAY_MS));

/** @returns how many days lie between two; below 0 when the second is the earlier */
export const daysBetween = (from: Day, to: Day): number =>
  (startOf(to).getTime() - startOf(from).getTime()) / DAY_MS;

/** @returns whether a text is a day that the calendar has: `2026-02-30` is none */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(moment.getTime()) && dayOf(moment) === text;
}

/** @returns the Monday of a day's week: the `weekDate` of what is made on that day */
export function mondayOf(day: Day): Day {
  const weekday = (startOf(day).getUTCDay() + 6) % 7; // 0 is Monday.
  return addDays(day, -weekday);
}

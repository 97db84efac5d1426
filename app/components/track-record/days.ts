import { startOf, type Day } from "~/domain/days";

const format = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "numeric",
});

/** "2026-01-31" → "Jan 31, 2026", for where no element can stand: a title, a text alternative */
export const dayInWords = (day: Day): string => format.format(startOf(day));

import { startOf, type Day } from "~/domain/days";
import { formatDay } from "~/utils/dates";

/** "2026-01-31" → "Jan 31, 2026", for where no element can stand: a title, a text alternative */
export const dayInWords = (day: Day): string => formatDay(startOf(day));

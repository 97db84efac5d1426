import type { Day } from "./calendar-days";

/** The last price of a UTC day, in US dollars. */
export interface Close {
  day: Day;
  close: number;
}

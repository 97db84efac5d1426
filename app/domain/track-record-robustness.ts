/** What the result of an engine hangs on: a few of its weeks, the day of entry, and the weeks without a decision. */
import { addDays, daysBetween, mondayOf, type Day } from "./calendar-days";
import { CASH } from "./tokens";
import { START_VALUE, type Entry } from "./track-record";
import type { Closes } from "./track-record-prices";
import { simulateEntries } from "./track-record-simulation";

/** The number of weeks that are left out. */
export const BEST_WEEKS = 5;
/** The numbers of days by which each entry is delayed. */
export const ENTRY_DELAYS = [0, 1, 2, 3] as const;

export interface BestWeeks {
  /** What 100 would have become if the value had stayed the same in the best five weeks. */
  without: number;
  /** The share of the gain that is missing then, in percent, above 100 if a loss remains; `null` without a gain. */
  share: number | null;
}

/**
 * `V / Π (1 + r)` over the five best weekly returns `r`, and `(V − that) / (V − 100)`.
 *
 * @param value `V`, the final value of 100
 * @param returns weekly, as fractions
 * @returns `null` unless there are more than five weeks
 */
export function bestWeeks(value: number, returns: readonly number[]): BestWeeks | null {
  if (returns.length <= BEST_WEEKS) return null;
  const best = returns.toSorted((one, other) => other - one).slice(0, BEST_WEEKS);
  const without = best.reduce((left, gained) => left / (1 + gained), value);
  const gain = value - START_VALUE;
  return { without, share: gain > 0 ? ((value - without) / gain) * 100 : null };
}

export interface DelayedEntry {
  /** How many days after the decision the entry was. */
  delay: number;
  /** The final value of 100 and its return in percent; `null` if nothing could be entered. */
  value: number | null;
  return: number | null;
}

/** Simulates that everything is entered some days later, in cash until then, over the same days and for the same fee. */
export function delayEntries(
  entries: readonly Entry[],
  closes: Closes,
  { from, until }: { from: Day; until: Day },
): DelayedEntry[] {
  const start: Entry = { id: "start", day: from, allocation: { [CASH]: 100 } };
  return ENTRY_DELAYS.map((delay) => {
    const delayed = entries.map((entry) => ({ ...entry, day: addDays(entry.day, delay) }));
    const { summary } = simulateEntries([start, ...delayed], closes, until);
    return { delay, value: summary?.value ?? null, return: summary?.return ?? null };
  });
}

/** Weeks in a row, by their Mondays. */
export interface Weeks {
  first: Day;
  last: Day;
  count: number;
}

/**
 * @param days on which decisions were made, in order
 * @param until the last day that is over
 * @param broken the Mondays of weeks that count as missed although there is a decision, because it came too late
 * @returns the weeks without a decision, from that of the first decision to the last one that is over
 */
export function findMissedWeeks(
  days: readonly Day[],
  until: Day,
  broken: ReadonlySet<Day> = new Set(),
): Weeks[] {
  const known = new Set(days.map(mondayOf).filter((monday) => !broken.has(monday)));
  const missed: Weeks[] = [];
  const [first = until] = days;
  for (let monday = mondayOf(first); daysBetween(monday, until) >= 6; monday = addDays(monday, 7)) {
    if (known.has(monday)) continue;
    const before = missed.at(-1);
    if (before?.last === addDays(monday, -7)) {
      before.last = monday;
      before.count++;
    } else missed.push({ first: monday, last: monday, count: 1 });
  }
  return missed;
}

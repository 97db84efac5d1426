import { daysBetween, type Day } from "./calendar-days";
import type { Allocation } from "./track-record-prices";

/**
 * A portfolio that has not been traded for so many days is looked at again, because its shares drift with prices. Long
 * enough for a week or two that the schedule missed: a mix that is otherwise brought back to the same allocation keeps
 * exactly that one as its mean, and no accidental difference that looks like timing.
 */
const DAYS_BETWEEN_LOOKS = 28;

/**
 * The mean of a portfolio's allocations, each weighted by the number of days until the next one: of those that were
 * entered, and of the shares that prices have made of them after every four weeks without an entry. The mean of a
 * portfolio that is never traded is thus of what it drifted through.
 */
export class MeanAllocation {
  private readonly sums = new Map<string, number>();
  private total = 0;
  private current: { day: Day; allocation: Allocation } | null = null;

  /** Begins the time of an allocation, which ends that of the one before. */
  begin(day: Day, allocation: Allocation) {
    this.end(day);
    this.current = { day, allocation };
  }

  /** @returns whether the shares should be looked at again on a day */
  isDue(day: Day): boolean {
    return this.current !== null && daysBetween(this.current.day, day) >= DAYS_BETWEEN_LOOKS;
  }

  /** @returns percentages by symbol that add up to 100; `null` before the first day is over */
  until(day: Day): Allocation | null {
    this.end(day);
    if (!this.total) return null;
    return Object.fromEntries([...this.sums].map(([symbol, sum]) => [symbol, sum / this.total]));
  }

  private end(day: Day) {
    if (!this.current) return;
    const days = daysBetween(this.current.day, day);
    this.total += days;
    for (const [symbol, percent] of Object.entries(this.current.allocation)) {
      if (percent > 0) this.sums.set(symbol, (this.sums.get(symbol) ?? 0) + percent * days);
    }
    this.current = null;
  }
}

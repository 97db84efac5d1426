/** The promised time of each week's recommendations, in UTC. */
import { addDays, type Day } from "./calendar-days";

export interface Schedule {
  /** From 1, for Monday, to 7. */
  weekday: number;
  /** Such as `06:00`. */
  time: string;
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const SCHEDULE = new RegExp(`^(${weekdays.join("|")}) ((?:[01]\\d|2[0-3]):[0-5]\\d)$`);

/** @returns the schedule that a text such as `Monday 06:00` states, or `null` if it is none */
export function parseSchedule(text: string): Schedule | null {
  const [, weekday = "", time = ""] = SCHEDULE.exec(text) ?? [];
  return time ? { weekday: weekdays.indexOf(weekday) + 1, time } : null;
}

/** @returns the day on which the recommendations of a week are promised. @param week its Monday */
export const promisedDay = (week: Day, { weekday }: Schedule): Day => addDays(week, weekday - 1);

/** @returns the time from which on they are made. @param week its Monday */
export const promisedAt = (week: Day, schedule: Schedule): Date =>
  new Date(`${promisedDay(week, schedule)}T${schedule.time}:00.000Z`);

/** A schedule from a week on, which is that of its Monday. */
export interface SchedulePeriod {
  schedule: Schedule | null;
  from: Day;
}

/**
 * @param periods the schedules in the order in which they were entered
 * @returns each week with a promise, from the first one to that of a day, with the promised day
 */
export function promisedWeeks(
  periods: readonly SchedulePeriod[],
  until: Day,
): { week: Day; day: Day }[] {
  const weeks: { week: Day; day: Day }[] = [];
  for (let week = periods[0]?.from; week && week <= until; week = addDays(week, 7)) {
    const schedule = periods.findLast(({ from }) => from <= week!)?.schedule;
    if (schedule) weeks.push({ week, day: promisedDay(week, schedule) });
  }
  return weeks;
}

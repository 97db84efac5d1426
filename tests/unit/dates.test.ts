import { expect, test } from "vitest";
import { formatDay, formatDayOfMonth, formatHour, formatMonth } from "~/utils/dates";

const inEnglish = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options });
  return (date: Date) => format.format(date);
};

test.each([
  ["a month", formatMonth, inEnglish({ month: "short" })],
  ["a day of a month", formatDayOfMonth, inEnglish({ month: "short", day: "numeric" })],
  ["a day", formatDay, inEnglish({ year: "numeric", month: "short", day: "numeric" })],
  ["an hour", formatHour, inEnglish({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" })],
])("%s is formatted as by Intl in English, at every hour of two years", (_, ours, its) => {
  const hours = 2 * 366 * 24;
  for (let hour = 0; hour < hours; hour += 1) {
    const date = new Date(Date.UTC(2027, 0, 1, hour, (hour * 7) % 60, 59));
    expect(ours(date)).toBe(its(date));
  }
});

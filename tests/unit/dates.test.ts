import { expect, test } from "vitest";
import {
  describeAge,
  describePast,
  formatDay,
  formatDayOfMonth,
  formatHour,
  formatMonth,
  formatMoment,
} from "~/utils/dates";

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

// 2026-11-12 is a Thursday.
test.each([
  ["2026-11-12T14:20:00Z", "14:20 UTC", "at 14:20 UTC"],
  ["2026-11-12T00:00:00Z", "00:00 UTC", "at 00:00 UTC"],
  ["2026-11-11T23:59:59Z", "yesterday", "yesterday"],
  ["2026-11-11T00:00:00Z", "yesterday", "yesterday"],
  ["2026-11-10T23:59:59Z", "Tuesday", "on Tuesday"],
  ["2026-11-06T00:00:00Z", "Friday", "on Friday"],
  ["2026-11-05T23:59:59Z", "Nov 5", "on Nov 5"],
  ["2026-01-01T00:00:00Z", "Jan 1", "on Jan 1"],
  ["2025-12-31T23:59:59Z", "Dec 31, 2025", "on Dec 31, 2025"],
])("on November 12, %s is %s", (date, since, on) => {
  expect(describePast(new Date(date), new Date("2026-11-12T14:55:00Z"))).toEqual({ since, on });
});

test("in the first days of a year, days of the week are those of the old one", () => {
  const since = (date: string) =>
    describePast(new Date(date), new Date("2027-01-02T01:00:00Z")).since;
  expect(since("2026-12-31T12:00:00Z")).toBe("Thursday");
  expect(since("2026-12-26T12:00:00Z")).toBe("Dec 26, 2026");
});

test.each([
  ["2026-11-12T15:00:00Z", "today"],
  ["2026-11-12T00:00:00Z", "today"],
  ["2026-11-11T23:59:59Z", "yesterday"],
  ["2026-11-10T23:59:59Z", "2 days ago"],
  ["2026-11-05T00:00:00Z", "7 days ago"],
  ["2026-11-04T23:59:59Z", "Nov 4, 2026"],
])("the age of %s", (date, age) => {
  expect(describeAge(new Date(date), new Date("2026-11-12T14:55:00Z"))).toBe(age);
});

test.each([
  [0, "Dec 31, 2026 at 23:30"],
  [60, "Jan 1, 2027 at 00:30"],
  [330, "Jan 1, 2027 at 05:00"],
  [-210, "Dec 31, 2026 at 20:00"],
])("a clock %j minutes ahead of UTC shows %j", (ahead, text) => {
  expect(formatMoment(new Date("2026-12-31T23:30:00Z"), ahead)).toBe(text);
});

import { describe, expect, test, vi } from "vitest";
import { isTimeZone, nextDigestTime, type DigestTimes } from "~/domain/digest-times";

const daily = (hour: number, timeZone: string): DigestTimes => ({
  frequency: "daily",
  hour,
  weekday: 1,
  timeZone,
});
const weekly = (weekday: number, hour: number, timeZone: string): DigestTimes => ({
  frequency: "weekly",
  hour,
  weekday,
  timeZone,
});

/** Each line: the times, a moment before, and the digests that follow, computed by hand from the zones' rules. */
test.each<[string, DigestTimes, string, string[]]>([
  [
    "an hour that is left out in Berlin comes when the clock is set forward",
    daily(2, "Europe/Berlin"),
    "2026-03-27T12:00Z",
    ["2026-03-28T01:00Z", "2026-03-29T01:00Z", "2026-03-30T00:00Z"],
  ],
  [
    "an hour that comes twice in Berlin counts once, the first time",
    daily(2, "Europe/Berlin"),
    "2026-10-23T12:00Z",
    ["2026-10-24T00:00Z", "2026-10-25T00:00Z", "2026-10-26T01:00Z"],
  ],
  [
    "the morning in Berlin stays at eight when the clock is set back",
    daily(8, "Europe/Berlin"),
    "2026-10-23T12:00Z",
    ["2026-10-24T06:00Z", "2026-10-25T07:00Z", "2026-10-26T07:00Z"],
  ],
  [
    "a week in Berlin is an hour shorter when the clock is set forward",
    weekly(7, 20, "Europe/Berlin"),
    "2026-03-20T12:00Z",
    ["2026-03-22T19:00Z", "2026-03-29T18:00Z", "2026-04-05T18:00Z"],
  ],
  [
    "an hour that is left out in New York",
    daily(2, "America/New_York"),
    "2026-03-06T12:00Z",
    ["2026-03-07T07:00Z", "2026-03-08T07:00Z", "2026-03-09T06:00Z"],
  ],
  [
    "an hour that comes twice in New York",
    daily(1, "America/New_York"),
    "2026-10-30T12:00Z",
    ["2026-10-31T05:00Z", "2026-11-01T05:00Z", "2026-11-02T06:00Z"],
  ],
  [
    "an hour that comes twice in Auckland, in its autumn",
    daily(2, "Pacific/Auckland"),
    "2026-04-03T00:00Z",
    ["2026-04-03T13:00Z", "2026-04-04T13:00Z", "2026-04-05T14:00Z"],
  ],
  [
    "an hour that is left out in Auckland, in its spring",
    daily(2, "Pacific/Auckland"),
    "2026-09-25T00:00Z",
    ["2026-09-25T14:00Z", "2026-09-26T14:00Z", "2026-09-27T13:00Z"],
  ],
  [
    "midnight, which is left out in Beirut",
    daily(0, "Asia/Beirut"),
    "2026-03-27T12:00Z",
    ["2026-03-27T22:00Z", "2026-03-28T22:00Z", "2026-03-29T21:00Z"],
  ],
  [
    "a clock that is set by half an hour, on Lord Howe Island",
    daily(2, "Australia/Lord_Howe"),
    "2026-10-02T12:00Z",
    ["2026-10-02T15:30Z", "2026-10-03T15:30Z", "2026-10-04T15:00Z"],
  ],
  [
    "New Year in Kolkata, half an hour beside the others",
    daily(8, "Asia/Kolkata"),
    "2026-12-30T12:00Z",
    ["2026-12-31T02:30Z", "2027-01-01T02:30Z", "2027-01-02T02:30Z"],
  ],
  [
    "New Year in New York, when it is January in UTC already",
    daily(23, "America/New_York"),
    "2026-12-31T12:00Z",
    ["2027-01-01T04:00Z", "2027-01-02T04:00Z"],
  ],
  [
    "a week over New Year in Auckland, where Friday begins on Thursday in UTC",
    weekly(5, 0, "Pacific/Auckland"),
    "2026-12-25T12:00Z",
    ["2026-12-31T11:00Z", "2027-01-07T11:00Z"],
  ],
  [
    "a week over New Year in Berlin",
    weekly(1, 8, "Europe/Berlin"),
    "2026-12-27T12:00Z",
    ["2026-12-28T07:00Z", "2027-01-04T07:00Z"],
  ],
  [
    "the day of a week is that of the zone and not of UTC",
    weekly(1, 1, "Pacific/Kiritimati"),
    "2026-11-28T12:00Z",
    ["2026-11-29T11:00Z", "2026-12-06T11:00Z"],
  ],
])("%s", (_name, times, from, expected) => {
  let after = new Date(from);
  for (const due of expected) {
    after = nextDigestTime(times, after);
    expect(after.toISOString()).toBe(due.replace("Z", ":00.000Z"));
  }
});

describe("over two years, in zones with other rules", () => {
  test.each(["Europe/London", "America/Havana", "America/Santiago", "Africa/Cairo", "Asia/Tehran"])(
    "there is one digest each day in %s",
    (timeZone) => {
      const day = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
      for (const hour of [0, 2, 3]) {
        let at = new Date("2026-01-01T12:00Z");
        for (let count = 0; count < 2 * 365; count += 1) {
          const next = nextDigestTime(daily(hour, timeZone), at);
          const hours = (next.getTime() - at.getTime()) / 3_600_000;
          if (count > 0) expect([23, 24, 25]).toContain(hours);
          if (count > 0) expect(day.format(next)).not.toBe(day.format(at));
          at = next;
        }
      }
    },
  );
});

test.each([
  ["Europe/Berlin", true],
  ["Asia/Kolkata", true],
  ["UTC", true],
  ["+02:00", false],
  ["Mars/Olympus", false],
  ["", false],
])("%j names a time zone: %s", (text, isOne) => {
  expect(isTimeZone(text)).toBe(isOne);
});

test("each time zone has one format, however its name is spelt", () => {
  const times = { frequency: "daily", hour: 8, weekday: 1 } as const;
  const next = (timeZone: string) => nextDigestTime({ ...times, timeZone }, new Date(0));
  const expected = next("Europe/Oslo");
  const format = vi.spyOn(Intl, "DateTimeFormat");
  expect(next("euROPE/OSlo")).toEqual(expected);
  expect(format).not.toHaveBeenCalled();
  format.mockRestore();
});

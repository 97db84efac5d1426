/** When a digest is due: at an hour of its reader's clock, which is set forward and back twice a year in many zones. */
import { addDays, dayOf, startOf, type Day } from "./calendar-days";

export const digestFrequencies = ["never", "daily", "weekly"] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

export interface DigestTimes {
  frequency: Exclude<DigestFrequency, "never">;
  /** From 0 to 23, in the time zone. */
  hour: number;
  /** From 1, for Monday, to 7; only weekly digests have regard to it. */
  weekday: number;
  /** An IANA name, such as `Europe/Berlin`. */
  timeZone: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** @returns whether a text names a time zone that this process knows */
export function isTimeZone(text: string): boolean {
  // Offsets such as `+02:00` would be accepted as well, but know no summer time.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: text }));
  } catch {
    return false;
  }
}

/** By names in lower case: those that people choose may be spelt in any, and each format takes memory. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns how far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const key = timeZone.toLowerCase();
  const known = formats.get(key);
  const format =
    known ??
    new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset", hour: "2-digit" });
  if (!known) formats.set(key, format);
  const name = format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours, minutes = 0] = /GMT([+-])(\d+)(?::(\d+))?/.exec(name ?? "") ?? [];
  const size = Number(hours ?? 0) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return sign === "-" ? -size : size;
}

/**
 * Returns the moment at which an hour of a day begins in a time zone. Of an hour that comes twice, because the clock is
 * set back, it is the first; for an hour that is left out, it is as long after the change as it would have been.
 */
function momentOf(day: Day, hour: number, timeZone: string): number {
  const asUtc = startOf(day).getTime() + hour * HOUR_MS;
  // No zone changes its clock twice within two days.
  const [before, after] = [asUtc - DAY_MS, asUtc + DAY_MS].map(
    (moment) => asUtc - offsetAt(moment, timeZone),
  ) as [number, number];
  const isShown = (moment: number) => moment + offsetAt(moment, timeZone) === asUtc;
  return [before, after].sort((a, b) => a - b).find(isShown) ?? before;
}

/** @returns when the next digest is due: the first such time after a moment */
export function nextDigestTime(times: DigestTimes, after: Date): Date {
  const { frequency, hour, weekday, timeZone } = times;
  const from = dayOf(new Date(after.getTime() + offsetAt(after.getTime(), timeZone)));
  // A week and a day, because the hour of today may be over.
  for (let days = 0; days <= 8; days += 1) {
    const day = addDays(from, days);
    const isDay = frequency === "daily" || (startOf(day).getUTCDay() || 7) === weekday;
    const moment = isDay ? momentOf(day, hour, timeZone) : 0;
    if (moment > after.getTime()) return new Date(moment);
  }
  throw new Error(`no time for a digest was found in ${timeZone}`);
}

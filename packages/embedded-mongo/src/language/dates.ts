/** Dates in time zones: their parts, formatting and parsing. */
import { Code, CommandError, unsupported } from "../errors";

/** Calendar and clock fields of a date. */
export interface DateParts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

/**
 * The milliseconds since 1970 of a date in UTC. Months, from 0, and smaller fields may exceed their range and carry
 * over. Unlike `Date.UTC`, it does not map the years 0 to 99 to the twentieth century.
 */
export function utc(year: number, month: number, ...[day = 1, ...time]: number[]): number {
  const midnight = new Date(0).setUTCFullYear(year, month, day);
  const [hour = 0, minute = 0, second = 0, millisecond = 0] = time;
  return midnight + hour * 3_600_000 + minute * 60_000 + second * 1000 + millisecond;
}

const DAY = 86_400_000;
const YEAR_1 = utc(1, 0);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The UTC offset of a time zone at an instant, in milliseconds. */
export function offsetAt(time: number, zone: string): number {
  // `Intl` formats years before year 1 without their sign; no zone had changed its offset by then.
  if (time < YEAR_1) return offsetAt(YEAR_1 + 2 * DAY, zone);
  if (zone === "UTC" || zone === "GMT" || zone === "Z") return 0;
  const fixed = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (fixed) {
    const [, sign, hours, minutes = "0"] = fixed;
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  }
  const parts = new Map(
    formatter(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = utc(
    get("year"),
    get("month") - 1,
    get("day"),
    get("hour"),
    get("minute"),
    get("second"),
  );
  return local - Math.floor(time / 1000) * 1000;
}

function formatter(zone: string): Intl.DateTimeFormat {
  let cached = formatters.get(zone);
  if (cached) return cached;
  try {
    cached = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw new CommandError(40485, `unrecognized time zone identifier: "${zone}"`);
  }
  formatters.set(zone, cached);
  return cached;
}

/** Shifts a date so that its UTC fields show the local time of a zone. */
export const toLocal = (date: Date, zone: string): Date =>
  new Date(date.getTime() + offsetAt(date.getTime(), zone));

/**
 * The instant of a local time in a zone. A local time that is skipped when the clocks go forward is moved forward by
 * the same amount.
 */
export function fromLocal(local: number, zone: string): Date {
  const first = offsetAt(local, zone);
  const second = offsetAt(local - first, zone);
  const isSkipped = offsetAt(local - second, zone) !== second;
  return new Date(local - (isSkipped ? Math.min(first, second) : second));
}

/** The calendar and clock fields of an instant in a zone. */
export function partsOf(date: Date, zone: string): DateParts {
  const local = toLocal(date, zone);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: local.getUTCMilliseconds(),
  };
}

/** The day of the year, from 1. */
export const dayOfYear = (local: Date): number =>
  Math.floor((local.getTime() - utc(local.getUTCFullYear(), 0)) / DAY) + 1;

/** The ISO weekday, from 1 (Monday) to 7 (Sunday). */
export const isoWeekday = (local: Date): number => local.getUTCDay() || 7;

/** The ISO 8601 week and its year, which is that of the week's Thursday. */
export function isoWeek(local: Date): { week: number; year: number } {
  const thursday = new Date(local.getTime() + (4 - isoWeekday(local)) * DAY);
  return { week: Math.ceil(dayOfYear(thursday) / 7), year: thursday.getUTCFullYear() };
}

/** The week of the year, starting on Sunday; days before the first Sunday are in week 0. */
export const sundayWeek = (local: Date): number =>
  Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7);

const MONTHS =
  "January February March April May June July August September October November December";

/** Formats a date with a MongoDB format string. */
export function formatDate(date: Date, format: string, zone: string): string {
  const local = toLocal(date, zone);
  const parts = partsOf(date, zone);
  const pad = (value: number, size = 2) => String(value).padStart(size, "0");
  const inRange = (year: number) => {
    if (year >= 0 && year <= 9999) return year;
    throw new CommandError(
      18537,
      `Could not convert date to string: date component was outside the supported range of 0-9999: ${year}`,
    );
  };
  const minutes = offsetAt(date.getTime(), zone) / 60_000;
  const ahead = Math.abs(minutes);
  const month = MONTHS.split(" ")[parts.month - 1]!;
  const specifiers: Record<string, () => string> = {
    Y: () => pad(inRange(parts.year), 4),
    m: () => pad(parts.month),
    d: () => pad(parts.day),
    H: () => pad(parts.hour),
    M: () => pad(parts.minute),
    S: () => pad(parts.second),
    L: () => pad(parts.millisecond, 3),
    j: () => pad(dayOfYear(local), 3),
    w: () => String(local.getUTCDay() + 1),
    u: () => String(isoWeekday(local)),
    U: () => pad(sundayWeek(local)),
    V: () => pad(isoWeek(local).week),
    G: () => pad(inRange(isoWeek(local).year), 4),
    b: () => month.slice(0, 3),
    B: () => month,
    z: () => `${minutes < 0 ? "-" : "+"}${pad(Math.floor(ahead / 60))}${pad(ahead % 60)}`,
    Z: () => (minutes < 0 ? `-${ahead}` : `+${ahead}`),
    "%": () => "%",
  };
  return format.replace(/%(.?)/gs, (_, letter: string) => {
    const specifier = specifiers[letter];
    if (!specifier)
      throw new CommandError(18536, `Invalid format character '%${letter}' in format string`);
    return specifier();
  });
}

/** Parses an ISO 8601 date; other formats that MongoDB accepts are unsupported. */
export function parseDate(text: string, zone = "UTC"): Date {
  const match =
    /^(\d{4})-(\d\d)(?:-(\d\d))?(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/.exec(
      text.trim(),
    );
  if (!match)
    throw /\d/.test(text)
      ? unsupported(`reading '${text}', which is not a date as ISO 8601 writes it,`)
      : new CommandError(Code.ConversionFailure, `Error parsing date string '${text}'`);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const milliseconds = Number((match[7] ?? "0").padEnd(3, "0").slice(0, 3));
  const local = utc(year, month - 1, day, hour, minute, second, milliseconds);
  const check = new Date(local);
  if (
    check.getUTCMonth() !== month - 1 ||
    check.getUTCDate() !== day ||
    hour > 23 ||
    minute > 59 ||
    second > 59
  )
    throw new CommandError(Code.ConversionFailure, `Error parsing date string '${text}'`);
  return fromLocal(local, match[8] ?? zone);
}

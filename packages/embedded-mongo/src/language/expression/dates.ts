/** Date expressions. */
import { Long, ObjectId, Timestamp } from "bson";
import { typeName } from "../../bson/types";
import { badValue, Code, CommandError, unsupported } from "../../errors";
import * as dates from "../dates";
import { isNullish, ofArguments, ofFields, toInteger, type Operator } from "./operator";
import { isDocument } from "../../bson/types";

function toDate(value: unknown, name: string): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.getHighBitsUnsigned() * 1000);
  throw new CommandError(
    16006,
    `can't convert from BSON type ${typeName(value)} to Date (${name})`,
  );
}

function toZone(value: unknown, name: string): string {
  if (value === undefined) return "UTC";
  if (typeof value !== "string")
    throw new CommandError(
      40517,
      `${name}: timezone must evaluate to a string, found ${typeName(value)}`,
    );
  return value;
}

/** Whether an operand is given, but null or missing; one that is left out has a default instead. */
const isGivenNull = (values: Record<string, unknown>, ...fields: string[]) =>
  fields.some((field) => field in values && isNullish(values[field]));

/** An operator for a part of a date, given alone or with a time zone. */
const part = (read: (local: Date) => unknown): Operator => {
  const withZone = ofFields(["date"], ["timezone"], (values, _compiler, name) =>
    isGivenNull(values, "date", "timezone")
      ? null
      : read(dates.toLocal(toDate(values.date, name), toZone(values.timezone, name))),
  );
  const alone = ofArguments(1, 1, ([date], _compiler, name) =>
    isNullish(date) ? null : read(toDate(date, name)),
  );
  return (operand, compiler, name) =>
    (isDocument(operand) && "date" in operand ? withZone : alone)(operand, compiler, name);
};

const UNITS = [
  "year",
  "quarter",
  "month",
  "week",
  "day",
  "hour",
  "minute",
  "second",
  "millisecond",
];
const LENGTH: Record<string, number> = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};
/** Units whose length is the same on every day. */
const CLOCK_UNITS = new Set(["hour", "minute", "second", "millisecond"]);
const MONTHS: Record<string, number> = { year: 12, quarter: 3, month: 1 };
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function toUnit(value: unknown, name: string): string {
  if (typeof value !== "string" || !UNITS.includes(value))
    throw new CommandError(
      Code.FailedToParse,
      `${name} requires 'unit' to be one of ${UNITS.join(", ")}`,
    );
  return value;
}

function toWeekday(value: unknown, name: string): number {
  if (value === undefined) return 0;
  const index = WEEKDAYS.findIndex(
    (day) =>
      day === value ||
      (typeof value === "string" && value.toLowerCase() === day.slice(0, 3)) ||
      day === String(value).toLowerCase(),
  );
  if (index < 0) throw badValue(`${name} requires 'startOfWeek' to be a day of the week`);
  return index;
}

const monthsSince1970 = (local: Date) => (local.getUTCFullYear() - 1970) * 12 + local.getUTCMonth();

/** Adds months to a local date, limiting the day to the last of the month. */
function addMonths(local: Date, months: number): number {
  const target = new Date(local.getTime());
  target.setUTCDate(1);
  target.setUTCMonth(local.getUTCMonth() + months);
  const last = new Date(
    dates.utc(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  return target.setUTCDate(Math.min(local.getUTCDate(), last));
}

const addition = (sign: 1 | -1): Operator =>
  ofFields(["startDate", "unit", "amount"], ["timezone"], (values, _compiler, name) => {
    const { startDate, unit, amount, timezone } = values;
    if (isGivenNull(values, "startDate", "unit", "amount", "timezone")) return null;
    const [date, by, count] = [
      toDate(startDate, name),
      toUnit(unit, name),
      sign * toInteger(amount, name),
    ];
    const zone = toZone(timezone, name);
    const local = dates.toLocal(date, zone);
    const months = MONTHS[by];
    const result =
      months !== undefined
        ? dates.fromLocal(addMonths(local, count * months), zone)
        : by === "day" || by === "week"
          ? dates.fromLocal(local.getTime() + count * LENGTH[by]!, zone)
          : new Date(date.getTime() + count * LENGTH[by]!);
    if (Number.isNaN(result.getTime())) throw new CommandError(5166406, `${name} overflowed`);
    return result;
  });

/** Counts the unit boundaries between a fixed origin and a local date. */
function countBoundaries(local: Date, unit: string, startOfWeek: number): number {
  const months = MONTHS[unit];
  if (months !== undefined) return Math.floor(monthsSince1970(local) / months);
  // 1 January 1970 was a Thursday.
  const shift = unit === "week" ? ((4 - startOfWeek + 7) % 7) * LENGTH.day! : 0;
  return Math.floor((local.getTime() + shift) / LENGTH[unit]!);
}

const $dateDiff = ofFields(
  ["startDate", "endDate", "unit"],
  ["timezone", "startOfWeek"],
  (values, _compiler, name) => {
    const { startDate, endDate, unit, timezone, startOfWeek } = values;
    if (isGivenNull(values, "startDate", "endDate", "unit", "timezone", "startOfWeek")) return null;
    const [by, zone, first] = [
      toUnit(unit, name),
      toZone(timezone, name),
      toWeekday(startOfWeek, name),
    ];
    const [start, end] = [toDate(startDate, name), toDate(endDate, name)];
    const count = (date: Date) => countBoundaries(dates.toLocal(date, zone), by, first);
    // Hours and less are counted as they pass, not as the clocks are put forward and back.
    const shift = dates.offsetAt(start.getTime(), zone) - dates.offsetAt(end.getTime(), zone);
    const correction = CLOCK_UNITS.has(by) ? Math.trunc(shift / LENGTH[by]!) : 0;
    return Long.fromNumber(count(end) - count(start) + correction);
  },
);

const $dateTrunc = ofFields(
  ["date", "unit"],
  ["binSize", "timezone", "startOfWeek"],
  (values, _compiler, name) => {
    const { date, unit, binSize, timezone, startOfWeek } = values;
    if (isGivenNull(values, "date", "unit", "binSize", "timezone", "startOfWeek")) return null;
    const [by, zone, first] = [
      toUnit(unit, name),
      toZone(timezone, name),
      toWeekday(startOfWeek, name),
    ];
    const size = binSize === undefined ? 1 : toInteger(binSize, name, "binSize");
    if (size < 1)
      throw new CommandError(5439017, "$dateTrunc requires 'binSize' to be a positive number");
    // Bins start with the year 2000 of the zone; those of weeks with the first week that begins in it.
    const year2000 = Date.UTC(2000, 0, 1);
    const time = toDate(date, name).getTime();
    if (CLOCK_UNITS.has(by)) {
      const [start, length] = [dates.fromLocal(year2000, zone).getTime(), size * LENGTH[by]!];
      return new Date(start + Math.floor((time - start) / length) * length);
    }
    const local = dates.toLocal(new Date(time), zone);
    const lastOfFirstWeek = Date.UTC(2000, 0, 7);
    const origin = countBoundaries(new Date(by === "week" ? lastOfFirstWeek : year2000), by, first);
    const since = countBoundaries(local, by, first) - origin;
    const at = origin + Math.floor(since / size) * size;
    const months = MONTHS[by];
    if (months !== undefined) return dates.fromLocal(dates.utc(1970, at * months), zone);
    const shift = by === "week" ? ((4 - first + 7) % 7) * LENGTH.day! : 0;
    return dates.fromLocal(at * LENGTH[by]! - shift, zone);
  },
);

const isUtc = (zone: string) => /^(UTC|GMT|Z|[+-]00:?(00)?)$/.test(zone);

const $dateToString = ofFields(
  ["date"],
  ["format", "timezone", "onNull"],
  (values, _compiler, name) => {
    if (isNullish(values.date)) return "onNull" in values ? values.onNull : null;
    if (isGivenNull(values, "format", "timezone")) return null;
    const zone = toZone(values.timezone, name);
    const { date, format = `%Y-%m-%dT%H:%M:%S.%L${isUtc(zone) ? "Z" : ""}` } = values;
    if (typeof format !== "string")
      throw new CommandError(18533, "$dateToString requires 'format' to be a string");
    return dates.formatDate(toDate(date, name), format, zone);
  },
);

const $dateFromString = ofFields(
  ["dateString"],
  ["format", "timezone", "onNull", "onError"],
  (values, _compiler, name) => {
    const { dateString, timezone } = values;
    if (values.format !== undefined) throw unsupported("$dateFromString with a format");
    if (isNullish(dateString)) return "onNull" in values ? values.onNull : null;
    if (isGivenNull(values, "timezone")) return null;
    try {
      if (typeof dateString !== "string")
        throw new CommandError(
          Code.ConversionFailure,
          "$dateFromString requires that 'dateString' be a string",
        );
      return dates.parseDate(dateString, toZone(timezone, name));
    } catch (error) {
      if (
        "onError" in values &&
        error instanceof CommandError &&
        error.code === Code.ConversionFailure
      )
        return values.onError;
      throw error;
    }
  },
);

const $dateFromParts: Operator = (operand, compiler, name) => {
  if (isDocument(operand) && "isoWeekYear" in operand)
    throw unsupported("$dateFromParts by ISO week");
  return ofFields(
    ["year"],
    ["month", "day", "hour", "minute", "second", "millisecond", "timezone"],
    (values) => {
      const { timezone, ...parts } = values;
      if (isGivenNull(values, ...Object.keys(values))) return null;
      const get = (unit: string, otherwise: number) =>
        parts[unit] === undefined ? otherwise : toInteger(parts[unit], name, unit);
      const year = get("year", 1970);
      if (year < 1 || year > 9999)
        throw new CommandError(
          40523,
          `'year' must evaluate to an integer in the range 1 to 9999, found ${year}`,
        );
      const local = dates.utc(
        year,
        get("month", 1) - 1,
        get("day", 1),
        get("hour", 0),
        get("minute", 0),
        get("second", 0),
        get("millisecond", 0),
      );
      return dates.fromLocal(local, toZone(timezone, name));
    },
  )(operand, compiler, name);
};

const $dateToParts = ofFields(["date"], ["timezone", "iso8601"], (values, _compiler, name) => {
  const { date, timezone, iso8601 } = values;
  if (iso8601) throw unsupported("$dateToParts by ISO week");
  if (isGivenNull(values, "date", "timezone", "iso8601")) return null;
  return dates.partsOf(toDate(date, name), toZone(timezone, name));
});

/** The operators by name. */
export const DATES: Record<string, Operator> = {
  $year: part((local) => local.getUTCFullYear()),
  $month: part((local) => local.getUTCMonth() + 1),
  $dayOfMonth: part((local) => local.getUTCDate()),
  $dayOfWeek: part((local) => local.getUTCDay() + 1),
  $dayOfYear: part(dates.dayOfYear),
  $hour: part((local) => local.getUTCHours()),
  $minute: part((local) => local.getUTCMinutes()),
  $second: part((local) => local.getUTCSeconds()),
  $millisecond: part((local) => local.getUTCMilliseconds()),
  $week: part(dates.sundayWeek),
  $isoWeek: part((local) => dates.isoWeek(local).week),
  $isoWeekYear: part((local) => Long.fromNumber(dates.isoWeek(local).year)),
  $isoDayOfWeek: part(dates.isoWeekday),
  $dateAdd: addition(1),
  $dateSubtract: addition(-1),
  $dateDiff,
  $dateTrunc,
  $dateToString,
  $dateFromString,
  $dateFromParts,
  $dateToParts,
};

/** Date expressions that add, compare and round. */
import { Long } from "bson";
import { badValue, Code, CommandError } from "../../errors";
import * as dates from "../dates";
import { isGivenNull, toDate, toZone } from "./date-operands";
import { ofFields, toInteger, type Operator } from "./operator";

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
/** Units whose length does not depend on changes of the time zone's offset. */
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

/** The unit, the time zone and the first day of the week that an expression counts by. */
const calendarOf = ({ unit, timezone, startOfWeek }: Record<string, unknown>, name: string) => ({
  by: toUnit(unit, name),
  zone: toZone(timezone, name),
  first: toWeekday(startOfWeek, name),
});

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

/** The milliseconds from the start of its week to 1 January 1970, a Thursday; 0 for other units. */
const sinceFirstDay = (unit: string, startOfWeek: number) =>
  unit === "week" ? ((4 - startOfWeek + 7) % 7) * LENGTH.day! : 0;

/** Counts the unit boundaries between a fixed origin and a local date. */
function countBoundaries(local: Date, unit: string, startOfWeek: number): number {
  const months = MONTHS[unit];
  if (months !== undefined) return Math.floor(monthsSince1970(local) / months);
  return Math.floor((local.getTime() + sinceFirstDay(unit, startOfWeek)) / LENGTH[unit]!);
}

const $dateDiff = ofFields(
  ["startDate", "endDate", "unit"],
  ["timezone", "startOfWeek"],
  (values, _compiler, name) => {
    const { startDate, endDate } = values;
    if (isGivenNull(values, "startDate", "endDate", "unit", "timezone", "startOfWeek")) return null;
    const { by, zone, first } = calendarOf(values, name);
    const [start, end] = [toDate(startDate, name), toDate(endDate, name)];
    const count = (date: Date) => countBoundaries(dates.toLocal(date, zone), by, first);
    // Hours and smaller units count elapsed time, so a change of the zone's offset is compensated.
    const shift = dates.offsetAt(start.getTime(), zone) - dates.offsetAt(end.getTime(), zone);
    const correction = CLOCK_UNITS.has(by) ? Math.trunc(shift / LENGTH[by]!) : 0;
    return Long.fromNumber(count(end) - count(start) + correction);
  },
);

const $dateTrunc = ofFields(
  ["date", "unit"],
  ["binSize", "timezone", "startOfWeek"],
  (values, _compiler, name) => {
    const { date, binSize } = values;
    if (isGivenNull(values, "date", "unit", "binSize", "timezone", "startOfWeek")) return null;
    const { by, zone, first } = calendarOf(values, name);
    const size = binSize === undefined ? 1 : toInteger(binSize, name, "binSize");
    if (size < 1)
      throw new CommandError(5439017, "$dateTrunc requires 'binSize' to be a positive number");
    // Bins start with the year 2000 in the zone; bins of weeks start with the first week that begins in that year.
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
    return dates.fromLocal(at * LENGTH[by]! - sinceFirstDay(by, first), zone);
  },
);

/** The operators by name. */
export const DATE_ARITHMETIC: Record<string, Operator> = {
  $dateAdd: addition(1),
  $dateSubtract: addition(-1),
  $dateDiff,
  $dateTrunc,
};

/** `$dateTrunc`, in UTC. */
import { ObjectId, Timestamp } from "bson";
import { badValue, CommandError, failedToParse, unsupported } from "../../errors";
import { fieldsOf, isNullish, toInteger, wrongType, type Operator } from "./operator";

function toDate(value: unknown, name: string): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.getHighBitsUnsigned() * 1000);
  throw wrongType(name, "dates", value, 16006);
}

/** Throws if a time zone is given that is not UTC, whatever the date is. */
function assertUtc(timezone: unknown, name: string): void {
  if (isNullish(timezone)) return;
  if (typeof timezone !== "string") throw wrongType(name, "strings as timezone", timezone, 40517);
  if (!/^(UTC|GMT|[+-]00(:?00)?)$/.test(timezone))
    throw unsupported(`${name} in the time zone '${timezone}'`);
}

/** The start of a month, counted from January of year 0. Unlike `Date.UTC`, it does not take the year 50 for 1950. */
const startOfMonth = (month: number) => new Date(new Date(0).setUTCFullYear(0, month, 1));

/** The lengths of the units, in months or in milliseconds. */
const MONTHS = new Map<unknown, number>(Object.entries({ year: 12, quarter: 3, month: 1 }));
const MILLISECONDS = new Map<unknown, number>(
  Object.entries({
    week: 604_800_000,
    day: 86_400_000,
    hour: 3_600_000,
    minute: 60_000,
    second: 1000,
    millisecond: 1,
  }),
);
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function toWeekday(value: unknown, name: string): number {
  const given = typeof value === "string" ? value.toLowerCase() : undefined;
  const index = WEEKDAYS.findIndex((day) => day === given || day.slice(0, 3) === given);
  if (index < 0) throw badValue(`${name} requires 'startOfWeek' to be a day of the week`);
  return index;
}

function truncated(values: Record<string, unknown>, name: string): Date | null {
  const { date, unit, binSize = 1, timezone, startOfWeek = "sunday" } = values;
  // An operand that is given and null or missing makes the result null; an omitted one has a default.
  const isGivenNull = (field: string) => field in values && isNullish(values[field]);
  assertUtc(timezone, name);
  if (["date", "unit", "binSize", "timezone"].some(isGivenNull)) return null;
  const months = MONTHS.get(unit);
  const length = MILLISECONDS.get(unit);
  if (!(months ?? length))
    throw failedToParse(
      `${name} requires 'unit' to be one of ${[...MONTHS.keys(), ...MILLISECONDS.keys()].join(", ")}`,
    );
  if (unit === "week" && isGivenNull("startOfWeek")) return null;
  const size = toInteger(binSize, name);
  if (size < 1)
    throw new CommandError(5439017, "$dateTrunc requires 'binSize' to be a positive number");
  const given = toDate(date, name);
  // Bins start with the year 2000; those of weeks with the first week that begins in that year.
  if (months) {
    const [start, step] = [12 * 2000, size * months];
    const month = 12 * given.getUTCFullYear() + given.getUTCMonth();
    return startOfMonth(start + Math.floor((month - start) / step) * step);
  }
  // 1 January 2000 was a Saturday.
  const day = unit === "week" ? 1 + ((toWeekday(startOfWeek, name) + 1) % 7) : 1;
  const [start, step] = [Date.UTC(2000, 0, day), size * length!];
  return new Date(start + Math.floor((given.getTime() - start) / step) * step);
}

export const $dateTrunc: Operator = (operand, compile, name) => {
  const optional = ["binSize", "timezone", "startOfWeek"];
  const fields = Object.entries(fieldsOf(operand, name, ["date", "unit"], optional)).map(
    ([field, one]) => [field, compile(one)] as const,
  );
  return (environment) =>
    truncated(
      Object.fromEntries(fields.map(([field, evaluate]) => [field, evaluate(environment)])),
      name,
    );
};

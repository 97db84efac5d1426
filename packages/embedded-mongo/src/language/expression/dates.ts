/** Date expressions: parts of dates, and conversions from and to strings. */
import { Long } from "bson";
import { isDocument } from "../../bson/types";
import { Code, CommandError, unsupported } from "../../errors";
import * as dates from "../dates";
import { isGivenNull, toDate, toZone } from "./date-operands";
import { isNullish, ofArguments, ofFields, toInteger, type Operator } from "./operator";

/** An operator for a part of a date; its operand is the date alone, or a document with a date and a time zone. */
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
  $dateToString,
  $dateFromString,
  $dateFromParts,
  $dateToParts,
};

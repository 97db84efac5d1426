/** Validates the operands of date expressions. */
import { ObjectId, Timestamp } from "bson";
import { typeName } from "../../bson/types";
import { CommandError } from "../../errors";
import { isNullish } from "./operator";

/** Converts a date, ObjectId or timestamp to a date; throws for other types. `name` is that of the operator. */
export function toDate(value: unknown, name: string): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.getHighBitsUnsigned() * 1000);
  throw new CommandError(
    16006,
    `can't convert from BSON type ${typeName(value)} to Date (${name})`,
  );
}

/** Returns a time zone, UTC by default; throws if it is not a string. `name` is that of the operator. */
export function toZone(value: unknown, name: string): string {
  if (value === undefined) return "UTC";
  if (typeof value !== "string")
    throw new CommandError(
      40517,
      `${name}: timezone must evaluate to a string, found ${typeName(value)}`,
    );
  return value;
}

/** Whether any of these operands is given and null or missing; an omitted operand has a default instead. */
export const isGivenNull = (values: Record<string, unknown>, ...fields: string[]) =>
  fields.some((field) => field in values && isNullish(values[field]));

/** Update operators that compute a new value from the present one. */
import { BSONRegExp } from "bson";
import { compare, equals } from "../../bson/compare";
import * as number from "../../bson/numbers";
import { isDocument, isOperators, formatValue, typeName } from "../../bson/types";
import { badValue, typeMismatch, unsupported } from "../../errors";
import { compileFilter } from "../match";

/** Computes a new value from the one at a path, which is `undefined` if missing. */
type Modify = (value: unknown, path: string) => unknown;

/** Compiles an operator with its operand for a path; `now` is the time of the update. */
type Modifier = (operand: unknown, path: string, now: Date) => Modify;

/** Returned by a modifier to leave the document unchanged. */
export const UNCHANGED = Symbol("leave");

/** Copies an operand, which is shared by all updated documents. */
export function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isDocument(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, copy(inner)]));
}

const $inc: Modifier = (operand, path) => {
  if (!number.isNumber(operand))
    throw typeMismatch(`$inc takes a number: {${path}: ${formatValue(operand)}}`);
  return (value) => {
    if (value === undefined) return operand;
    if (!number.isNumber(value))
      throw typeMismatch(
        `Cannot apply $inc to a value of non-numeric type. The field '${path}' is of type ${typeName(value)}`,
      );
    const result = number.add(value, operand);
    if ([value, operand].every(number.isInteger) && !number.isInteger(result))
      throw badValue(`Failed to apply $inc to ${formatValue(value)}: it would overflow`);
    return result;
  };
};

const extreme =
  (direction: 1 | -1): Modifier =>
  (operand) =>
  (value) =>
    value === undefined || direction * compare(operand, value) < 0 ? copy(operand) : UNCHANGED;

const $currentDate: Modifier = (operand, path, now) => {
  const type: unknown = isDocument(operand) ? operand.$type : "date";
  if (type !== "date" || !(isDocument(operand) || typeof operand === "boolean"))
    throw unsupported(`$currentDate with ${formatValue(operand)} for '${path}'`);
  return () => now;
};

function toArray(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value))
    throw badValue(`The field '${path}' must be an array but is of type ${typeName(value)}`);
  return value;
}

function toSlice(value: unknown): number {
  const given = number.isNumber(value) ? number.toDouble(value) : NaN;
  if (!Number.isInteger(given))
    throw badValue(`The value for $slice must be an integer value but was ${formatValue(value)}`);
  return given;
}

function itemsOf(
  operand: unknown,
  name: string,
  clauses: string[],
): { items: unknown[]; [clause: string]: unknown } {
  if (!isDocument(operand) || !("$each" in operand)) return { items: [operand] };
  for (const clause of Object.keys(operand))
    if (!clauses.includes(clause)) throw unsupported(`the clause ${clause} of ${name}`);
  if (!Array.isArray(operand.$each))
    throw badValue(`$each in ${name} takes an array, not the type ${typeName(operand.$each)}`);
  return { ...operand, items: operand.$each };
}

const $push: Modifier = (operand) => {
  const { items, $slice } = itemsOf(operand, "$push", ["$each", "$slice"]);
  const slice = $slice === undefined ? undefined : toSlice($slice);
  return (value, path) => {
    const former = value === undefined ? [] : toArray(value, path);
    const array = [...former, ...items.map(copy)];
    if (slice === undefined) return array;
    return slice < 0 ? array.slice(slice) : array.slice(0, slice);
  };
};

const $addToSet: Modifier = (operand) => {
  const { items } = itemsOf(operand, "$addToSet", ["$each"]);
  return (value, path) => {
    const array = value === undefined ? [] : toArray(value, path);
    for (const item of items)
      if (!array.some((there) => equals(there, item))) array.push(copy(item));
    return array;
  };
};

/**
 * Selects the elements that `$pull` removes.
 *
 * As in MongoDB, a document is a filter for the documents in the array. Operators and regular expressions apply to
 * each element as to the value of a field, so also to the elements of an array in the array. Any other operand removes
 * the elements that are equal to it.
 */
function pulled(operand: unknown): (item: unknown) => boolean {
  if (isDocument(operand) && (!isOperators(operand) || isLogical(operand))) {
    const matches = compileFilter(operand);
    return (item) => isDocument(item) && matches(item);
  }
  if (isDocument(operand) || operand instanceof BSONRegExp) {
    const matches = compileFilter({ item: operand });
    return (item) => matches({ item });
  }
  return (item) => equals(item, operand);
}

const isLogical = (operand: object) =>
  ["$and", "$or", "$nor", "$expr"].includes(Object.keys(operand)[0]!);

const $pull: Modifier = (operand) => {
  const takes = pulled(operand);
  return (value, path) =>
    value === undefined ? UNCHANGED : toArray(value, path).filter((item) => !takes(item));
};

export const MODIFIERS: Record<string, Modifier> = {
  $set: (operand) => () => copy(operand),
  $inc,
  $min: extreme(1),
  $max: extreme(-1),
  $currentDate,
  $push,
  $addToSet,
  $pull,
};

/** Update operators that compute a new value from the present one. */
import { BSONRegExp } from "bson";
import { compare, equals } from "../../bson/compare";
import * as number from "../../bson/numbers";
import type { BsonNumber } from "../../bson/numbers";
import { isDocument, isOperators, formatValue, typeName } from "../../bson/types";
import { badValue, failedToParse, typeMismatch, unsupported } from "../../errors";
import { compileFilter } from "../match";
import { sortKey, sortPattern } from "../sort";

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

const arithmetic =
  (
    name: string,
    compute: (a: BsonNumber, b: BsonNumber) => BsonNumber,
    absent: (operand: BsonNumber) => BsonNumber,
  ): Modifier =>
  (operand, path) => {
    if (!number.isNumber(operand))
      throw typeMismatch(`${name} takes a number: {${path}: ${formatValue(operand)}}`);
    return (value) => {
      if (value === undefined) return absent(operand);
      if (!number.isNumber(value))
        throw typeMismatch(
          `Cannot apply ${name} to a value of non-numeric type. The field '${path}' is of type ${typeName(value)}`,
        );
      const result = compute(value, operand);
      if ([value, operand].every(number.isInteger) && !number.isInteger(result))
        throw badValue(`Failed to apply ${name} to ${formatValue(value)}: it would overflow`);
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

function toWhole(value: unknown, what: string): number {
  const given = number.isNumber(value) ? number.toDouble(value) : NaN;
  if (!Number.isInteger(given))
    throw badValue(`The value for ${what} must be an integer value but was ${formatValue(value)}`);
  return given;
}

function itemsOf(
  operand: unknown,
  name: string,
  clauses: string[],
): { items: unknown[]; [clause: string]: unknown } {
  if (!isDocument(operand) || !("$each" in operand)) return { items: [operand] };
  for (const clause of Object.keys(operand))
    if (!clauses.includes(clause)) throw badValue(`Unrecognized clause in ${name}: ${clause}`);
  if (!Array.isArray(operand.$each))
    throw badValue(`$each in ${name} takes an array, not the type ${typeName(operand.$each)}`);
  return { ...operand, items: operand.$each };
}

const $push: Modifier = (operand) => {
  const clauses = ["$each", "$position", "$sort", "$slice"];
  const { items, $position, $sort, $slice } = itemsOf(operand, "$push", clauses);
  const position = $position === undefined ? undefined : toWhole($position, "$position");
  const slice = $slice === undefined ? undefined : toWhole($slice, "$slice");
  const order = $sort === undefined ? undefined : orderOf($sort);
  return (value, path) => {
    const former = value === undefined ? [] : toArray(value, path);
    const added = items.map(copy);
    const array =
      position === undefined
        ? [...former, ...added]
        : [...former.slice(0, position), ...added, ...former.slice(position)];
    if (order) array.sort(order);
    if (slice === undefined) return array;
    return slice < 0 ? array.slice(slice) : array.slice(0, slice);
  };
};

function orderOf(sort: unknown): (a: unknown, b: unknown) => number {
  if (isDocument(sort)) {
    const pattern = sortPattern(sort);
    if (!pattern.length) throw badValue("The $sort of $push needs at least one field.");
    return (a, b) => Buffer.compare(sortKey(a, pattern), sortKey(b, pattern));
  }
  const direction = number.isNumber(sort) ? number.toDouble(sort) : NaN;
  if (direction !== 1 && direction !== -1)
    throw badValue("The $sort element value must be either 1 or -1");
  return (a, b) => direction * compare(a, b);
}

const $addToSet: Modifier = (operand) => {
  const { items } = itemsOf(operand, "$addToSet", ["$each"]);
  return (value, path) => {
    const array = value === undefined ? [] : toArray(value, path);
    for (const item of items)
      if (!array.some((there) => equals(there, item))) array.push(copy(item));
    return array;
  };
};

const $pop: Modifier = (operand) => {
  const end = number.isNumber(operand) ? number.toDouble(operand) : NaN;
  if (end !== 1 && end !== -1)
    throw failedToParse(`$pop expects 1 or -1, found: ${formatValue(operand)}`);
  return (value, path) => {
    if (value === undefined) return UNCHANGED;
    if (!Array.isArray(value))
      throw typeMismatch(
        `Path '${path}' contains an element of non-array type '${typeName(value)}'`,
      );
    return end === 1 ? value.slice(0, -1) : value.slice(1);
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

const removal =
  (taken: (operand: unknown) => (item: unknown) => boolean): Modifier =>
  (operand) => {
    const takes = taken(operand);
    return (value, path) =>
      value === undefined ? UNCHANGED : toArray(value, path).filter((item) => !takes(item));
  };

export const MODIFIERS: Record<string, Modifier> = {
  $set: (operand) => () => copy(operand),
  $inc: arithmetic("$inc", number.add, (operand) => operand),
  $mul: arithmetic("$mul", number.multiply, (operand) => number.multiply(operand, 0)),
  $min: extreme(1),
  $max: extreme(-1),
  $currentDate,
  $push,
  $addToSet,
  $pop,
  $pull: removal(pulled),
  $pullAll: removal((operand) => {
    if (!Array.isArray(operand))
      throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
    return (item) => operand.some((one) => equals(one, item));
  }),
};

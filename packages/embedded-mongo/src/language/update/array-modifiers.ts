/** Update operators on arrays. */
import { BSONRegExp } from "bson";
import { compare, equals } from "../../bson/compare";
import { isNumber, toDouble } from "../../bson/numbers";
import { isDocument, isOperators, formatValue, typeName } from "../../bson/types";
import { badValue, failedToParse, typeMismatch } from "../../errors";
import { compileFilter } from "../match";
import type { Scope } from "../scope";
import { sortKey, sortPattern } from "../sort";
import { copy, UNCHANGED, type Modifier } from "./modifier";

function toArray(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value))
    throw badValue(`The field '${path}' must be an array but is of type ${typeName(value)}`);
  return value;
}

function toWhole(value: unknown, what: string): number {
  const number = isNumber(value) ? toDouble(value) : NaN;
  if (!Number.isInteger(number))
    throw badValue(`The value for ${what} must be an integer value but was ${formatValue(value)}`);
  return number;
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
    throw badValue(
      `The argument to $each in ${name} must be an array but it was of type: ${typeName(operand.$each)}`,
    );
  return { ...operand, items: operand.$each };
}

const $push: Modifier = (operand) => {
  const { items, $position, $sort, $slice } = itemsOf(operand, "$push", [
    "$each",
    "$position",
    "$sort",
    "$slice",
  ]);
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
    if (!Object.keys(sort).length)
      throw badValue("The $sort pattern is empty when it should be a set of fields.");
    const pattern = sortPattern(sort);
    return (a, b) => Buffer.compare(sortKey(a, pattern), sortKey(b, pattern));
  }
  const direction = isNumber(sort) ? toDouble(sort) : NaN;
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
  const end = isNumber(operand) ? toDouble(operand) : NaN;
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
function pulled(operand: unknown, scope: Scope): (item: unknown) => boolean {
  if (isDocument(operand) && (!isOperators(operand) || isLogical(operand))) {
    const matches = compileFilter(operand, scope);
    return (item) => isDocument(item) && matches(item);
  }
  if (isDocument(operand) || operand instanceof BSONRegExp) {
    const matches = compileFilter({ item: operand }, scope);
    return (item) => matches({ item });
  }
  return (item) => equals(item, operand);
}

const isLogical = (operand: object) =>
  ["$and", "$or", "$nor", "$expr"].includes(Object.keys(operand)[0]!);

const removal =
  (taken: (operand: unknown, scope: Scope) => (item: unknown) => boolean): Modifier =>
  (operand, scope) => {
    const takes = taken(operand, scope);
    return (value, path) =>
      value === undefined ? UNCHANGED : toArray(value, path).filter((item) => !takes(item));
  };

/** The operators by name. */
export const ARRAY_MODIFIERS: Record<string, Modifier> = {
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

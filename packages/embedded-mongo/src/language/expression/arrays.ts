/** Array expressions. */
import { typeName } from "../../bson/types";
import { CommandError } from "../../errors";
import { assertArrayLength } from "./limits";
import { order } from "./logic";
import {
  isNullish,
  ofArguments,
  ofOne,
  ofTwo,
  toArray,
  toInteger,
  type Operator,
} from "./operator";
import { bounds } from "./strings";

/** An operator on one array; null for null. */
const ofArray = (compute: (items: unknown[]) => unknown): Operator =>
  ofOne((value, name) => (isNullish(value) ? null : compute(toArray(value, name))));

const at = (items: unknown[], index: number) => items[index < 0 ? items.length + index : index];

const $arrayElemAt = ofTwo((array, index, name) =>
  isNullish(array) || isNullish(index) ? null : at(toArray(array, name), toInteger(index, name)),
);

const $concatArrays = ofArguments(0, Infinity, (values, _compiler, name) => {
  if (values.some(isNullish)) return null;
  const arrays = values.map((value) => toArray(value, name));
  assertArrayLength(
    arrays.reduce((sum, { length }) => sum + length, 0),
    name,
  );
  return arrays.flat();
});

const $in = ofTwo((value, array, name) =>
  toArray(array, name).some((item) => order(item, value) === 0),
);

const $indexOfArray = ofArguments(2, 4, ([array, value, ...range], _compiler, name) => {
  if (isNullish(array)) return null;
  const items = toArray(array, name);
  const [start, end] = bounds(range, items.length, name);
  for (let i = start; i < end; i++) if (order(items[i], value) === 0) return i;
  return -1;
});

const $slice = ofArguments(2, 3, (values, _compiler, name) => {
  if (values.some(isNullish)) return null;
  const items = toArray(values[0], name);
  const first = toInteger(values[1], name);
  if (values.length === 2) return first < 0 ? items.slice(first) : items.slice(0, first);
  const count = toInteger(values[2], name);
  if (count < 1) throw new CommandError(28729, "Third argument to $slice must be positive");
  const start = first < 0 ? Math.max(0, items.length + first) : first;
  return items.slice(start, start + count);
});

/** The operators by name. */
export const ARRAYS: Record<string, Operator> = {
  $arrayElemAt,
  $first: ofArray((items) => at(items, 0)),
  $last: ofArray((items) => at(items, -1)),
  $concatArrays,
  $in,
  $indexOfArray,
  $isArray: ofOne((value) => Array.isArray(value)),
  $reverseArray: ofArray((items) => [...items].reverse()),
  $size: ofOne((value) => {
    if (!Array.isArray(value))
      throw new CommandError(
        17124,
        `The argument to $size must be an array, but was of type: ${typeName(value)}`,
      );
    return value.length;
  }),
  $slice,
};

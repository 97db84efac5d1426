/** Array expressions. */
import { compare, equals } from "../../bson/compare";
import { isNumber, toDouble } from "../../bson/numbers";
import { isDocument, typeName } from "../../bson/types";
import { badValue, CommandError } from "../../errors";
import type { Scope } from "../scope";
import { documentOrder } from "../sort";
import { assertArrayLength } from "./limits";
import {
  fieldsOf,
  isNullish,
  ofArguments,
  ofFields,
  ofOne,
  ofTwo,
  toArray,
  toInteger,
  type Compiler,
  type Evaluate,
  type Operator,
} from "./operator";
import { bounds } from "./strings";

/** An operator on one array; null for null. */
const ofArray = (compute: (items: unknown[], compiler: Compiler) => unknown): Operator =>
  ofOne((value, name, compiler) =>
    isNullish(value) ? null : compute(toArray(value, name), compiler),
  );

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

const $in = ofTwo((value, array, name, { scope }) =>
  toArray(array, name).some((item) => equals(item, value, scope.collation)),
);

const $indexOfArray = ofArguments(2, 4, ([array, value, from = 0, to], { scope }, name) => {
  if (isNullish(array)) return null;
  const items = toArray(array, name);
  const [start, end] = bounds(from, to, items.length, name);
  for (let i = start; i < end; i++) if (equals(items[i], value, scope.collation)) return i;
  return -1;
});

/** Validates an operand of `$range`; errors have `code` for another type, `code + 1` for a number that is no int. */
function toInt(value: unknown, code: number, what: string): number {
  const number = isNumber(value) ? toDouble(value) : undefined;
  if (number === undefined)
    throw new CommandError(code, `$range requires a numeric ${what}, found ${typeName(value)}`);
  if (number !== (number | 0))
    throw new CommandError(
      code + 1,
      `$range requires a ${what} that can be represented as a 32-bit integer, found ${number}`,
    );
  return number;
}

const $range = ofArguments(2, 3, ([start, end, step = 1], _compiler, name) => {
  const first = toInt(start, 34443, "starting value");
  const last = toInt(end, 34445, "ending value");
  const by = toInt(step, 34447, "step value");
  if (by === 0) throw new CommandError(34449, "$range requires a non-zero step value");
  // The number of elements, or one more, as MongoDB computes it.
  const steps = Math.trunc((last - first) / by);
  assertArrayLength(steps >= 0 ? 1 + steps : 0, name);
  const numbers: number[] = [];
  for (let n = first; by > 0 ? n < last : n > last; n += by) numbers.push(n);
  return numbers;
});

const $slice = ofArguments(2, 3, ([array, a, b], _compiler, name) => {
  if (isNullish(array) || isNullish(a) || b === null) return null;
  const items = toArray(array, name);
  const first = toInteger(a, name);
  if (b === undefined) return first < 0 ? items.slice(first) : items.slice(0, first);
  const count = toInteger(b, name);
  if (count < 1) throw new CommandError(28729, "Third argument to $slice must be positive");
  const start = first < 0 ? Math.max(0, items.length + first) : first;
  return items.slice(start, start + count);
});

/** `sortBy` is a constant, not an expression; its paths may have dots. */
const $sortArray: Operator = (operand, { compile, scope }, name) => {
  const { input, sortBy } = fieldsOf(operand, name, ["input", "sortBy"]);
  const evaluate = compile(input);
  const order = orderBy(sortBy, scope);
  return (environment) => {
    const items = evaluate(environment);
    return isNullish(items) ? null : [...toArray(items, name)].sort(order);
  };
};

function orderBy(sortBy: unknown, scope: Scope): (a: unknown, b: unknown) => number {
  if (isDocument(sortBy)) return documentOrder(sortBy, scope);
  const direction = isNumber(sortBy) ? toDouble(sortBy) : NaN;
  if (direction !== 1 && direction !== -1)
    throw badValue("$sortArray: sortBy must be 1, -1 or a document");
  return (a, b) => direction * compare(a, b, scope.collation);
}

const $zip: Operator = (operand, compiler, name) => {
  const { inputs, defaults, useLongestLength } = fieldsOf(
    operand,
    name,
    ["inputs"],
    ["defaults", "useLongestLength"],
  );
  const check = (holds: boolean, code: number, message: string) => {
    if (!holds) throw new CommandError(code, message);
  };
  check(Array.isArray(inputs), 34461, "inputs must be an array of expressions");
  check(isNullish(defaults) || Array.isArray(defaults), 34462, "defaults must be an array");
  check(
    ["boolean", "undefined"].includes(typeof useLongestLength),
    34463,
    "useLongestLength must be a bool",
  );
  check(inputs.length > 0, 34465, "$zip requires at least one input array");
  const hasDefaults = defaults?.length > 0;
  check(
    useLongestLength === true || !hasDefaults,
    34466,
    "cannot specify defaults unless useLongestLength is true",
  );
  check(
    !hasDefaults || defaults.length === inputs.length,
    34467,
    "defaults and inputs must have the same length",
  );
  const evaluates: Evaluate[] = inputs.map((input: unknown) => compiler.compile(input));
  const fillers: Evaluate[] = (defaults ?? []).map((one: unknown) => compiler.compile(one));
  return (environment) => {
    const arrays = evaluates.map((evaluate) => evaluate(environment));
    if (arrays.some(isNullish)) return null;
    const lengths = arrays.map((array) => toArray(array, name).length);
    const choose = useLongestLength === true ? Math.max : Math.min;
    const length = lengths.reduce((one, other) => choose(one, other));
    assertArrayLength(length * arrays.length, name);
    return Array.from({ length }, (_, row) =>
      arrays.map((array, i) =>
        row < lengths[i]! ? (array as unknown[])[row] : (fillers[i]?.(environment) ?? null),
      ),
    );
  };
};

/** The first, last, largest or smallest n elements of an array. */
const someOf = (pick: (items: unknown[], n: number, compiler: Compiler) => unknown[]): Operator =>
  ofFields(["input", "n"], [], ({ input, n }, compiler, name) => {
    const count = isNumber(n) ? toDouble(n) : NaN;
    if (!Number.isInteger(count) || count < 1)
      throw new CommandError(5787908, `'n' must be greater than 0, found ${String(n)}`);
    if (isNullish(input)) return null;
    return pick(toArray(input, name), count, compiler);
  });

const extremes = (direction: 1 | -1) =>
  someOf((items, n, { scope }) =>
    items
      .filter((item) => !isNullish(item))
      .sort((a, b) => direction * compare(a, b, scope.collation))
      .slice(0, n),
  );

/** The operators by name. */
export const ARRAYS: Record<string, Operator> = {
  $arrayElemAt,
  $first: ofArray((items) => at(items, 0)),
  $last: ofArray((items) => at(items, -1)),
  $concatArrays,
  $in,
  $indexOfArray,
  $isArray: ofOne((value) => Array.isArray(value)),
  $range,
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
  $sortArray,
  $zip,
  $firstN: someOf((items, n) => items.slice(0, n)),
  $lastN: someOf((items, n) => items.slice(-n)),
  $minN: extremes(1),
  $maxN: extremes(-1),
};

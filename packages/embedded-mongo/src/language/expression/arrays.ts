/** Array expressions, and accumulators over arrays. */
import { ownField } from "../../bson/types";
import { badValue, CommandError, unsupported } from "../../errors";
import { ACCUMULATORS } from "../accumulators";
import { checkVariableName, order } from "./logic";
import {
  fieldsOf,
  isNullish,
  isTrue,
  ofArguments,
  ofOne,
  ofTwo,
  toArray,
  toInteger,
  type Operator,
} from "./operator";

const $concatArrays = ofArguments(0, Infinity, (values, name) => {
  if (values.some(isNullish)) return null;
  return values.flatMap((value) => toArray(value, name));
});

const $in = ofTwo((value, array, name) =>
  toArray(array, name).some((item) => order(item, value) === 0),
);

const $slice = ofArguments(2, 3, (values, name) => {
  if (values.some(isNullish)) return null;
  const items = toArray(values[0], name);
  const first = toInteger(values[1], name);
  if (values.length === 2) return first < 0 ? items.slice(first) : items.slice(0, first);
  const count = toInteger(values[2], name);
  if (count < 1) throw new CommandError(28729, "Third argument to $slice must be positive");
  const start = first < 0 ? Math.max(0, items.length + first) : first;
  return items.slice(start, start + count);
});

/** An operator that evaluates an expression for each element of its input, which a variable stands for. */
const ofEach =
  (body: "cond" | "in", combine: (items: unknown[], results: unknown[]) => unknown[]): Operator =>
  (operand, compile, name) => {
    const fields = fieldsOf(operand, name, ["input", body], ["as", "limit"]);
    if (fields.limit !== undefined) throw unsupported(`${name} with a limit`);
    const variable: unknown = ownField(fields, "as") ?? "this";
    if (typeof variable !== "string") throw badValue(`${name}: as must be a name`);
    if (variable === "CURRENT") throw unsupported(`${name} that defines CURRENT`);
    checkVariableName(variable);
    const input = compile(fields.input);
    const evaluate = compile(fields[body], [variable]);
    return ({ root, variables }) => {
      const items = input({ root, variables });
      if (isNullish(items)) return null;
      const results = toArray(items, name).map((item) =>
        evaluate({ root, variables: { ...variables, [variable]: item } }),
      );
      return combine(items as unknown[], results);
    };
  };

/** An operator on the elements of one array, or on several operands, by an accumulator of `$group`. */
const accumulated =
  (name: string): Operator =>
  (operand, compile) => {
    const operands = [operand].flat().map((one) => compile(one));
    return (environment) => {
      const values = operands.map((evaluate) => evaluate(environment));
      const only = values.length === 1 ? values[0] : undefined;
      const accumulator = ACCUMULATORS[name]!();
      for (const value of Array.isArray(only) ? only : values) accumulator.add(value);
      return accumulator.result();
    };
  };

export const ARRAYS: Record<string, Operator> = {
  $concatArrays,
  $in,
  $size: ofOne((value, name) => toArray(value, name, 17124).length),
  $slice,
  $filter: ofEach("cond", (items, results) => items.filter((_, i) => isTrue(results[i]))),
  $map: ofEach("in", (_items, results) => results.map((result) => result ?? null)),
  ...Object.fromEntries(
    ["$sum", "$min", "$max", "$mergeObjects"].map((name) => [name, accumulated(name)]),
  ),
};

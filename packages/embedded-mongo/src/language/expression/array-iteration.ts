/** Array expressions that evaluate another one for each element. */
import { ownField } from "../../bson/types";
import { badValue, CommandError } from "../../errors";
import { checkVariableName } from "./logic";
import {
  fieldsOf,
  isNullish,
  isTrue,
  toArray,
  toInteger,
  type Environment,
  type Operator,
} from "./operator";

/** An operator that evaluates an expression for each element of its input. */
const overItems =
  (
    body: string,
    optional: string[],
    run: (items: unknown[], each: (item: unknown) => unknown, limit: unknown) => unknown,
  ): Operator =>
  (operand, { compile }, name) => {
    const fields = fieldsOf(operand, name, ["input", body], ["as", ...optional]);
    const variable: unknown = ownField(fields, "as") ?? "this";
    if (typeof variable !== "string") throw badValue(`${name}: as must be a name`);
    checkVariableName(variable);
    const input = compile(fields.input);
    const evaluate = compile(fields[body], [variable]);
    const limit = fields.limit === undefined ? undefined : compile(fields.limit);
    return (environment) => {
      const items = input(environment);
      if (isNullish(items)) return null;
      const each = (item: unknown) => evaluate(binding(environment, { [variable]: item }));
      return run(toArray(items, name), each, limit?.(environment));
    };
  };

const binding = (environment: Environment, values: Record<string, unknown>): Environment => ({
  ...environment,
  variables: { ...environment.variables, ...values },
});

const $filter = overItems("cond", ["limit"], (items, each, limit) => {
  if (isNullish(limit)) return items.filter((item) => isTrue(each(item)));
  const most = toInteger(limit, "$filter", "limit");
  if (most < 1) throw new CommandError(327392, "$filter: limit must be greater than 0");
  const kept: unknown[] = [];
  for (const item of items) if (kept.length < most && isTrue(each(item))) kept.push(item);
  return kept;
});

const $map = overItems("in", [], (items, each) => items.map((item) => each(item) ?? null));

const $reduce: Operator = (operand, { compile }, name) => {
  const fields = fieldsOf(operand, name, ["input", "initialValue", "in"]);
  const [input, initial] = [compile(fields.input), compile(fields.initialValue)];
  const combine = compile(fields.in, ["value", "this"]);
  return (environment) => {
    const items = input(environment);
    if (isNullish(items)) return null;
    return toArray(items, name).reduce(
      (value, item) => combine(binding(environment, { value, this: item })),
      initial(environment),
    );
  };
};

/** The operators by name. */
export const ARRAY_ITERATION: Record<string, Operator> = { $filter, $map, $reduce };

/** `$group`. */
import { identity } from "../../bson/keys";
import { Row } from "../../bson/raw-document";
import { isDocument, lookUp, putField } from "../../bson/types";
import { badValue, CommandError, unsupported } from "../../errors";
import { PAUSE, type Pause } from "../../storage/time-slice";
import { ACCUMULATORS, Sum, type Accumulator } from "../accumulators";
import { compileExpression, environment } from "../expression";
import type { Evaluate } from "../expression/operator";
import type { Rows, Stage } from "./stage";

interface Computed {
  field: string;
  evaluate: Evaluate;
  make(): Accumulator;
}

function compileField([field, spec]: [string, unknown]): Computed {
  if (field.includes("."))
    throw new CommandError(40235, `The field name '${field}' cannot contain '.'`);
  if (field.startsWith("$"))
    throw new CommandError(40236, `The field name '${field}' cannot be an operator name`);
  const entries = isDocument(spec) ? Object.entries(spec) : [];
  const [name, operand] = entries[0] ?? [];
  if (!name?.startsWith("$") || entries.length > 1)
    throw new CommandError(40234, `The field '${field}' must specify one accumulator`);
  if (name === "$count") {
    if (!isDocument(operand) || Object.keys(operand).length)
      throw badValue("$count takes no arguments, i.e. $count:{}");
    return { field, evaluate: () => 1, make: () => new Sum() };
  }
  const make = lookUp(ACCUMULATORS, name);
  if (!make) throw unsupported(`the accumulator ${name}`);
  if (Array.isArray(operand) && operand.length !== 1)
    throw new CommandError(40237, `The ${name} accumulator is a unary operator`);
  return {
    field,
    evaluate: compileExpression(Array.isArray(operand) ? operand[0] : operand),
    make,
  };
}

interface Group {
  _id: unknown;
  accumulators: Accumulator[];
}

export const $group: Stage = (operand) => {
  if (!isDocument(operand))
    throw new CommandError(15947, "a group's fields must be specified in an object");
  const { _id, ...fields } = operand;
  if (!("_id" in operand))
    throw new CommandError(15955, "a group specification must include an _id");
  const idOf = compileExpression(_id);
  const compiled = Object.entries(fields).map(compileField);
  return function* (rows: Rows): Generator<Row | Pause> {
    const groups = new Map<string, Group>();
    for (const row of rows) {
      if (row === PAUSE) {
        yield PAUSE;
        continue;
      }
      const env = environment(row.doc);
      const _id = idOf(env) ?? null;
      const key = identity(_id);
      let group = groups.get(key);
      if (!group)
        groups.set(key, (group = { _id, accumulators: compiled.map(({ make }) => make()) }));
      compiled.forEach(({ evaluate }, i) => group.accumulators[i]!.add(evaluate(env)));
    }
    for (const { _id, accumulators } of groups.values()) {
      const made = { _id };
      compiled.forEach(({ field }, i) => putField(made, field, accumulators[i]!.result()));
      yield Row.of(made);
    }
  };
};

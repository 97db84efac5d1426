/** `$group`. */
import { identity } from "../../bson/keys";
import { Row } from "../../bson/raw-document";
import { isDocument, putField } from "../../bson/types";
import { CommandError } from "../../errors";
import { PAUSE, type Pause } from "../../storage/time-slice";
import type { Accumulator } from "../accumulators";
import { compileAccumulator } from "./accumulator";
import { compileExpression, environment } from "../expression";
import type { Rows, Stage } from "./stage";

interface Group {
  _id: unknown;
  accumulators: Accumulator[];
}

/** Groups documents by a key. */
export const $group: Stage = (operand, { scope }) => {
  if (!isDocument(operand))
    throw new CommandError(15947, "a group's fields must be specified in an object");
  const { _id, ...fields } = operand;
  if (!("_id" in operand))
    throw new CommandError(15955, "a group specification must include an _id");
  const idOf = compileExpression(_id, scope);
  const compiled = Object.entries(fields).map(([field, spec]) => {
    if (field.includes("."))
      throw new CommandError(40235, `The field name '${field}' cannot contain '.'`);
    if (field.startsWith("$"))
      throw new CommandError(40236, `The field name '${field}' cannot be an operator name`);
    return { field, ...compileAccumulator(field, spec, scope) };
  });
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

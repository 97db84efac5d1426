/** `$group` and `$bucket`. */
import { compare, typeTag } from "../../bson/compare";
import { identity } from "../../bson/keys";
import { Row } from "../../bson/raw-document";
import { isDocument, putField, formatValue } from "../../bson/types";
import { CommandError } from "../../errors";
import { PAUSE, type Pause } from "../../storage/time-slice";
import type { Accumulator } from "../accumulators";
import { compileAccumulator } from "./accumulator";
import { compileExpression, environment, type Environment } from "../expression";
import { fieldsOf } from "../expression/operator";
import type { Scope } from "../scope";
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
  return grouping(compileExpression(_id, scope), fields, scope);
};

function grouping(
  idOf: (env: Environment) => unknown,
  fields: Record<string, unknown>,
  scope: Scope,
) {
  const compiled = Object.entries(fields).map(([field, spec]) => {
    if (field.includes("."))
      throw new CommandError(40235, `The field name '${field}' cannot contain '.'`);
    if (field.startsWith("$"))
      throw new CommandError(40236, `The field name '${field}' cannot be an operator name`);
    return { field, ...compileAccumulator(field, spec, scope) };
  });
  const identify = scope.collation?.identity ?? identity;
  return function* (rows: Rows): Generator<Row | Pause> {
    const groups = new Map<string, Group>();
    for (const row of rows) {
      if (row === PAUSE) {
        yield PAUSE;
        continue;
      }
      const env = environment(row.doc, scope);
      const _id = idOf(env) ?? null;
      const key = identify(_id);
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
}

/** Groups documents by the interval that a value falls into. */
export const $bucket: Stage = (operand, { scope }, name) => {
  const {
    groupBy,
    boundaries,
    default: otherwise,
    output = { count: { $sum: 1 } },
  } = fieldsOf(operand, name, ["groupBy", "boundaries"], ["default", "output"]);
  if (!Array.isArray(boundaries) || boundaries.length < 2)
    throw new CommandError(40192, "The $bucket 'boundaries' field must have at least 2 values");
  for (let i = 1; i < boundaries.length; i++)
    if (
      typeTag(boundaries[i]) !== typeTag(boundaries[0]) ||
      compare(boundaries[i - 1], boundaries[i], scope.collation) >= 0
    )
      throw new CommandError(
        40194,
        "The 'boundaries' option to $bucket must be sorted and of one type",
      );
  const by = compileExpression(groupBy, scope);
  const bucketOf = (env: Environment): unknown => {
    const value = by(env);
    const above = boundaries.findIndex(
      (boundary) => compare(value ?? null, boundary, scope.collation) < 0,
    );
    if (above > 0) return boundaries[above - 1];
    if (otherwise === undefined)
      throw new CommandError(
        40066,
        `$bucket could not find a matching bucket for ${formatValue(value)}, and no default was specified.`,
      );
    return otherwise;
  };
  const group = grouping(bucketOf, output, scope);
  return function* (rows: Rows): Generator<Row | Pause> {
    const buckets: Row[] = [];
    for (const row of group(rows)) {
      if (row === PAUSE) yield PAUSE;
      else buckets.push(row);
    }
    yield* buckets.sort((a, b) => compare(a.doc._id, b.doc._id, scope.collation));
  };
};

/** Document expressions. */
import type { Document } from "bson";
import { encode } from "../../bson/raw-document";
import { isDocument, ownField, putField, typeName } from "../../bson/types";
import { CommandError } from "../../errors";
import {
  fieldsOf,
  isNullish,
  ofArguments,
  ofOne,
  toArray,
  type Evaluate,
  type Operator,
} from "./operator";

const $mergeObjects = ofArguments(0, Infinity, (values) => {
  const documents = values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
  const merged: Document = {};
  for (const value of documents) {
    if (isNullish(value)) continue;
    if (!isDocument(value))
      throw new CommandError(
        40400,
        `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`,
      );
    for (const [field, inner] of Object.entries(value)) putField(merged, field, inner);
  }
  return merged;
});

/** Reads a field name, which is a constant even if it looks like a path. */
function constantName(operand: unknown, name: string): string {
  const field = isDocument(operand) && "$literal" in operand ? operand.$literal : operand;
  if (typeof field !== "string" || (field === operand && field.startsWith("$")))
    throw new CommandError(4161107, `${name} requires 'field' to evaluate to a constant string`);
  return field;
}

const $getField: Operator = (operand, { compile }, name) => {
  const byName = isDocument(operand) && "field" in operand;
  const fields = byName
    ? fieldsOf(operand, name, ["field"], ["input"])
    : { field: operand, input: "$$CURRENT" };
  const field = constantName(fields.field, name);
  const input = compile("input" in fields ? fields.input : "$$CURRENT");
  return (environment) => {
    const value = input(environment);
    if (isDocument(value)) return ownField(value, field);
    return value === null ? null : undefined;
  };
};

const setting =
  (required: string[], valueOf: (operand: Document) => unknown): Operator =>
  (operand, { compile }, name) => {
    const fields = fieldsOf(operand, name, required);
    const field = constantName(fields.field, name);
    const input = compile(fields.input);
    const value: Evaluate = compile(valueOf(fields));
    return (environment) => {
      const given = input(environment);
      if (isNullish(given)) return null;
      if (!isDocument(given))
        throw new CommandError(4161105, `${name} requires 'input' to evaluate to an object`);
      const made = { ...given };
      const set = value(environment);
      if (set === undefined) delete made[field];
      else putField(made, field, set);
      return made;
    };
  };

const $arrayToObject = ofOne((value, name) => {
  if (isNullish(value)) return null;
  const made = {};
  for (const item of toArray(value, name)) {
    const [key, inner] = Array.isArray(item)
      ? item
      : isDocument(item)
        ? [ownField(item, "k"), ownField(item, "v")]
        : [];
    if (typeof key !== "string")
      throw new CommandError(40398, `$arrayToObject needs keys and values, not ${typeName(item)}`);
    putField(made, key, inner ?? null);
  }
  return made;
});

const $objectToArray = ofOne((value) => {
  if (isNullish(value)) return null;
  if (!isDocument(value))
    throw new CommandError(
      40390,
      `$objectToArray requires a document input, found: ${typeName(value)}`,
    );
  return Object.entries(value).map(([k, v]) => ({ k, v }));
});

/** The operators by name. */
export const OBJECTS: Record<string, Operator> = {
  $mergeObjects,
  $arrayToObject,
  $objectToArray,
  $getField,
  $setField: setting(["field", "input", "value"], ({ value }) => value),
  $unsetField: setting(["field", "input"], () => "$$REMOVE"),
  $bsonSize: ofOne((value, name) => {
    if (isNullish(value)) return null;
    if (!isDocument(value))
      throw new CommandError(31393, `${name} requires a document input, found: ${typeName(value)}`);
    return encode(value).length;
  }),
};

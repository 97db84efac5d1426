/** Building blocks of expression operators. */
import type { Document } from "bson";
import { isNumber, isZero, toDouble, type BsonNumber } from "../../bson/numbers";
import { isDocument, ownField, formatValue, typeName } from "../../bson/types";
import { failedToParse, CommandError } from "../../errors";

export interface Environment {
  readonly root: unknown;
  /** The variables of `$map` and `$filter`. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A compiled expression; `undefined` means that the value is missing. */
export type Evaluate = (environment: Environment) => unknown;

/** Compiles an operand, which may use additional variables. */
export type Compile = (expression: unknown, variables?: readonly string[]) => Evaluate;

export type Operator = (operand: unknown, compile: Compile, name: string) => Evaluate;

export const isNullish = (value: unknown): value is null | undefined =>
  value === null || value === undefined;

/** Whether a value is truthy: everything but false, null, missing and zero. */
export const isTrue = (value: unknown): boolean =>
  !(isNullish(value) || value === false || (isNumber(value) && isZero(value)));

/** Creates an operator with `least` to `most` operands, whose result is computed from their values. */
export function ofArguments(
  least: number,
  most: number,
  compute: (values: unknown[], name: string) => unknown,
): Operator {
  return (operand, compile, name) => {
    const operands = Array.isArray(operand) ? operand : [operand];
    if (operands.length < least || operands.length > most)
      throw new CommandError(
        16020,
        `Expression ${name} takes ${least} to ${most} arguments. ${operands.length} were passed in.`,
      );
    const evaluates = operands.map((one) => compile(one));
    return (environment) => {
      const values = evaluates.map((evaluate) => evaluate(environment));
      return compute(values, name);
    };
  };
}

export const ofOne = (compute: (value: unknown, name: string) => unknown): Operator =>
  ofArguments(1, 1, ([value], name) => compute(value, name));

export const ofTwo = (compute: (a: unknown, b: unknown, name: string) => unknown): Operator =>
  ofArguments(2, 2, ([a, b], name) => compute(a, b, name));

/** Validates that an operand is a document with all required fields and no others than these; returns it. */
export function fieldsOf(
  operand: unknown,
  name: string,
  required: readonly string[],
  optional: readonly string[] = [],
): Document {
  if (!isDocument(operand)) throw failedToParse(`${name} only supports an object as its argument`);
  for (const field of Object.keys(operand))
    if (!required.includes(field) && !optional.includes(field))
      throw failedToParse(`Unrecognized argument to ${name}: ${field}`);
  for (const field of required)
    if (ownField(operand, field) === undefined)
      throw failedToParse(`Missing '${field}' parameter to ${name}`);
  return operand;
}

export const wrongType = (name: string, wanted: string, value: unknown, code = 14) =>
  new CommandError(
    code,
    `${name} only supports ${wanted}, not ${typeName(value)}: ${formatValue(value)}`,
  );

/** Converts to an integer; throws unless JavaScript represents it exactly. */
export function toInteger(value: unknown, name: string): number {
  const number = isNumber(value) ? toDouble(toNumber(value, name)) : NaN;
  if (!Number.isSafeInteger(number)) throw wrongType(name, "integers", value, 40096);
  return number;
}

/** Asserts that a value is an array; callers handle null and missing. */
export function toArray(value: unknown, name: string, code = 17053): unknown[] {
  if (!Array.isArray(value)) throw wrongType(name, "arrays", value, code);
  return value;
}

/** Asserts that a value is a number to compute with. */
export function toNumber(value: unknown, name: string): BsonNumber {
  if (!isNumber(value)) throw wrongType(name, "numeric types", value);
  return value;
}

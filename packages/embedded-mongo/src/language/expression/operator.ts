/** Building blocks of expression operators. */
import { failedToParse, CommandError } from "../../errors";
import { assertNoDecimal, isNumber, isZero, toDouble, type BsonNumber } from "../../bson/numbers";
import { isDocument, ownField, formatValue, typeName } from "../../bson/types";
import type { Document } from "bson";
import type { Scope } from "../scope";

/** The environment in which an expression is evaluated. */
export interface Environment {
  /** `$$ROOT`. */
  readonly root: unknown;
  /** Variables of `let`, `$map`, `$filter` and the like. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A compiled expression; `undefined` means that the value is missing. */
export type Evaluate = (environment: Environment) => unknown;

/** Compiles the operands of operators. */
export interface Compiler {
  readonly scope: Scope;
  /** Compiles an operand that may use additional variables. */
  compile(expression: unknown, variables?: readonly string[]): Evaluate;
}

/** Compiles an operator with its operand. */
export type Operator = (operand: unknown, compiler: Compiler, name: string) => Evaluate;

/** Whether a value is null or missing. */
export const isNullish = (value: unknown): value is null | undefined =>
  value === null || value === undefined;

/** Whether a value is truthy: everything but false, null, missing and zero. */
export const isTrue = (value: unknown): boolean =>
  !(isNullish(value) || value === false || (isNumber(value) && isZero(value)));

/** Creates an operator with `least` to `most` operands, whose result is computed from their values. */
export function ofArguments(
  least: number,
  most: number,
  compute: (values: unknown[], compiler: Compiler, name: string) => unknown,
): Operator {
  return (operand, compiler, name) => {
    const operands = Array.isArray(operand) ? operand : [operand];
    if (operands.length < least || operands.length > most)
      throw new CommandError(
        16020,
        `Expression ${name} takes ${least === most ? `exactly ${least}` : `${least} to ${most}`} arguments. ${operands.length} were passed in.`,
      );
    const evaluates = operands.map((one) => compiler.compile(one));
    return (environment) =>
      compute(
        evaluates.map((evaluate) => evaluate(environment)),
        compiler,
        name,
      );
  };
}

/** Creates an operator with one operand. */
export const ofOne = (
  compute: (value: unknown, name: string, compiler: Compiler) => unknown,
): Operator => ofArguments(1, 1, ([value], compiler, name) => compute(value, name, compiler));

/** Creates an operator with two operands. */
export const ofTwo = (
  compute: (a: unknown, b: unknown, name: string, compiler: Compiler) => unknown,
): Operator => ofArguments(2, 2, ([a, b], compiler, name) => compute(a, b, name, compiler));

/** Creates an operator with named operands. */
export function ofFields(
  required: readonly string[],
  optional: readonly string[],
  compute: (values: Record<string, unknown>, compiler: Compiler, name: string) => unknown,
): Operator {
  return (operand, compiler, name) => {
    const fields = fieldsOf(operand, name, required, optional);
    const evaluates = Object.entries(fields).map(
      ([field, one]) => [field, compiler.compile(one)] as const,
    );
    return (environment) =>
      compute(
        Object.fromEntries(evaluates.map(([field, evaluate]) => [field, evaluate(environment)])),
        compiler,
        name,
      );
  };
}

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

/** Creates the error for an operand of the wrong type. */
export const wrongType = (name: string, wanted: string, value: unknown, code = 14) =>
  new CommandError(
    code,
    `${name} only supports ${wanted}, not ${typeName(value)}: ${formatValue(value)}`,
  );

/** Converts to an integer; throws unless JavaScript represents it exactly. */
export function toInteger(value: unknown, name: string, what = "argument"): number {
  const number = isNumber(value) ? toDouble(toNumber(value, name)) : NaN;
  if (!Number.isSafeInteger(number))
    throw new CommandError(
      40096,
      `${name}: ${what} must be representable as an integer, but is ${formatValue(value)}`,
    );
  return number;
}

/** Asserts that a value is an array; callers handle null and missing. */
export function toArray(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value))
    throw new CommandError(
      17053,
      `The argument to ${name} must be an array, but was of type: ${typeName(value)}`,
    );
  return value;
}

/** Asserts that a value is a number to compute with. */
export function toNumber(value: unknown, name: string): BsonNumber {
  if (!isNumber(value)) throw wrongType(name, "numeric types", value);
  assertNoDecimal(value, name);
  return value;
}

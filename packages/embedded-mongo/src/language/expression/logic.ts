/** Comparison, boolean and conditional expressions. */
import { compare, typeTag } from "../../bson/compare";
import { Tag } from "../../bson/keys";
import { failedToParse, CommandError } from "../../errors";
import { fieldsOf, isNullish, isTrue, ofOne, ofTwo, type Operator } from "./operator";

/** Compares values; unlike in filters, missing is not null, and sorts between MinKey and null. */
export function order(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return rank(a) - rank(b);
  return compare(a, b);
}

const rank = (value: unknown) => (value === undefined ? Tag.Missing : typeTag(value));

const comparison = (holds: (order: number) => boolean): Operator =>
  ofTwo((a, b) => holds(order(a, b)));

/** Evaluates operands lazily. */
const $and: Operator = (operand, compile) => {
  const parts = [operand].flat().map((part) => compile(part));
  return (environment) => parts.every((part) => isTrue(part(environment)));
};

const $or: Operator = (operand, compile) => {
  const parts = [operand].flat().map((part) => compile(part));
  return (environment) => parts.some((part) => isTrue(part(environment)));
};

const $cond: Operator = (operand, compile, name) => {
  if (Array.isArray(operand) && operand.length !== 3)
    throw new CommandError(16020, "Expression $cond takes exactly 3 arguments.");
  const [condition, yes, no] = (
    Array.isArray(operand)
      ? operand
      : (({ if: i, then: t, else: e }) => [i, t, e])(
          fieldsOf(operand, name, ["if", "then", "else"]),
        )
  ).map((part) => compile(part));
  return (environment) => (isTrue(condition!(environment)) ? yes! : no!)(environment);
};

const $ifNull: Operator = (operand, compile) => {
  if (!Array.isArray(operand) || operand.length < 2)
    throw new CommandError(1257300, "$ifNull needs at least two arguments");
  const parts = operand.map((part) => compile(part));
  return (environment) => {
    let value: unknown;
    for (const part of parts) if (!isNullish((value = part(environment)))) return value;
    return value;
  };
};

const $switch: Operator = (operand, compile, name) => {
  const { branches, default: otherwise } = fieldsOf(operand, name, ["branches"], ["default"]);
  if (!Array.isArray(branches) || !branches.length)
    throw new CommandError(40068, "$switch requires at least one branch.");
  const compiled = branches.map((branch: unknown) => {
    const fields = fieldsOf(branch, "$switch branch", ["case", "then"]);
    return { when: compile(fields.case), then: compile(fields.then) };
  });
  const fallback = otherwise === undefined ? undefined : compile(otherwise);
  return (environment) => {
    for (const { when, then } of compiled) if (isTrue(when(environment))) return then(environment);
    if (!fallback)
      throw new CommandError(
        40066,
        "$switch could not find a matching branch for an input, and no default was specified.",
      );
    return fallback(environment);
  };
};

/** Throws unless a variable may be defined; its name must start with a lower-case letter. */
export function checkVariableName(name: string): void {
  if (!/^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name))
    throw failedToParse(`'${name}' starts with an invalid character for a user variable name`);
}

export const LOGIC: Record<string, Operator> = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $and,
  $or,
  $not: ofOne((value) => !isTrue(value)),
  $cond,
  $ifNull,
  $switch,
  $literal: (operand) => () => operand,
  $expr: (operand, compile) => compile(operand),
};

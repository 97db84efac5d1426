/** Update operators on single values. */
import { Long, Timestamp } from "bson";
import { compare } from "../../bson/compare";
import * as number from "../../bson/numbers";
import type { BsonNumber } from "../../bson/numbers";
import { isDocument, lookUp, formatValue, typeName } from "../../bson/types";
import { badValue, typeMismatch } from "../../errors";
import { copy, UNCHANGED, type Modifier } from "./modifier";

const arithmetic =
  (
    name: string,
    verb: string,
    compute: (a: BsonNumber, b: BsonNumber) => BsonNumber,
    absent: (operand: BsonNumber) => BsonNumber,
  ): Modifier =>
  (operand, _scope, path) => {
    if (!number.isNumber(operand))
      throw typeMismatch(
        `Cannot ${verb} with non-numeric argument: {${path}: ${formatValue(operand)}}`,
      );
    return (value) => {
      if (value === undefined) return absent(operand);
      if (!number.isNumber(value))
        throw typeMismatch(
          `Cannot apply ${name} to a value of non-numeric type. The field '${path}' is of type ${typeName(value)}`,
        );
      const result = compute(value, operand);
      const wasWhole = [value, operand].every((one) =>
        ["int", "long"].includes(number.numberKind(one)!),
      );
      if (wasWhole && number.numberKind(result) === "double")
        throw badValue(
          `Failed to apply ${name} operations to current value (${formatValue(value)}): it would overflow`,
        );
      return result;
    };
  };

const extreme =
  (direction: 1 | -1): Modifier =>
  (operand) =>
  (value) =>
    value === undefined || direction * compare(operand, value) < 0 ? copy(operand) : UNCHANGED;

const $currentDate: Modifier = (operand, { now }, path) => {
  const type = isDocument(operand)
    ? operand.$type
    : operand === true || operand === false
      ? "date"
      : undefined;
  if (type !== "date" && type !== "timestamp")
    throw badValue(
      `${typeName(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}): ${path}`,
    );
  return () =>
    type === "date" ? now : new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
};

const BITWISE: Record<string, (a: bigint, b: bigint) => bigint> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

const isWhole = (value: unknown): value is BsonNumber =>
  ["int", "long"].includes(number.numberKind(value) ?? "");

const $bit: Modifier = (operand, _scope, path) => {
  const operations = isDocument(operand) ? Object.entries(operand) : [];
  if (!operations.length)
    throw badValue(`You must pass in at least one bitwise operation: ${path}`);
  for (const [name, mask] of operations)
    if (!lookUp(BITWISE, name) || !isWhole(mask))
      throw badValue(
        `The $bit modifier takes 'and', 'or' and 'xor' with integers, not {${name}: ${formatValue(mask)}}`,
      );
  return (value = 0) => {
    if (!isWhole(value))
      throw badValue(
        `Cannot apply $bit to a value of non-integral type: '${path}' has type ${typeName(value)}`,
      );
    let [result, long] = [number.toBigInt(value), value instanceof Long];
    for (const [name, mask] of operations as [string, BsonNumber][]) {
      result = BITWISE[name]!(result, number.toBigInt(mask));
      long ||= mask instanceof Long;
    }
    return long ? Long.fromBigInt(result) : number.whole(result);
  };
};

/** The operators by name. */
export const FIELD_MODIFIERS: Record<string, Modifier> = {
  $set: (operand) => () => copy(operand),
  $inc: arithmetic("$inc", "increment", number.add, (operand) => operand),
  $mul: arithmetic("$mul", "multiply", number.multiply, (operand) => number.multiply(operand, 0)),
  $min: extreme(1),
  $max: extreme(-1),
  $currentDate,
  $bit,
};

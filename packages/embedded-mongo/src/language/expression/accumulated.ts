/** Accumulators used as expressions: over the elements of an array or several operands. */
import { UNARY_ACCUMULATORS } from "../accumulators";
import type { Operator } from "./operator";

const over =
  (name: string): Operator =>
  (operand, { compile }) => {
    const operands = (Array.isArray(operand) ? operand : [operand]).map((one) => compile(one));
    return (environment) => {
      const values = operands.map((evaluate) => evaluate(environment));
      const only = values.length === 1 ? values[0] : undefined;
      const accumulator = UNARY_ACCUMULATORS[name]!();
      for (const value of Array.isArray(only) ? only : values) accumulator.add(value);
      return accumulator.result();
    };
  };

/** The operators by name. */
export const ACCUMULATED: Record<string, Operator> = Object.fromEntries(
  ["$sum", "$avg", "$min", "$max"].map((name) => [name, over(name)]),
);

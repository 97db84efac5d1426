/** The accumulators of `$group` and similar stages, compiled with the expressions they receive. */
import { isDocument, lookUp } from "../../bson/types";
import { CommandError, unsupported } from "../../errors";
import { ACCUMULATORS, Sum, type Accumulator } from "../accumulators";
import { compileExpression } from "../expression";
import type { Evaluate } from "../expression/operator";
import type { Scope } from "../scope";

const UNSUPPORTED = [
  ...["$accumulator", "$median", "$percentile", "$concatArrays", "$setUnion"],
  ...["$top", "$topN", "$bottom", "$bottomN", "$firstN", "$lastN", "$minN", "$maxN"],
  ...["$stdDevPop", "$stdDevSamp"],
];

/** An accumulator and the expression whose values it receives. */
export interface Compiled {
  evaluate: Evaluate;
  make(): Accumulator;
}

/** Compiles a field of a `$group` stage. */
export function compileAccumulator(field: string, spec: unknown, scope: Scope): Compiled {
  const entries = isDocument(spec) ? Object.entries(spec) : [];
  const [name, operand] = entries[0] ?? [];
  if (!name?.startsWith("$"))
    throw new CommandError(40234, `The field '${field}' must be an accumulator object`);
  if (entries.length > 1)
    throw new CommandError(40238, `The field '${field}' must specify one accumulator`);
  if (name === "$count") {
    if (!isDocument(operand) || Object.keys(operand).length)
      throw new CommandError(2, "$count takes no arguments, i.e. $count:{}");
    return { evaluate: () => 1, make: () => new Sum() };
  }
  if (UNSUPPORTED.includes(name)) throw unsupported(`the accumulator ${name}`);
  const make = lookUp(ACCUMULATORS, name);
  if (!make) throw new CommandError(15952, `unknown group operator '${name}'`);
  if (Array.isArray(operand) && operand.length !== 1)
    throw new CommandError(40237, `The ${name} accumulator is a unary operator`);
  return {
    evaluate: compileExpression(Array.isArray(operand) ? operand[0] : operand, scope),
    make,
  };
}

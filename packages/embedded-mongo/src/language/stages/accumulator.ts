/** The accumulators of `$group` and similar stages, compiled with the expressions they receive. */
import type { Document } from "bson";
import { compare } from "../../bson/compare";
import * as number from "../../bson/numbers";
import { isDocument, lookUp } from "../../bson/types";
import { CommandError, unsupported } from "../../errors";
import { UNARY_ACCUMULATORS, Sum, type Accumulator } from "../accumulators";
import { compileExpression, type Evaluate } from "../expression";
import { fieldsOf, isNullish, toInteger } from "../expression/operator";
import type { Scope } from "../scope";
import { documentOrder } from "../sort";

interface Ranked {
  output: unknown;
  by: Document;
}

/** `$top`, `$bottom` and their variants: outputs in a given order. */
function ranked(name: string, operand: unknown, scope: Scope): Compiled {
  const several = name.endsWith("N");
  const { sortBy, output, n } = fieldsOf(operand, name, [
    "sortBy",
    "output",
    ...(several ? ["n"] : []),
  ]);
  if (!isDocument(sortBy)) throw new CommandError(5788604, `${name}: sortBy must be an object`);
  const order = documentOrder(sortBy, scope);
  const evaluate = compileExpression(output, scope);
  const count = several ? countOf(n, name) : 1;
  return {
    evaluate: (env) =>
      ({ output: evaluate(env) ?? null, by: env.root as Document }) satisfies Ranked,
    make() {
      let kept: Ranked[] = [];
      const trim = () => {
        kept.sort((a, b) => order(a.by, b.by));
        kept = name.startsWith("$top") ? kept.slice(0, count) : kept.slice(-count);
      };
      return {
        add(value) {
          kept.push(value as Ranked);
          if (kept.length > 2 * count + 100) trim();
        },
        result() {
          trim();
          return several ? kept.map((one) => one.output) : (kept[0]?.output ?? null);
        },
      };
    },
  };
}

/** `$firstN` and its variants. */
function several(name: string, operand: unknown, scope: Scope): Compiled {
  const { input, n } = fieldsOf(operand, name, ["input", "n"]);
  const count = countOf(n, name);
  return {
    evaluate: compileExpression(input, scope),
    make() {
      const values: unknown[] = [];
      const extremes = name === "$minN" || name === "$maxN";
      return {
        add(value) {
          if (extremes ? isNullish(value) : name === "$firstN" && values.length >= count) return;
          values.push(value ?? null);
          if (name === "$lastN" && values.length > count) values.shift();
        },
        result() {
          if (!extremes) return values;
          const sign = name === "$minN" ? 1 : -1;
          return values.sort((a, b) => sign * compare(a, b, scope.collation)).slice(0, count);
        },
      };
    },
  };
}

function countOf(n: unknown, name: string): number {
  if (!number.isNumber(n)) throw unsupported(`${name} with an 'n' that is no constant`);
  const count = toInteger(n, name, "'n'");
  if (count < 1) throw new CommandError(5787908, `'n' must be greater than 0, found ${count}`);
  return count;
}

const RANKED = ["$top", "$topN", "$bottom", "$bottomN"];
const SEVERAL = ["$firstN", "$lastN", "$minN", "$maxN"];
const UNSUPPORTED = ["$accumulator", "$median", "$percentile", "$concatArrays", "$setUnion"];

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
  if (RANKED.includes(name)) return ranked(name, operand, scope);
  if (SEVERAL.includes(name)) return several(name, operand, scope);
  if (UNSUPPORTED.includes(name)) throw unsupported(`the accumulator ${name}`);
  const make = lookUp(UNARY_ACCUMULATORS, name);
  if (!make) throw new CommandError(15952, `unknown group operator '${name}'`);
  if (Array.isArray(operand) && operand.length !== 1)
    throw new CommandError(40237, `The ${name} accumulator is a unary operator`);
  return {
    evaluate: compileExpression(Array.isArray(operand) ? operand[0] : operand, scope),
    make: () => make(scope),
  };
}

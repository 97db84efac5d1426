/** Accumulators, as used by `$group` and similar stages. */
import { Decimal128, type Document } from "bson";
import { compare } from "../bson/compare";
import { identity } from "../bson/keys";
import * as number from "../bson/numbers";
import type { BsonNumber } from "../bson/numbers";
import { isDocument, put, typeName } from "../bson/types";
import { CommandError, unsupported } from "../errors";
import { compileExpression, type Evaluate } from "./expression";
import { fieldsOf, isNullish, toInteger } from "./expression/operator";
import type { Scope } from "./scope";
import { documentOrder } from "./sort";

/** Receives values one by one and computes a result. */
export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

/** Sums the numbers among the values: exactly for integers, with compensation for doubles. */
class Sum implements Accumulator {
  #total: BsonNumber = 0;
  #lost = 0;

  add(value: unknown): void {
    if (!number.isNumber(value)) return;
    const before = this.#total;
    this.#total = number.add(before, value);
    if (number.numberKind(this.#total) !== "double") return;
    // The rounding error, by Neumaier's method.
    const [a, b, sum] = [before, value, this.#total].map(number.toDouble) as [
      number,
      number,
      number,
    ];
    if (Number.isFinite(sum)) this.#lost += Math.abs(a) >= Math.abs(b) ? a - sum + b : b - sum + a;
  }

  result(): BsonNumber {
    return this.#lost === 0 ? this.#total : number.add(this.#total, number.double(this.#lost));
  }
}

class Average implements Accumulator {
  readonly #sum = new Sum();
  #count = 0;

  add(value: unknown): void {
    if (!number.isNumber(value)) return;
    this.#count++;
    this.#sum.add(value);
  }

  result(): unknown {
    return this.#count ? number.divide(this.#sum.result(), this.#count) : null;
  }
}

/** The minimum or maximum of all values that are not null or missing. */
const extreme =
  (direction: 1 | -1) =>
  ({ collation }: Scope): Accumulator => {
    let best: unknown;
    return {
      add(value) {
        if (isNullish(value)) return;
        if (best === undefined || direction * compare(value, best, collation) < 0) best = value;
      },
      result: () => best ?? null,
    };
  };

/** Computes the standard deviation by Welford's method. */
const deviation = (correction: 0 | 1) => (): Accumulator => {
  let [count, mean, squares] = [0, 0, 0];
  return {
    add(value) {
      if (value instanceof Decimal128) throw unsupported("the standard deviation of Decimal128s");
      if (!number.isNumber(value)) return;
      const x = number.toDouble(value);
      const delta = x - mean;
      mean += delta / ++count;
      squares += delta * (x - mean);
    },
    result: () =>
      count > correction ? number.double(Math.sqrt(squares / (count - correction))) : null,
  };
};

const first = (): Accumulator => {
  const values: unknown[] = [];
  return {
    add: (value) => void (values.length || values.push(value)),
    result: () => values[0] ?? null,
  };
};

const last = (): Accumulator => {
  let latest: unknown;
  return { add: (value) => void (latest = value), result: () => latest ?? null };
};

const push = (): Accumulator => {
  const values: unknown[] = [];
  return { add: (value) => void (value !== undefined && values.push(value)), result: () => values };
};

const addToSet = ({ collation }: Scope): Accumulator => {
  const values = new Map<string, unknown>();
  const identify = collation?.identity ?? identity;
  return {
    add(value) {
      if (value === undefined) return;
      const key = identify(value);
      if (!values.has(key)) values.set(key, value);
    },
    result: () => [...values.values()],
  };
};

const mergeObjects = (): Accumulator => {
  const merged: Document = {};
  return {
    add(value) {
      if (isNullish(value)) return;
      if (!isDocument(value))
        throw new CommandError(
          40400,
          `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`,
        );
      for (const [field, inner] of Object.entries(value)) put(merged, field, inner);
    },
    result: () => merged,
  };
};

type Make = (scope: Scope) => Accumulator;

/** Accumulators with a single operand. */
export const SIMPLE: Record<string, Make> = {
  $sum: () => new Sum(),
  $avg: () => new Average(),
  $min: extreme(1),
  $max: extreme(-1),
  $first: first,
  $last: last,
  $push: push,
  $addToSet: addToSet,
  $mergeObjects: mergeObjects,
  $stdDevPop: deviation(0),
  $stdDevSamp: deviation(1),
};

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

/** An accumulator with the expression it receives. */
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
  const make = Object.hasOwn(SIMPLE, name) ? SIMPLE[name] : undefined;
  if (!make) throw new CommandError(15952, `unknown group operator '${name}'`);
  if (Array.isArray(operand) && operand.length !== 1)
    throw new CommandError(40237, `The ${name} accumulator is a unary operator`);
  return {
    evaluate: compileExpression(Array.isArray(operand) ? operand[0] : operand, scope),
    make: () => make(scope),
  };
}

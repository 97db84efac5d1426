/** Accumulators with a single operand. */
import type { Document } from "bson";
import { compare } from "../bson/compare";
import * as number from "../bson/numbers";
import type { BsonNumber } from "../bson/numbers";
import { isDocument, putField, typeName } from "../bson/types";
import { CommandError } from "../errors";
import { isNullish } from "./expression/operator";

export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

/** Sums the numbers among the values: exactly for integers, with compensation for doubles. */
export class Sum implements Accumulator {
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

/** The minimum or maximum of all values that are not null or missing. */
const extreme = (direction: 1 | -1) => (): Accumulator => {
  let best: unknown;
  return {
    add(value) {
      if (isNullish(value)) return;
      if (best === undefined || direction * compare(value, best) < 0) best = value;
    },
    result: () => best ?? null,
  };
};

const push = (): Accumulator => {
  const values: unknown[] = [];
  return { add: (value) => void (value !== undefined && values.push(value)), result: () => values };
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
      for (const [field, inner] of Object.entries(value)) putField(merged, field, inner);
    },
    result: () => merged,
  };
};

export const ACCUMULATORS: Record<string, () => Accumulator> = {
  $sum: () => new Sum(),
  $min: extreme(1),
  $max: extreme(-1),
  $push: push,
  $mergeObjects: mergeObjects,
};

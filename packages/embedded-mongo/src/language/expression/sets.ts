/** Set expressions: arrays regardless of order and duplicates. */
import { identity } from "../../bson/keys";
import { typeName } from "../../bson/types";
import { CommandError } from "../../errors";
import {
  isNullish,
  isTrue,
  ofArguments,
  ofOne,
  ofTwo,
  type Operator,
} from "./operator";

type Items = Map<string, unknown>;

function toSet(value: unknown, name: string): Items {
  if (!Array.isArray(value))
    throw new CommandError(
      17047,
      `All operands of ${name} must be arrays. One argument is of type: ${typeName(value)}`,
    );
  return new Map(value.map((item) => [identity(item), item]));
}

const combined = (combine: (a: Items, b: Items) => Items): Operator =>
  ofArguments(0, Infinity, (values, _compiler, name) => {
    if (values.some(isNullish)) return null;
    const [first = new Map(), ...others] = values.map((value) => toSet(value, name));
    return [...others.reduce(combine, first).values()];
  });

const only = (items: Items, keep: (key: string) => boolean): Items =>
  new Map([...items].filter(([key]) => keep(key)));

const contains = (all: Items, some: Items) => [...some.keys()].every((key) => all.has(key));

/** The operators by name. */
export const SETS: Record<string, Operator> = {
  $setUnion: combined((a, b) => new Map([...a, ...b])),
  $setIntersection: combined((a, b) => only(a, (key) => b.has(key))),
  $setDifference: ofTwo((a, b, name) => {
    if (isNullish(a) || isNullish(b)) return null;
    const without = toSet(b, name);
    return [...only(toSet(a, name), (key) => !without.has(key)).values()];
  }),
  $setEquals: ofArguments(2, Infinity, (values, _compiler, name) => {
    const [first, ...others] = values.map((value) => toSet(value, name));
    return others.every((other) => other.size === first!.size && contains(first!, other));
  }),
  $setIsSubset: ofTwo((a, b, name) => contains(toSet(b, name), toSet(a, name))),
  $anyElementTrue: ofOne((value, name) => truths(value, name).some(isTrue)),
  $allElementsTrue: ofOne((value, name) => truths(value, name).every(isTrue)),
};

function truths(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value))
    throw new CommandError(17041, `${name}'s argument must be an array, but is ${typeName(value)}`);
  return value;
}

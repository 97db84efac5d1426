/** Extracts a filter's conditions on single paths that an index can serve. */
import { BSONRegExp, MaxKey, MinKey, type Document } from "bson";
import { EMPTY_ARRAY, stringPrefixKey, Tag } from "../bson/keys";
import { isNaNumber, isNumber } from "../bson/numbers";
import { isDocument, isOperators, isReference } from "../bson/types";
import { isIndex } from "../bson/document-keys";
import { toPattern } from "../language/regex";
import {
  comparisonInterval,
  typeInterval,
  pointAt,
  startingWith,
  union,
  type Interval,
} from "./intervals";

/** The intervals that the values of a path must lie in. */
export interface Condition {
  intervals: Interval[];
  /** Whether the intervals alone decide, so that documents need not be tested. */
  exact: boolean;
  /** Whether an array is compared as a whole, so that a multikey index, with its elements, cannot be used. */
  whole?: boolean;
}

/** The parts of a filter that an index can serve. */
export interface Conditions {
  byPath: Map<string, Condition[]>;
  alternatives: Document[][];
  more: boolean;
  /** The filter as a conjunction of conditions. */
  conjuncts: [string, unknown][];
}

export function conditionsOf(filter: Document): Conditions {
  const conditions: Conditions = {
    byPath: new Map(),
    alternatives: [],
    more: false,
    conjuncts: [],
  };
  collect(filter, conditions);
  return conditions;
}

function collect(filter: Document, into: Conditions): void {
  for (const [path, condition] of Object.entries(filter)) {
    if (path === "$and") {
      for (const part of condition) collect(part, into);
    } else if (path === "$or" && condition.length === 1) {
      collect(condition[0], into);
    } else if (path === "$or") {
      into.alternatives.push(condition);
      into.conjuncts.push([path, condition]);
    } else if (path === "$comment") {
      continue;
    } else {
      into.conjuncts.push([path, condition]);
      if (path.startsWith("$")) into.more = true;
      else field(path, condition, into);
    }
  }
}

function add({ byPath }: Conditions, path: string, ...conditions: Condition[]): void {
  byPath.set(path, [...(byPath.get(path) ?? []), ...conditions]);
}

function field(path: string, condition: unknown, into: Conditions): void {
  const found =
    isOperators(condition) && !isReference(condition)
      ? operators(path, condition, into)
      : [equality(condition, true)];
  const numeric = isNumeric(path);
  for (const one of found) {
    // A numeric segment is an array index and a field name. The index has the value of one; the other may be missing.
    if (!one || (numeric && !excludesNull(one.intervals))) into.more = true;
    else add(into, path, { ...one, exact: one.exact && !numeric });
  }
}

function operators(path: string, condition: Document, into: Conditions) {
  return Object.entries(condition).flatMap(([name, operand]): (Condition | undefined)[] => {
    switch (name) {
      case "$eq":
        return [equality(operand, false)];
      case "$in":
        return [membership(operand)];
      case "$gt":
      case "$gte":
      case "$lt":
      case "$lte":
        return [comparison(name, operand)];
      case "$regex":
        return [regex(operand, condition.$options)];
      case "$options":
      case "$comment":
        return [];
      case "$exists":
        return [operand === false ? inexact([pointAt(null)]) : undefined];
      case "$all":
        return [
          Array.isArray(operand) && operand.length && !isOperators(operand[0])
            ? inexactly(equality(operand[0], true))
            : undefined,
        ];
      case "$elemMatch":
        elementMatch(path, operand, into);
        return [undefined];
    }
    return [undefined];
  });
}

const inexact = (intervals: Interval[]): Condition => ({ intervals, exact: false });
const inexactly = (condition: Condition | undefined) => condition && { ...condition, exact: false };

const isNumeric = (path: string) => path.split(".").some(isIndex);

/**
 * Collects the conditions of `$elemMatch`: those on fields of an element also hold for the path through the array.
 * Those on the content of an array in the array, or of an array selected by a numeric segment, do not, because an
 * index stores such an array as one value.
 */
function elementMatch(path: string, operand: unknown, into: Conditions): void {
  if (!isDocument(operand) || isNumeric(path)) return;
  const inner: Conditions = { byPath: new Map(), alternatives: [], more: false, conjuncts: [] };
  const entries = Object.entries(operand);
  const ofElement = entries.filter(
    ([name]) => name.startsWith("$") && !NOT_OF_THE_ELEMENT.has(name),
  );
  if (ofElement.length) field(path, Object.fromEntries(ofElement), inner);
  for (const [name, condition] of entries)
    if (!name.startsWith("$") && !isIndex(name.split(".")[0]!))
      field(`${path}.${name}`, condition, inner);
  for (const [at, conditions] of inner.byPath)
    add(into, at, ...conditions.map((one) => ({ ...one, exact: false })));
}

const NOT_OF_THE_ELEMENT = new Set(["$elemMatch", "$and", "$or", "$nor", "$expr"]);

function equality(value: unknown, patterns: boolean): Condition | undefined {
  if (value instanceof BSONRegExp && patterns) return regex(value, undefined);
  if (value === undefined) return undefined;
  if (value === null) return inexact([pointAt(null)]);
  // An index stores the elements of an array; a whole array only if it is nested in another array.
  if (Array.isArray(value))
    return inexact(union([pointAt(value), pointAt(value.length ? value[0] : EMPTY_ARRAY)]));
  return { intervals: [pointAt(value)], exact: true };
}

function membership(operand: unknown): Condition | undefined {
  if (!Array.isArray(operand)) return undefined;
  const each = operand.map((value) => equality(value, true));
  const conditions = each.filter((one) => one !== undefined);
  if (conditions.length < each.length) return undefined;
  return {
    intervals: union(conditions.flatMap(({ intervals }) => intervals)),
    exact: conditions.every(({ exact }) => exact),
  };
}

function comparison(name: string, value: unknown): Condition | undefined {
  if (value === undefined || value instanceof MinKey || value instanceof MaxKey) return undefined;
  if (typeof value === "object" && value !== null && (isDocument(value) || Array.isArray(value)))
    return undefined;
  if (value === null) return inexact(name.endsWith("e") ? [pointAt(null)] : []);
  if (isNumber(value) && isNaNumber(value))
    return inexact(name.endsWith("e") ? [pointAt(value)] : []);
  return { intervals: [comparisonInterval(value, name)], exact: true };
}

function regex(operand: unknown, options: unknown): Condition | undefined {
  if (typeof operand !== "string" && !(operand instanceof BSONRegExp)) return undefined;
  const given = operand instanceof BSONRegExp ? operand : new BSONRegExp(operand);
  const flags = typeof options === "string" && options ? options : given.options;
  const { prefix } = toPattern(given.pattern, flags);
  if (!prefix) return undefined;
  // The filter also matches an equal regular expression that is stored as a value.
  return inexact(
    union([
      startingWith(stringPrefixKey(prefix), JSON.stringify(prefix)),
      typeInterval(Tag.RegExp),
    ]),
  );
}

/** Whether none of the intervals contains null or missing. */
export const excludesNull = (intervals: Interval[]): boolean =>
  intervals.every(({ low }) => low.key[0]! > Tag.Null);

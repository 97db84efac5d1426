/** Filters, as used by `find`: compiled once, then applied to each document. */
import { BSONRegExp, type Document } from "bson";
import { equals } from "../bson/compare";
import { identity } from "../bson/keys";
import {
  isDocument,
  isOperators,
  isReference,
  lookUp,
  REFERENCE_FIELDS,
  formatValue,
} from "../bson/types";
import { badValue, unsupported } from "../errors";
import { compileExpression, environment } from "./expression";
import { OPERATORS, type Test } from "./match-operators";
import { anyValueAt, type Position } from "./paths";
import { asPattern, toPattern, type Pattern } from "./regex";

/** Tests whether a document matches; fills in the position of the matching array element. */
export type Matcher = (doc: unknown, position?: Position) => boolean;

export function compileFilter(filter: Document): Matcher {
  const tests = Object.entries(filter).flatMap(([key, operand]) => {
    const test = key.startsWith("$") ? logical(key, operand) : field(key, operand);
    return test ?? [];
  });
  return every(tests);
}

function every(tests: Matcher[]): Matcher {
  if (tests.length === 1) return tests[0]!;
  return (doc, position) => {
    for (const test of tests)
      if (!test(doc, position)) {
        if (position) delete position.index;
        return false;
      }
    return true;
  };
}

function logical(name: string, operand: unknown): Matcher | undefined {
  if (name === "$comment") return undefined;
  if (name === "$expr") {
    const expression = compileExpression(operand);
    return (doc) => {
      const value = expression(environment(doc));
      return value !== undefined && value !== null && value !== false && !isZero(value);
    };
  }
  if (REFERENCE_FIELDS.has(name)) return predicate(atPath(name), equality(operand, false));
  if (name !== "$and" && name !== "$or" && name !== "$nor")
    throw unsupported(`the filter operator ${name}`);
  if (!Array.isArray(operand) || !operand.length)
    throw badValue(`${name} must be a nonempty array`);
  const parts = operand.map((part) => {
    if (!isDocument(part)) throw badValue(`${name} entries need to be full objects`);
    return compileFilter(part);
  });
  if (name === "$and") return every(parts);
  if (name === "$or") return (doc, position) => parts.some((part) => part(doc, position));
  return (doc) => !parts.some((part) => part(doc));
}

const isZero = (value: unknown) => equals(value, 0);

/** How a test is applied: to the values at a path, or to the given value itself. */
type Reach = (doc: unknown, test: Test, position?: Position) => boolean;

const atPath = (path: string): Reach => {
  const parts = path.split(".");
  return (doc, { test, whole }, position) =>
    anyValueAt(doc, parts, test, { elements: !whole, ...(position && { position }) });
};

const itself: Reach = (value, { test }) => test(value);

function field(path: string, condition: unknown): Matcher {
  const reach = atPath(path);
  if (!isOperators(condition) || isReference(condition))
    return predicate(reach, equality(condition));
  return every(operators(reach, condition));
}

function operators(reach: Reach, condition: Document): Matcher[] {
  return Object.entries(condition).flatMap(([name, operand]) => {
    switch (name) {
      case "$options":
        if (!("$regex" in condition)) throw badValue("$options needs a $regex");
        return [];
      case "$comment":
        return [];
      case "$regex":
        return predicate(reach, { test: regex(operand, condition.$options) });
      case "$eq":
        return predicate(reach, equality(operand, false));
      case "$ne":
        if (operand instanceof BSONRegExp) throw badValue("Can't have regex as arg to $ne.");
        return negated(predicate(reach, equality(operand, false)));
      case "$in":
        return predicate(reach, { test: membership(name, operand) });
      case "$nin":
        return negated(predicate(reach, { test: membership(name, operand) }));
      case "$exists": {
        const present = predicate(reach, { whole: true, test: (value) => value !== undefined });
        return operand && !equals(operand, 0) ? present : negated(present);
      }
      case "$not":
        return negated(negatable(reach, operand));
      case "$elemMatch":
        return elementMatch(reach, operand);
      case "$all":
        return all(reach, operand);
    }
    const operator = lookUp(OPERATORS, name);
    if (!operator) throw unsupported(`the filter operator ${name}`);
    return predicate(reach, operator(operand));
  });
}

const predicate =
  (reach: Reach, test: Test): Matcher =>
  (doc, position) =>
    reach(doc, test, position);

const negated =
  (test: Matcher): Matcher =>
  (doc) =>
    !test(doc);

function negatable(reach: Reach, operand: unknown): Matcher {
  const pattern = asPattern(operand);
  if (pattern) return predicate(reach, { test: (value) => matchesPattern(pattern, value) });
  if (!isDocument(operand)) throw badValue("$not needs a regex or a document");
  if (!isOperators(operand)) throw badValue("$not cannot be empty");
  return every(operators(reach, operand));
}

/** Tests for equality, or for a match if the operand is a regular expression. */
function equality(operand: unknown, patterns = true): Test {
  const pattern = patterns ? asPattern(operand) : undefined;
  if (pattern) return { test: (value) => matchesPattern(pattern, value) || equals(value, operand) };
  if (typeof operand === "string") return { test: (value) => value === operand };
  if (operand === null) return { test: (value) => value === null || value === undefined };
  return { test: (value) => value !== undefined && equals(value, operand) };
}

const matchesPattern = (pattern: Pattern, value: unknown) =>
  typeof value === "string" && pattern.test(value);

function regex(operand: unknown, options: unknown): (value: unknown) => boolean {
  if (options !== undefined && typeof options !== "string")
    throw badValue("$options has to be a string");
  if (operand instanceof BSONRegExp && options && operand.options)
    throw badValue("options set in both $regex and $options");
  if (!(operand instanceof BSONRegExp) && typeof operand !== "string")
    throw badValue("$regex has to be a string");
  const literal = operand instanceof BSONRegExp ? operand : new BSONRegExp(operand);
  const pattern = toPattern(literal.pattern, options || literal.options);
  return (value) => matchesPattern(pattern, value) || equals(value, operand);
}

function membership(name: string, operand: unknown) {
  if (!Array.isArray(operand)) throw badValue(`${name} needs an array`);
  if (operand.some((item) => isOperators(item) && !isReference(item)))
    throw badValue(`cannot nest $ under ${name}`);
  // Created when the first value is tested: if an index serves the condition, none is.
  let values: Set<string> | undefined;
  const patterns = operand.map(asPattern).filter((pattern) => pattern !== undefined);
  return (value: unknown) => {
    values ??= new Set(operand.map((item) => identity(item)));
    return (
      values.has(identity(value)) || patterns.some((pattern) => matchesPattern(pattern, value))
    );
  };
}

/**
 * Compiles `$elemMatch`. As in MongoDB, conditions on fields apply to elements that are documents or arrays; an array
 * counts as a document whose field names are its indexes. Operators apply to each element itself.
 */
function elementMatch(reach: Reach, operand: unknown): Matcher {
  if (!isDocument(operand)) throw badValue("$elemMatch needs an Object");
  const first = Object.keys(operand)[0];
  const isOfReference = Object.keys(operand).some((name) => REFERENCE_FIELDS.has(name));
  const ofValues =
    first?.startsWith("$") && !isOfReference && !["$and", "$or", "$nor", "$expr"].includes(first);
  const test = ofValues ? every(operators(itself, operand)) : compileFilter(operand);
  const matches = (item: unknown) =>
    ofValues ? test(item) : (isDocument(item) || Array.isArray(item)) && test(item);
  return (doc, position) =>
    reach(
      doc,
      {
        whole: true,
        test: (value) => {
          if (!Array.isArray(value)) return false;
          const index = value.findIndex((item) => matches(item));
          if (index >= 0 && position) position.index = index;
          return index >= 0;
        },
      },
      position,
    );
}

function all(reach: Reach, operand: unknown): Matcher {
  if (!Array.isArray(operand)) throw badValue("$all needs an array");
  if (!operand.length) return () => false;
  const nested = operand.filter((item) => isOperators(item) && !isReference(item));
  if (nested.some((item) => !("$elemMatch" in item)))
    throw badValue(`no $ expressions in $all: ${formatValue(nested[0])}`);
  if (nested.length && nested.length < operand.length)
    throw badValue("$all/$elemMatch has to be consistent");
  return every(
    operand.map((item) =>
      nested.length ? elementMatch(reach, item.$elemMatch) : predicate(reach, equality(item)),
    ),
  );
}

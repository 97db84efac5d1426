/** Aggregation expressions, compiled to functions of a document. */
import { Code, CommandError, unsupported } from "../../errors";
import { isDocument, lookUp, ownField, putField } from "../../bson/types";
import { ACCUMULATED } from "./accumulated";
import { ARITHMETIC } from "./arithmetic";
import { ARRAY_ITERATION } from "./array-iteration";
import { ARRAYS } from "./arrays";
import { CONVERSIONS } from "./conversions";
import { DATES } from "./dates";
import { LOGIC } from "./logic";
import { OBJECTS } from "./objects";
import { SETS } from "./sets";
import { STRINGS } from "./strings";
import type { Compiler, Environment, Evaluate, Operator } from "./operator";
import type { Scope } from "../scope";

export type { Environment, Evaluate } from "./operator";
export { isNullish, isTrue } from "./operator";

let cachedOperators: Record<string, Operator> | undefined;

/**
 * All operators; assembled on first use because of the circular dependency between accumulators and
 * expressions.
 */
const operators = (): Record<string, Operator> =>
  (cachedOperators ??= {
    ...ACCUMULATED,
    ...ARITHMETIC,
    ...ARRAY_ITERATION,
    ...ARRAYS,
    ...CONVERSIONS,
    ...DATES,
    ...LOGIC,
    ...OBJECTS,
    ...SETS,
    ...STRINGS,
  });

/** MongoDB operators that are unsupported here. */
const UNSUPPORTED = new Set([
  ...["$accumulator", "$function", "$meta", "$median", "$percentile", "$setWindowFields"],
  ...["$toHashedIndexKey", "$tsIncrement", "$tsSecond", "$binarySize", "$encStrContains"],
  ...["$createObjectId", "$sampleRate", "$sigmoid", "$stdDevPop", "$stdDevSamp"],
  ...["$firstN", "$lastN", "$minN", "$maxN", "$range", "$sortArray", "$zip"],
  ...["$bitAnd", "$bitOr", "$bitXor", "$bitNot", "$degreesToRadians", "$radiansToDegrees"],
  ...["$sin", "$cos", "$tan", "$asin", "$acos", "$atan", "$atan2"],
  ...["$sinh", "$cosh", "$tanh", "$asinh", "$acosh", "$atanh"],
  ...["$dateAdd", "$dateSubtract", "$dateDiff"],
  ...["$dateFromParts", "$dateFromString", "$dateToParts"],
  ...["$indexOfBytes", "$substr", "$substrBytes", "$strcasecmp", "$replaceOne", "$replaceAll"],
  ...["$regexFind", "$regexFindAll", "$regexMatch"],
]);

/** Unsupported system variables; ROOT, CURRENT, NOW and REMOVE are supported. */
const UNSUPPORTED_VARIABLES = [
  "CLUSTER_TIME",
  "DESCEND",
  "PRUNE",
  "KEEP",
  "USER_ROLES",
  "SEARCH_META",
];

/**
 * Compiles an expression; `variables` are bound by enclosing expressions, in addition to those of the
 * scope.
 */
export function compileExpression(
  expression: unknown,
  scope: Scope,
  variables: readonly string[] = Object.keys(scope.variables),
): Evaluate {
  const compiler: Compiler = {
    scope,
    compile: (inner, further) =>
      compileExpression(inner, scope, further ? [...variables, ...further] : variables),
  };
  if (typeof expression === "string" && expression.startsWith("$"))
    return reference(expression, scope, variables);
  if (Array.isArray(expression)) return list(expression.map((item) => compiler.compile(item)));
  if (!isDocument(expression)) return () => expression;
  return document(expression, compiler);
}

/** The initial environment: the document and the scope's variables. */
export const environment = (root: unknown, { variables }: Scope): Environment => ({
  root,
  variables,
});

const list =
  (items: Evaluate[]): Evaluate =>
  (environment) =>
    items.map((item) => item(environment) ?? null);

function document(expression: object, compiler: Compiler): Evaluate {
  const fields = Object.entries(expression);
  const name = fields[0]?.[0];
  if (name?.startsWith("$")) {
    if (fields.length > 1)
      throw new CommandError(
        15983,
        `an object representing an expression must have exactly one field: ${fields.map(([field]) => field).join(", ")}`,
      );
    return operatorNamed(name)(fields[0]![1], compiler, name);
  }
  const compiled = fields.map(([field, inner]) => {
    if (field.startsWith("$"))
      throw new CommandError(16406, `field names may not start with '$': ${field}`);
    if (field.includes("."))
      throw new CommandError(16405, `FieldPath field names may not contain '.': ${field}`);
    return [field, compiler.compile(inner)] as const;
  });
  return (environment) => {
    const made = {};
    for (const [field, evaluate] of compiled) {
      const value = evaluate(environment);
      if (value !== undefined) putField(made, field, value);
    }
    return made;
  };
}

function operatorNamed(name: string): Operator {
  const operator = lookUp(operators(), name);
  if (operator) return operator;
  if (UNSUPPORTED.has(name)) throw unsupported(`the expression ${name}`);
  throw new CommandError(Code.InvalidPipelineOperator, `Unrecognized expression '${name}'`);
}

function reference(text: string, scope: Scope, variables: readonly string[]): Evaluate {
  const current: Evaluate = variables.includes("CURRENT")
    ? (environment) => ownField(environment.variables, "CURRENT")
    : ({ root }) => root;
  if (!text.startsWith("$$")) return along(fieldPath(text.slice(1)), current);
  const [name = "", ...parts] = fieldPath(text.slice(2));
  if (name === "NOW") return along(parts, () => scope.now);
  if (name === "REMOVE") return () => undefined;
  if (name === "ROOT") return along(parts, ({ root }) => root);
  if (name === "CURRENT") return along(parts, current);
  if (variables.includes(name))
    return along(parts, (environment) => ownField(environment.variables, name));
  if (UNSUPPORTED_VARIABLES.includes(name)) throw unsupported(`$$${name}`);
  throw new CommandError(17276, `Use of undefined variable: ${name}`);
}

/** Splits and validates a field path of an expression, in which numbers are field names, not array indexes. */
export function fieldPath(path: string): string[] {
  const parts = path.split(".");
  if (!path) throw new CommandError(16872, "'$' by itself is not a valid FieldPath");
  for (const part of parts) {
    if (!part) throw new CommandError(15998, "FieldPath field names may not be empty strings.");
    if (part.startsWith("$"))
      throw new CommandError(16410, `FieldPath field names may not start with '$': ${part}`);
  }
  return parts;
}

function along(parts: readonly string[], start: Evaluate): Evaluate {
  if (!parts.length) return start;
  return (environment) => follow(start(environment), parts, 0);
}

/** Resolves a path; across an array, collects the values from each document in it. */
export function follow(value: unknown, parts: readonly string[], depth: number): unknown {
  if (depth === parts.length) return value;
  if (isDocument(value)) return follow(ownField(value, parts[depth]!), parts, depth + 1);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((item) => {
    const found = isDocument(item) ? follow(item, parts, depth) : undefined;
    return found === undefined ? [] : [found];
  });
}

/** Aggregation expressions, compiled to functions of a document. */
import { CommandError, unsupported } from "../../errors";
import { isDocument, lookUp, ownField, putField } from "../../bson/types";
import { ARITHMETIC } from "./arithmetic";
import { ARRAYS } from "./arrays";
import { LOGIC } from "./logic";
import type { Compile, Environment, Evaluate, Operator } from "./operator";

const OPERATORS: Record<string, Operator> = { ...ARITHMETIC, ...ARRAYS, ...LOGIC };

/** Compiles an expression; `variables` are those that enclosing expressions bind. */
export function compileExpression(
  expression: unknown,
  variables: readonly string[] = [],
): Evaluate {
  const compile: Compile = (inner, further = []) =>
    compileExpression(inner, [...variables, ...further]);
  if (typeof expression === "string" && expression.startsWith("$"))
    return reference(expression, variables);
  if (Array.isArray(expression)) return list(expression.map((item) => compile(item)));
  if (!isDocument(expression)) return () => expression;
  return document(expression, compile);
}

export const environment = (root: unknown): Environment => ({ root, variables: {} });

const list =
  (items: Evaluate[]): Evaluate =>
  (environment) =>
    items.map((item) => item(environment) ?? null);

function document(expression: object, compile: Compile): Evaluate {
  const fields = Object.entries(expression);
  const name = fields[0]?.[0];
  if (name?.startsWith("$")) {
    if (fields.length > 1)
      throw new CommandError(
        15983,
        `an object representing an expression must have exactly one field: ${fields.map(([field]) => field).join(", ")}`,
      );
    const operator = lookUp(OPERATORS, name);
    if (!operator) throw unsupported(`the expression ${name}`);
    return operator(fields[0]![1], compile, name);
  }
  const compiled = fields.map(([field, inner]) => {
    if (field.startsWith("$"))
      throw new CommandError(16406, `field names may not start with '$': ${field}`);
    if (field.includes("."))
      throw new CommandError(16405, `FieldPath field names may not contain '.': ${field}`);
    return [field, compile(inner)] as const;
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

function reference(text: string, variables: readonly string[]): Evaluate {
  if (!text.startsWith("$$")) return along(fieldPath(text.slice(1)), ({ root }) => root);
  const [name = "", ...parts] = fieldPath(text.slice(2));
  if (name === "REMOVE") return () => undefined;
  if (name === "ROOT" || name === "CURRENT") return along(parts, ({ root }) => root);
  if (variables.includes(name))
    return along(parts, (environment) => ownField(environment.variables, name));
  throw unsupported(`the variable $$${name}, unless an expression defines it,`);
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

function follow(value: unknown, parts: readonly string[], depth: number): unknown {
  if (depth === parts.length) return value;
  if (isDocument(value)) return follow(ownField(value, parts[depth]!), parts, depth + 1);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((item) => {
    const found = isDocument(item) ? follow(item, parts, depth) : undefined;
    return found === undefined ? [] : [found];
  });
}

/** Stages that map each document to one document; also used in update pipelines. */
import type { Document } from "bson";
import { isDocument, formatValue, typeName } from "../../bson/types";
import { CommandError } from "../../errors";
import { compileExpression, environment } from "../expression";
import { fieldsOf } from "../expression/operator";
import { compileProjection } from "../projection";
import type { Scope } from "../scope";

/** The names of these stages. */
export const RESHAPING = new Set([
  "$addFields",
  "$set",
  "$project",
  "$unset",
  "$replaceRoot",
  "$replaceWith",
]);

/** Compiles a reshaping stage. */
export function reshaping(
  name: string,
  operand: unknown,
  scope: Scope,
): (doc: Document) => Document {
  switch (name) {
    case "$project":
      return compileProjection(operand, scope, "$project");
    case "$unset":
      return compileProjection(unset(operand), scope, "$project");
    case "$replaceRoot":
      return replacing(fieldsOf(operand, name, ["newRoot"]).newRoot, scope);
    case "$replaceWith":
      return replacing(operand, scope);
  }
  if (!isDocument(operand))
    throw new CommandError(
      40272,
      `${name} specification stage must be an object, got ${typeName(operand)}`,
    );
  return compileProjection(operand, scope, "$addFields");
}

function unset(operand: unknown): Document {
  const paths = Array.isArray(operand) ? operand : [operand];
  if (!paths.length || !paths.every((path) => typeof path === "string" && path !== ""))
    throw new CommandError(
      31002,
      "$unset specification must be a string or an array containing only string values",
    );
  return Object.fromEntries(paths.map((path) => [path, 0]));
}

function replacing(expression: unknown, scope: Scope): (doc: Document) => Document {
  const evaluate = compileExpression(expression, scope);
  return (doc) => {
    const made = evaluate(environment(doc));
    if (!isDocument(made))
      throw new CommandError(
        40228,
        `'newRoot' expression must evaluate to an object, but resulting value was: ${formatValue(made)}`,
      );
    return made;
  };
}

/** The interface of pipeline stages, and those that map each document to one, which update pipelines use as well. */
import type { Document } from "bson";
import { type Row } from "../../bson/raw-document";
import { formatValue, isDocument } from "../../bson/types";
import { CommandError } from "../../errors";
import type { Pause } from "../../storage/time-slice";
import { compileExpression, environment } from "../expression";
import { fieldsOf, wrongType } from "../expression/operator";
import { compileProjection } from "../projection";

export type Rows = Iterable<Row | Pause>;

/** Compiles a stage with its operand; the result is applied to rows. */
export type Stage = (operand: unknown, name: string) => (rows: Rows) => Rows;

export function stageOf(stage: unknown): [name: string, operand: unknown] {
  const entries = isDocument(stage) ? Object.entries(stage) : [];
  if (entries.length !== 1)
    throw new CommandError(
      40323,
      `A pipeline stage specification object must contain exactly one field: ${formatValue(stage)}`,
    );
  return entries[0]!;
}

export const RESHAPING = new Set([
  ...["$addFields", "$set", "$project", "$unset", "$replaceRoot", "$replaceWith"],
]);

export function reshaping(name: string, operand: unknown): (doc: Document) => Document {
  switch (name) {
    case "$project":
      return compileProjection(operand, "$project");
    case "$unset":
      return compileProjection(unset(operand), "$project");
    case "$replaceRoot":
      return replacing(fieldsOf(operand, name, ["newRoot"]).newRoot);
    case "$replaceWith":
      return replacing(operand);
  }
  if (!isDocument(operand)) throw wrongType(name, "an object", operand, 40272);
  return compileProjection(operand, "$addFields");
}

function unset(operand: unknown): Document {
  const paths = Array.isArray(operand) ? operand : [operand];
  if (!paths.length || !paths.every((path) => typeof path === "string" && path !== ""))
    throw wrongType("$unset", "a string or an array of strings", operand, 31002);
  return Object.fromEntries(paths.map((path) => [path, 0]));
}

function replacing(expression: unknown): (doc: Document) => Document {
  const evaluate = compileExpression(expression);
  return (doc) => {
    const made = evaluate(environment(doc));
    if (!isDocument(made)) throw wrongType("'newRoot'", "an object", made, 40228);
    return made;
  };
}

/** `$unwind`: one document for each element of an array. */
import { Long, type Document } from "bson";
import { Row } from "../../bson/raw-document";
import { isDocument, ownField, putField } from "../../bson/types";
import { CommandError } from "../../errors";
import { PAUSE } from "../../storage/time-slice";
import { fieldPath } from "../expression";
import { fieldsOf } from "../expression/operator";
import type { Rows, Stage } from "./stage";

/** Yields a document for each element of an array; a value that is not an array counts as one element. */
export const $unwind: Stage = (operand, _context, name) => {
  const { path, includeArrayIndex, preserveNullAndEmptyArrays } =
    typeof operand === "string"
      ? { path: operand }
      : (fieldsOf(
          operand,
          name,
          ["path"],
          ["includeArrayIndex", "preserveNullAndEmptyArrays"],
        ) as Document);
  if (typeof path !== "string" || !path.startsWith("$"))
    throw new CommandError(
      28818,
      `path option to $unwind stage should be prefixed with a '$': ${String(path)}`,
    );
  if (
    includeArrayIndex !== undefined &&
    (typeof includeArrayIndex !== "string" ||
      !includeArrayIndex ||
      includeArrayIndex.startsWith("$"))
  )
    throw new CommandError(
      28810,
      "includeArrayIndex must be a non-empty string without a leading '$'",
    );
  const parts = fieldPath(path.slice(1));
  const index =
    includeArrayIndex === undefined ? undefined : fieldPath(includeArrayIndex as string);
  const made = (doc: Document, value: unknown, at: number | null): Row => {
    let result = value === doc ? doc : replaced(doc, parts, value);
    if (index) result = replaced(result, index, at === null ? null : Long.fromNumber(at));
    return Row.of(result);
  };
  return function* (rows: Rows) {
    for (const row of rows) {
      if (row === PAUSE) {
        yield PAUSE;
        continue;
      }
      const value = throughDocuments(row.doc, parts);
      if (Array.isArray(value) && value.length)
        for (const [at, item] of value.entries()) yield made(row.doc, item, at);
      else if (value !== undefined && value !== null && !Array.isArray(value))
        yield made(row.doc, value, null);
      else if (preserveNullAndEmptyArrays === true)
        yield made(row.doc, Array.isArray(value) ? undefined : (value ?? row.doc), null);
    }
  };
};

/** The value at a path. As in MongoDB, the path of `$unwind` goes through documents only, not through arrays. */
const throughDocuments = (doc: Document, parts: readonly string[]): unknown =>
  parts.reduce<unknown>((at, part) => (isDocument(at) ? ownField(at, part) : undefined), doc);

/** Copies a document with another value at a path; `undefined` removes it. */
export function replaced(doc: Document, [part = "", ...rest]: string[], value: unknown): Document {
  const copy = { ...doc };
  const there = ownField(doc, part);
  const next = rest.length ? replaced(isDocument(there) ? there : {}, rest, value) : value;
  if (next === undefined) delete copy[part];
  else putField(copy, part, next);
  return copy;
}

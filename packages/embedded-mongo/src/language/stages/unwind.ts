/** `$unwind`: one document for each element of an array. */
import { Long, type Document } from "bson";
import { Row } from "../../bson/raw-document";
import { isDocument, ownField } from "../../bson/types";
import { PAUSE } from "../../storage/time-slice";
import { fieldPath } from "../expression";
import { fieldsOf, wrongType } from "../expression/operator";
import { replaced, type Rows, type Stage } from "./stage";

const OPTIONS = ["includeArrayIndex", "preserveNullAndEmptyArrays"];

/** Yields a document for each element of an array; a value that is not an array counts as one element. */
export const $unwind: Stage = (operand, name) => {
  const { path, includeArrayIndex, preserveNullAndEmptyArrays }: Document =
    typeof operand === "string" ? { path: operand } : fieldsOf(operand, name, ["path"], OPTIONS);
  if (typeof path !== "string" || !path.startsWith("$"))
    throw wrongType(name, "a path prefixed with a '$'", path, 28818);
  if (includeArrayIndex !== undefined && typeof includeArrayIndex !== "string")
    throw wrongType(name, "a string as includeArrayIndex", includeArrayIndex, 28810);
  const parts = fieldPath(path.slice(1));
  const index = includeArrayIndex === undefined ? undefined : fieldPath(includeArrayIndex);
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

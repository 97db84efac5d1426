/** `$lookup` by equality. */
import { BSONRegExp, type Document } from "bson";
import { Row } from "../../bson/raw-document";
import { isDocument } from "../../bson/types";
import { failedToParse, unsupported } from "../../errors";
import { PAUSE, type Pause } from "../../storage/time-slice";
import { fieldPath } from "../expression";
import { fieldsOf } from "../expression/operator";
import { valuesAt } from "../paths";
import { replaced } from "./unwind";
import type { Rows, Stage } from "./stage";

const FIELDS = ["from", "localField", "foreignField", "as"] as const;

/** Adds matching documents of another collection to each document. */
export const $lookup: Stage = (operand, context, name) => {
  for (const field of ["let", "pipeline"])
    if (isDocument(operand) && field in operand) throw unsupported(`$lookup with '${field}'`);
  const fields = fieldsOf(operand, name, FIELDS);
  if (isDocument(fields.from)) throw unsupported("$lookup from another database");
  for (const field of FIELDS)
    if (typeof fields[field] !== "string" || !fields[field])
      throw failedToParse(`$lookup argument '${field}' must be a string`);
  const as = fieldPath(fields.as);
  const local = fieldPath(fields.localField).join(".");
  return function* (rows: Rows): Generator<Row | Pause> {
    for (const row of rows) {
      if (row === PAUSE) {
        yield PAUSE;
        continue;
      }
      const found: Document[] = [];
      for (const one of context.matching(
        fields.from,
        joining(row.doc, local, fields.foreignField),
      )) {
        if (one === PAUSE) yield PAUSE;
        else found.push(one.doc);
      }
      yield Row.of(replaced(row.doc, as, found));
    }
  };
};

/**
 * A filter for documents whose field equals one of the values: missing and null are equal, and regular
 * expressions are compared as values.
 *
 * As in MongoDB, the local values are all values at the path, through arrays, and the elements of an array at its end.
 * If there are none, null is used.
 */
function joining(doc: Document, localField: string, foreignField: string): Document {
  const found = valuesAt(doc, localField);
  const values = found.length ? found : [null];
  const plain = values.filter((value) => !(value instanceof BSONRegExp));
  const patterns = values.filter((value) => value instanceof BSONRegExp);
  const equal = { [foreignField]: { $in: plain } };
  if (!patterns.length) return equal;
  return { $or: [equal, ...patterns.map((pattern) => ({ [foreignField]: { $eq: pattern } }))] };
}

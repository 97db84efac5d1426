/** `$lookup` by equality. */
import { BSONRegExp, type Document } from "bson";
import { Row } from "../../bson/raw-document";
import { isDocument } from "../../bson/types";
import { unsupported } from "../../errors";
import { PAUSE, type Pause } from "../../storage/time-slice";
import { fieldPath } from "../expression";
import { fieldsOf, wrongType } from "../expression/operator";
import { valuesAt } from "../paths";
import { replaced, type Rows, type Stage } from "./stage";

const FIELDS = ["from", "localField", "foreignField", "as"] as const;

export const $lookup: Stage = (operand, name, matching) => {
  for (const field of ["let", "pipeline"])
    if (isDocument(operand) && field in operand) throw unsupported(`$lookup with '${field}'`);
  const fields = fieldsOf(operand, name, FIELDS);
  for (const field of FIELDS)
    if (typeof fields[field] !== "string" || !fields[field])
      throw wrongType(`$lookup '${field}'`, "a string", fields[field], 9);
  const as = fieldPath(fields.as);
  const local = fieldPath(fields.localField).join(".");
  return function* (rows: Rows): Generator<Row | Pause> {
    for (const row of rows) {
      if (row === PAUSE) {
        yield PAUSE;
        continue;
      }
      const found: Document[] = [];
      for (const one of matching(fields.from, joining(row.doc, local, fields.foreignField))) {
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

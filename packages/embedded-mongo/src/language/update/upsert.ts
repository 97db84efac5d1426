/** Derives the initial document of an upsert from its filter. */
import { BSONRegExp, type Document } from "bson";
import { isDocument, isOperators, isReference, putField, ownField } from "../../bson/types";
import { CommandError } from "../../errors";

/** Returns a document with all equality conditions of a filter; for replacements, only the `_id`. */
export function equalities(filter: Document, onlyId: boolean): Document {
  const doc: Document = {};
  for (const [path, value] of conditions(filter)) {
    if (onlyId ? path === "_id" : true) setPath(doc, path.split("."), value, path);
  }
  return doc;
}

function* conditions(filter: Document): Generator<[string, unknown]> {
  for (const [path, condition] of Object.entries(filter)) {
    if (path === "$and" || (path === "$or" && condition.length === 1)) {
      for (const part of condition) yield* conditions(part);
    } else if (!path.startsWith("$") && !(condition instanceof BSONRegExp)) {
      const value =
        isOperators(condition) && !isReference(condition) ? equalTo(condition) : condition;
      if (value !== undefined) yield [path, value];
    }
  }
}

function equalTo(condition: Document): unknown {
  for (const [name, operand] of Object.entries(condition)) {
    if (name === "$eq") return operand;
    const alone = (name === "$in" || name === "$all") && operand.length === 1;
    if (alone && !(operand[0] instanceof BSONRegExp) && !isOperators(operand[0])) return operand[0];
  }
  return undefined;
}

function setPath(doc: Document, parts: string[], value: unknown, path: string): void {
  const [part = "", ...rest] = parts;
  const there = ownField(doc, part);
  const twice = () =>
    new CommandError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
  if (!rest.length) {
    if (there !== undefined) throw twice();
    putField(doc, part, value);
    return;
  }
  if (there !== undefined && !isDocument(there)) throw twice();
  const inner: Document = there === undefined ? {} : { ...(there as Document) };
  putField(doc, part, inner);
  setPath(inner, rest, value, path);
}

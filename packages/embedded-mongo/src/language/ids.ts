/** What may be a document's `_id`. */
import { BSONRegExp } from "bson";
import { isDocument } from "../bson/types";
import { Code, CommandError } from "../errors";

/** Refuses what MongoDB refuses: arrays, patterns, and documents with fields that look like operators. */
export function refuseUnusableId(id: unknown): void {
  if (Array.isArray(id) || id instanceof BSONRegExp)
    throw new CommandError(
      Code.InvalidIdField,
      `The '_id' value cannot be of type ${Array.isArray(id) ? "array" : "regex"}`,
    );
  if (!isDocument(id)) return;
  const operator = Object.keys(id).find((key) => key.startsWith("$"));
  if (operator !== undefined)
    throw new CommandError(
      Code.DollarPrefixedFieldName,
      `_id fields may not contain '$'-prefixed fields: ${operator} is not valid for storage.`,
    );
}

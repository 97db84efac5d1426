/** Validates `_id` values. */
import { BSONRegExp } from "bson";
import { isDocument } from "../bson/types";
import { Code, CommandError } from "../errors";

/**
 * Throws for ids that MongoDB rejects: arrays, regular expressions, and documents with operator-like
 * fields.
 */
export function assertValidId(id: unknown): void {
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

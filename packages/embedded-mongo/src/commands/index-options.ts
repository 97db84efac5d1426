/** Validates index definitions. */
import type { Document } from "bson";
import { isNumber, toDouble } from "../bson/numbers";
import { isDocument, isOperators, formatValue } from "../bson/types";
import { Code, CommandError, failedToParse, typeMismatch, unsupported } from "../errors";
import { compileFilter } from "../language/match";
import type { IndexSpec } from "../storage/catalog";
import type { Direction } from "../bson/keys";

const cannotCreate = (why: string) => new CommandError(Code.CannotCreateIndex, why);

const MAX_FIELDS = 32;
const MAX_EXPIRY_SECONDS = 2_147_483_647;

const PARTIAL_OPERATORS = new Set(["$eq", "$gt", "$gte", "$lt", "$lte", "$in", "$exists"]);

export function indexSpec(given: unknown): IndexSpec {
  if (!isDocument(given)) throw typeMismatch("an index must be described by an object");
  const { key, name } = given;
  if (!isDocument(key))
    throw failedToParse("The 'key' field is a required property of an index specification");
  if (typeof name !== "string" || !name)
    throw failedToParse("The 'name' field is a required property of an index specification");
  const spec: IndexSpec = { v: 2, key: indexKey(key), name };
  for (const [option, value] of Object.entries(given)) {
    if (["key", "name", "v", "ns", "background"].includes(option) || value === null) continue;
    Object.assign(spec, { [option]: indexOption(option, value, spec.key) });
  }
  if (spec.sparse && spec.partialFilterExpression)
    throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
  for (const option of ["unique", "sparse"]) if (spec[option] === false) delete spec[option];
  return spec;
}

function indexKey(key: Document): Record<string, Direction> {
  const fields = Object.entries(key);
  if (!fields.length || fields.length > MAX_FIELDS)
    throw cannotCreate(`Index keys must have 1 to ${MAX_FIELDS} fields.`);
  return Object.fromEntries(
    fields.map(([path, direction]) => {
      if (path.includes("$**")) throw unsupported("a wildcard index");
      if (!path || path.split(".").some((part) => !part || part.startsWith("$")))
        throw cannotCreate(
          `Index keys cannot contain an empty field or one that begins with '$': ${formatValue(key)}`,
        );
      if (typeof direction === "string") throw unsupported(`a ${direction} index`);
      const sign = isNumber(direction) ? toDouble(direction) : 0;
      if (sign !== 1 && sign !== -1)
        throw cannotCreate(
          `Values in the index key pattern must be 1 or -1, not ${formatValue(direction)}`,
        );
      return [path, sign];
    }),
  );
}

function indexOption(option: string, value: unknown, key: IndexSpec["key"]): unknown {
  switch (option) {
    case "unique":
    case "sparse":
      if (typeof value !== "boolean" && !isNumber(value))
        throw typeMismatch(`The field '${option}' must be a bool`);
      return isNumber(value) ? toDouble(value) !== 0 : value;
    case "expireAfterSeconds":
      return expiry(value, key);
    case "partialFilterExpression":
      if (!isDocument(value))
        throw typeMismatch("The field 'partialFilterExpression' must be an object");
      // Rejects filters that are invalid anywhere, so the next check need not.
      compileFilter(value);
      checkPartial(value);
      return value;
  }
  throw unsupported(`an index with '${option}'`);
}

function expiry(value: unknown, key: IndexSpec["key"]): number {
  const seconds = isNumber(value) ? toDouble(value) : NaN;
  if (
    !(seconds >= 0 && seconds <= MAX_EXPIRY_SECONDS) ||
    Object.keys(key).length > 1 ||
    "_id" in key
  )
    throw cannotCreate(
      `'expireAfterSeconds' must be from 0 to ${MAX_EXPIRY_SECONDS}, and the index on one field other than _id`,
    );
  return seconds;
}

function checkPartial(filter: Document): void {
  for (const [path, condition] of Object.entries(filter)) {
    if (path === "$and") for (const part of condition) checkPartial(part);
    else if (path.startsWith("$"))
      throw cannotCreate(`Expression not supported in partial index: ${path}`);
    else if (isOperators(condition))
      for (const [name, operand] of Object.entries(condition))
        if (!PARTIAL_OPERATORS.has(name) || (name === "$exists" && operand !== true))
          throw cannotCreate(
            `Expression not supported in partial index: ${path}: ${formatValue(condition)}`,
          );
  }
}

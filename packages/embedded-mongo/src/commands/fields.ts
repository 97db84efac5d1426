/** Validates that every field of a command is known and has the right type. */
import { Binary, type Document } from "bson";
import { isFiniteNumber, isNumber, toDouble } from "../bson/numbers";
import { isDocument, lookUp, typeName } from "../bson/types";
import { badValue, Code, CommandError, typeMismatch, unsupported } from "../errors";

/** The types of field values. A `count` is a finite number that is not negative. */
type Kind = "any" | "document" | "array" | "string" | "bool" | "count";

const KINDS: Readonly<Record<string, Kind>> = {
  batchSize: "count",
  collection: "string",
  cursor: "document",
  cursors: "array",
  deletes: "array",
  documents: "array",
  fields: "document",
  filter: "document",
  indexes: "array",
  key: "string",
  limit: "count",
  lsid: "document",
  maxTimeMS: "count",
  multi: "bool",
  nameOnly: "bool",
  new: "bool",
  noCursorTimeout: "bool",
  ordered: "bool",
  pipeline: "array",
  projection: "document",
  q: "document",
  query: "document",
  readConcern: "document",
  remove: "bool",
  singleBatch: "bool",
  skip: "count",
  sort: "document",
  updates: "array",
  upsert: "bool",
  verbosity: "string",
  writeConcern: "document",
};

const GENERIC =
  "$db lsid txnNumber startTransaction autocommit $clusterTime $readPreference readConcern writeConcern comment maxTimeMS";

const CHECKS: Record<Kind, (value: unknown) => boolean> = {
  any: () => true,
  document: isDocument,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  bool: (value) => typeof value === "boolean" || isNumber(value),
  count: (value) => isNumber(value) && isFiniteNumber(value),
};

/**
 * Throws if a command or statement has other fields than these, lacks a required one, or has one of the wrong type.
 *
 * @param fields the names of the accepted fields, separated by spaces
 * @param required null counts as missing, as in MongoDB
 */
export function checkFields(
  name: string,
  command: Document,
  fields: string,
  required: readonly string[] = [],
): void {
  const accepted = fields.split(" ");
  for (const [field, value] of Object.entries(command)) {
    if (!accepted.includes(field)) throw unsupported(`the field '${field}' of ${name}`);
    if (value === null || value === undefined) continue;
    const kind = lookUp(KINDS, field) ?? "any";
    if (!CHECKS[kind](value))
      throw typeMismatch(
        `BSON field '${name}.${field}' is the wrong type '${typeName(value)}', expected type '${kind}'`,
      );
    if (kind === "count" && toDouble(value) < 0)
      throw new CommandError(51024, `BSON field '${name}.${field}' value must be >= 0`);
  }
  for (const field of required)
    if (command[field] === undefined || command[field] === null) throw missing(name, field);
}

export const missing = (name: string, field: string) =>
  new CommandError(40414, `BSON field '${name}.${field}' is missing but a required field`);

/** Checks the fields of a command, including those that every command accepts. */
export function checkCommand(
  name: string,
  command: Document,
  fields: string,
  required?: readonly string[],
): void {
  checkFields(name, command, `${name} ${fields} ${GENERIC}`, required);
  if (["startTransaction", "autocommit", "txnNumber"].some((field) => field in command))
    throw new CommandError(
      Code.IllegalOperation,
      "Transaction numbers are only allowed on a replica set member or mongos",
    );
  checkReadConcern(command.readConcern ?? {});
  checkWriteConcern(command.writeConcern ?? {});
}

/** Throws for what only replica sets offer. */
function checkReadConcern({ level = "local", ...others }: Document): void {
  if (level === "linearizable" || level === "snapshot" || Object.keys(others).length)
    throw new CommandError(
      Code.NotAReplicaSet,
      "node needs to be a replica set member to use read concern",
    );
  if (!["local", "available", "majority"].includes(level))
    throw badValue(`'${String(level)}' is not a valid value of readConcern.level`);
}

function checkWriteConcern({ w = 1, ...others }: Document): void {
  for (const field of Object.keys(others))
    if (!["j", "wtimeout", "wtimeoutMS"].includes(field))
      throw unsupported(`the field '${field}' of a write concern`);
  if (typeof w === "string" && w !== "majority")
    throw new CommandError(
      Code.UnknownReplWriteConcern,
      `No write concern mode named '${w}' found`,
    );
  if (isNumber(w) && (toDouble(w) > 1 || toDouble(w) < 0))
    throw badValue("cannot use 'w' > 1 when a host is not replicated, or below 0");
}

/** The key of the session with this `lsid`, or `undefined` for a command without one. */
export function sessionKey(lsid: unknown): string | undefined {
  if (lsid === undefined) return undefined;
  const id: unknown = isDocument(lsid) ? lsid.id : undefined;
  if (id instanceof Binary) return Buffer.from(id.value()).toString("hex");
  throw typeMismatch("lsid must be a document with a UUID as its id");
}

/** Reads a number, truncated to an integer; returns `fallback` for any other value. */
export function countOr(value: unknown, fallback: number): number {
  return isNumber(value) ? Math.trunc(toDouble(value)) : fallback;
}

export const flag = (value: unknown): boolean =>
  isNumber(value) ? toDouble(value) !== 0 : value === true;

/** Validates that every field of a command is known and has the right type. */
import { Binary, type Document } from "bson";
import { isFiniteNumber, isNumber, toDouble } from "../bson/numbers";
import { isDocument, lookUp, typeName } from "../bson/types";
import { badValue, Code, CommandError, typeMismatch, unsupported } from "../errors";

/** The types of field values. A `count` is a finite number that is not negative. */
export type Kind =
  | "any"
  | "document"
  | "array"
  | "string"
  | "bool"
  | "number"
  | "count"
  /** The simple collation, which compares strings by their bytes. */
  | "collation"
  /** Known to MongoDB, but without effect here. */
  | "ignored"
  /** Known to MongoDB, but unsupported here unless false or empty. */
  | "unsupported";

/** The fields a command accepts. */
export type Fields = Readonly<Record<string, Kind>>;

/** Fields that every command accepts. */
const GENERIC: Fields = {
  $db: "string",
  lsid: "document",
  txnNumber: "any",
  startTransaction: "any",
  autocommit: "any",
  $clusterTime: "ignored",
  $readPreference: "ignored",
  $queryOptions: "ignored",
  readConcern: "document",
  writeConcern: "document",
  comment: "ignored",
  maxTimeMS: "count",
  apiVersion: "string",
  apiStrict: "bool",
  apiDeprecationErrors: "bool",
};

/** Whether a value is the collation that compares strings by their bytes, as if there was none. */
export const isSimpleCollation = (value: unknown): boolean =>
  isDocument(value) &&
  (!Object.keys(value).length || Object.entries(value).join() === "locale,simple");

const CHECKS: Record<Kind, (value: unknown) => boolean> = {
  any: () => true,
  ignored: () => true,
  document: isDocument,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  bool: (value) => typeof value === "boolean" || isNumber(value),
  number: isNumber,
  count: (value) => isNumber(value) && isFiniteNumber(value),
  collation: isSimpleCollation,
  unsupported: (value) => !value || (isDocument(value) && !Object.keys(value).length),
};

/**
 * Throws if a command or statement has unknown fields or fields of the wrong type.
 *
 * @param generic whether `command` is a command, with the fields that every command accepts
 */
export function checkFields(name: string, command: Document, fields: Fields, generic = true): void {
  for (const [field, value] of Object.entries(command)) {
    if (generic && field === name) continue;
    const kind = lookUp(fields, field) ?? (generic ? lookUp(GENERIC, field) : undefined);
    if (kind === undefined)
      throw new CommandError(40415, `BSON field '${name}.${field}' is an unknown field.`);
    if (value === null || value === undefined) continue;
    if (CHECKS[kind](value)) {
      if (kind === "count") checkCount(`${name}.${field}`, toDouble(value));
    } else if (kind === "collation") throw unsupported("a collation other than simple");
    else if (kind === "unsupported") throw unsupported(`'${field}' in ${name}`);
    else
      throw typeMismatch(
        `BSON field '${name}.${field}' is the wrong type '${typeName(value)}', expected type '${kind}'`,
      );
  }
}

/** Throws if a command or statement lacks one of these fields; null counts as missing, as in MongoDB. */
export function checkRequired(
  name: string,
  command: Document,
  required: readonly string[] = [],
): void {
  for (const field of required)
    if (command[field] === undefined || command[field] === null) throw missing(name, field);
}

/** Creates the error for a command or statement that lacks a required field. */
export const missing = (name: string, field: string) =>
  new CommandError(40414, `BSON field '${name}.${field}' is missing but a required field`);

function checkCount(what: string, value: number): void {
  if (value < 0)
    throw new CommandError(
      51024,
      `BSON field '${what}' value must be >= 0, actual value '${value}'`,
    );
}

/**
 * Throws for fields of transactions, sessions, read and write concerns that a standalone server rejects or this
 * server cannot satisfy.
 */
export function checkGeneric(command: Document): void {
  if (
    command.startTransaction !== undefined ||
    command.autocommit !== undefined ||
    command.txnNumber !== undefined
  )
    throw new CommandError(
      Code.IllegalOperation,
      "Transaction numbers are only allowed on a replica set member or mongos",
    );
  if (
    command.lsid !== undefined &&
    !(isDocument(command.lsid) && command.lsid.id instanceof Binary)
  )
    throw typeMismatch("lsid must be a document with a UUID as its id");
  checkReadConcern(command.readConcern);
  checkWriteConcern(command.writeConcern);
}

function checkReadConcern(concern: unknown): void {
  if (!isDocument(concern)) return;
  for (const field of Object.keys(concern))
    if (!["level", "afterClusterTime", "atClusterTime", "provenance"].includes(field))
      throw new CommandError(40415, `BSON field 'readConcern.${field}' is an unknown field.`);
  const { level = "local" } = concern;
  if (
    level === "linearizable" ||
    level === "snapshot" ||
    concern.afterClusterTime ||
    concern.atClusterTime
  )
    throw new CommandError(
      Code.NotAReplicaSet,
      "node needs to be a replica set member to use read concern",
    );
  if (!["local", "available", "majority"].includes(level))
    throw badValue(
      `Enumeration value '${String(level)}' for field 'readConcern.level' is not a valid value.`,
    );
}

function checkWriteConcern(concern: unknown): void {
  if (!isDocument(concern)) return;
  for (const field of Object.keys(concern))
    if (!["w", "j", "fsync", "wtimeout", "wtimeoutMS", "provenance"].includes(field))
      throw new CommandError(Code.FailedToParse, `unrecognized write concern field: ${field}`);
  const { w = 1 } = concern;
  if (typeof w === "string" && w !== "majority")
    throw new CommandError(
      Code.UnknownReplWriteConcern,
      `No write concern mode named '${w}' found`,
    );
  if (isNumber(w) && toDouble(w) > 1)
    throw badValue("cannot use 'w' > 1 when a host is not replicated");
  if (isNumber(w) && toDouble(w) < 0) throw new CommandError(Code.FailedToParse, "w must be >= 0");
}

/** Whether a write is unacknowledged. */
export const isUnacknowledged = ({ writeConcern }: Document): boolean =>
  isDocument(writeConcern) && isNumber(writeConcern.w) && toDouble(writeConcern.w) === 0;

/** Reads a number, truncated to an integer; returns `fallback` for any other value. */
export function countOr(value: unknown, fallback: number): number {
  return isNumber(value) ? Math.trunc(toDouble(value)) : fallback;
}

/** Reads a boolean field; numbers count as booleans. */
export const flag = (value: unknown): boolean =>
  isNumber(value) ? toDouble(value) !== 0 : value === true;

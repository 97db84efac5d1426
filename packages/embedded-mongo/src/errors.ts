/** The errors a server answers with, by MongoDB's own numbers and names: drivers act on the number. */
import type { Document } from "bson";

/** MongoDB's codes, as far as this server gives them. */
export const Code = {
  BadValue: 2,
  NoSuchKey: 4,
  Unauthorized: 13,
  FailedToParse: 9,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  IllegalOperation: 20,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  NoReplicationEnabled: 76,
  UnknownReplWriteConcern: 79,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  OperationFailed: 96,
  NotAReplicaSet: 123,
  ConversionFailure: 241,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  QueryPlanKilled: 175,
  CursorInUse: 12051,
  InvalidIndexSpecificationOption: 197,
  NotImplemented: 238,
  APIVersionError: 322,
  APIStrictError: 323,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  KeyTooLong: 17280,
} as const;

const NAMES = new Map<number, string>(Object.entries(Code).map(([name, code]) => [code, name]));

/** What MongoDB answers when a command fails: a number drivers act on, its name, and a sentence. */
export class CommandError extends Error {
  override readonly name = "CommandError";

  constructor(
    readonly code: number,
    message: string,
    readonly details: Document = {},
  ) {
    super(message);
  }

  /** The name MongoDB has for the code; codes it has no name for are called by their place. */
  get codeName(): string {
    return NAMES.get(this.code) ?? `Location${this.code}`;
  }

  /** The reply to a command that failed altogether. */
  get reply(): Document {
    const { code, codeName, message, details } = this;
    return { ok: 0, errmsg: message, code, codeName, ...details };
  }

  /** Whatever was thrown, as an answer; what nobody foresaw is told to the log as well. */
  static from(error: unknown): CommandError {
    if (error instanceof CommandError) return error;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    if (error instanceof RangeError && /call stack/.test(message))
      return new CommandError(Code.Overflow, "the document or expression is nested too deeply");
    console.error("embedded database:", error);
    return new CommandError(8, `${name}: ${message}`);
  }
}

/** An operand that MongoDB would not take either. */
export const badValue = (message: string) => new CommandError(Code.BadValue, message);

/** A command or document that cannot be understood. */
export const failedToParse = (message: string) => new CommandError(Code.FailedToParse, message);

/** A value of the wrong type. */
export const typeMismatch = (message: string) => new CommandError(Code.TypeMismatch, message);

/** What MongoDB has and this server has not. */
export const unsupported = (what: string) =>
  new CommandError(
    Code.NotImplemented,
    `${what} is not supported by the embedded database; use MongoDB for it`,
  );

/** A second document with the same key in a unique index. */
export const duplicateKey = (
  ns: string,
  index: string,
  keyPattern: Document,
  keyValue: Document,
  shown: string,
) =>
  new CommandError(
    Code.DuplicateKey,
    `E11000 duplicate key error collection: ${ns} index: ${index} dup key: ${shown}`,
    { keyPattern, keyValue },
  );

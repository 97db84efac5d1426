/** The server's errors, with MongoDB's codes and names; drivers act on the codes. */
import type { Document } from "bson";

/** The MongoDB error codes used by this server. */
export const Code = {
  BadValue: 2,
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
  FileNotOpen: 38,
  FileStreamFailed: 39,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  UnknownReplWriteConcern: 79,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  NotAReplicaSet: 123,
  CannotIndexParallelArrays: 171,
  QueryPlanKilled: 175,
  CursorInUse: 12051,
  InvalidIndexSpecificationOption: 197,
  NotImplemented: 238,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  KeyTooLong: 17280,
} as const;

const NAMES = new Map<number, string>(Object.entries(Code).map(([name, code]) => [code, name]));

/** A failed command: a code that drivers act on, its name, and a message. */
export class CommandError extends Error {
  override readonly name = "CommandError";

  /** @param details further fields of the reply, such as `keyPattern` */
  constructor(
    readonly code: number,
    message: string,
    readonly details: Document = {},
  ) {
    super(message);
  }

  /** MongoDB's name for the code; unnamed codes are shown as `Location<code>`. */
  get codeName(): string {
    return NAMES.get(this.code) ?? `Location${this.code}`;
  }

  get reply(): Document {
    const { code, codeName, message, details } = this;
    return { ok: 0, errmsg: message, code, codeName, ...details };
  }

  /** Converts anything thrown into a CommandError; unexpected errors are also logged. */
  static from(error: unknown): CommandError {
    if (error instanceof CommandError) return error;
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    if (error instanceof RangeError && /call stack/.test(message))
      return new CommandError(Code.Overflow, "the document or expression is nested too deeply");
    console.error("embedded database:", error);
    return new CommandError(8, `${name}: ${message}`);
  }
}

export const badValue = (message: string) => new CommandError(Code.BadValue, message);

export const failedToParse = (message: string) => new CommandError(Code.FailedToParse, message);

export const typeMismatch = (message: string) => new CommandError(Code.TypeMismatch, message);

/** Creates the error for a MongoDB feature that this server does not support; `what` begins its message. */
export const unsupported = (what: string) =>
  new CommandError(
    Code.NotImplemented,
    `${what} is not supported by the embedded database; use MongoDB for it`,
  );

import type { Document } from "bson";

/** What MongoDB answers when a command fails: a number drivers act on, its name, and a sentence. */
export class CommandError extends Error {
  constructor(
    readonly code: number,
    readonly codeName: string,
    message: string,
    readonly details: Document = {},
  ) {
    super(message);
  }

  get reply(): Document {
    return {
      ok: 0,
      errmsg: this.message,
      code: this.code,
      codeName: this.codeName,
      ...this.details,
    };
  }

  static from(error: unknown): CommandError {
    if (error instanceof CommandError) return error;
    const { name, message } = error as Error;
    if (name !== "MingoError" && name !== "Error") console.error("embedded database:", error);
    return badValue(message);
  }
}

export const badValue = (message: string) => new CommandError(2, "BadValue", message);
export const unsupported = (what: string) =>
  new CommandError(
    238,
    "NotImplemented",
    `${what} is not supported by the embedded database; set MONGODB_URI to use MongoDB`,
  );
export const duplicateKey = (ns: string, index: string, keyPattern: Document, keyValue: Document) =>
  new CommandError(
    11000,
    "DuplicateKey",
    `E11000 duplicate key error collection: ${ns} index: ${index} dup key: ${JSON.stringify(keyValue)}`,
    { keyPattern, keyValue },
  );

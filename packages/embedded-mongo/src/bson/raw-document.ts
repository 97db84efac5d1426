/** A document as it passes through the server. */
import { BSON, type Document } from "bson";
import { Code, CommandError } from "../errors";
import { decode } from "./decode";

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** A document as BSON bytes, as decoded values, or both; each form is computed from the other on first use. */
export class Row {
  #bytes?: Buffer;
  #doc?: Document;

  private constructor(bytes?: Buffer, doc?: Document) {
    this.#bytes = bytes;
    this.#doc = doc;
  }

  static of(doc: Document): Row {
    return new Row(undefined, doc);
  }

  static from(bytes: Buffer): Row {
    return new Row(bytes);
  }

  get bytes(): Buffer {
    return (this.#bytes ??= encode(this.doc));
  }

  /** The decoded document, which is shared by all users of the row and must not be changed. */
  get doc(): Document {
    return (this.#doc ??= decode(this.#bytes!));
  }

  /** Returns at least these top-level fields, or all for `undefined`; decodes as little as necessary. */
  fields(only: ReadonlySet<string> | undefined): Document {
    return this.#doc ?? (only ? decode(this.#bytes!, only) : this.doc);
  }
}

/** Encodes a document as BSON; fields with value `undefined` are omitted. */
export function encode(doc: Document): Buffer {
  try {
    const bytes = BSON.serialize(doc, { ignoreUndefined: true });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  } catch (error) {
    // The serialiser's buffer is slightly larger than the maximum document.
    if (error instanceof RangeError && !/call stack/.test(error.message)) throw tooLarge();
    throw error;
  }
}

/** The encoded size in bytes of a value as an array element at this position. */
export const elementBytes = (value: unknown, position: number): number =>
  BSON.calculateObjectSize({ [position]: value }, { ignoreUndefined: true }) - EMPTY_BYTES;

const EMPTY_BYTES = 5;

export function assertStorableSize(bytes: Buffer): void {
  if (bytes.length > MAX_DOCUMENT_BYTES) throw tooLarge(bytes.length);
}

const tooLarge = (size?: number) =>
  new CommandError(
    Code.BSONObjectTooLarge,
    `BSONObj size${size ? `: ${size}` : ""} is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES} (16MB)`,
  );

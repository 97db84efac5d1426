/** A document on its way through the server. */
import { BSON, type Document } from "bson";
import { Code, CommandError } from "../errors";
import { decode } from "./decode";

/** The largest document MongoDB stores. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** A document as bytes, as values, or both: made from whichever is there only if somebody asks. */
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

  /** Shared by all who hold the row: never to be changed. */
  get doc(): Document {
    return (this.#doc ??= decode(this.#bytes!));
  }

  /** At least these top-level fields of the document, decoding no more than must be. */
  fields(only: ReadonlySet<string> | undefined): Document {
    return this.#doc ?? (only ? decode(this.#bytes!, only) : this.doc);
  }
}

/** A document as BSON. Fields without a value are left out. */
export function encode(doc: Document): Buffer {
  try {
    const bytes = BSON.serialize(doc, { ignoreUndefined: true });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  } catch (error) {
    // The serialiser's own buffer is a little larger than the largest document.
    if (error instanceof RangeError && !/call stack/.test(error.message)) throw tooLarge();
    throw error;
  }
}

/** To be checked wherever a document is about to be stored. */
export function refuseTooLarge(bytes: Buffer): void {
  if (bytes.length > MAX_DOCUMENT_BYTES) throw tooLarge(bytes.length);
}

const tooLarge = (size?: number) =>
  new CommandError(
    Code.BSONObjectTooLarge,
    `BSONObj size${size ? `: ${size}` : ""} is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES} (16MB)`,
  );

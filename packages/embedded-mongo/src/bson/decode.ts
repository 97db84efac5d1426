/** Decodes BSON without losing types: an integral double stays a `Double`, a 64-bit integer a `Long`. */
import {
  Binary,
  BSONRegExp,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Document,
} from "bson";
import { Code, CommandError, unsupported } from "../errors";
import { isInt32, putField } from "./types";

const MAX_DEPTH = 180;
/** Strings up to this many bytes are decoded by hand, which is faster. */
const SHORT_TEXT_BYTES = 20;

/** A cache of field names by a hash of their bytes: a collection has few, and every document repeats them. */
const knownNames = new Array<string | undefined>(1024).fill(undefined);

const malformed = (why: string) => new CommandError(Code.InvalidBSON, `invalid BSON: ${why}`);

/**
 * Decodes a document.
 *
 * @param only the top-level fields to decode; all by default
 * @throws CommandError if the bytes are malformed, nested too deeply or contain an unsupported type
 */
export function decode(bytes: Buffer, only?: ReadonlySet<string>): Document {
  try {
    const reader = new Reader(bytes);
    const doc = reader.document(1, only);
    if (reader.at !== bytes.length) throw malformed("bytes after the end");
    return doc;
  } catch (error) {
    // Thrown by Buffer when a length points beyond its end.
    if (error instanceof RangeError) throw malformed(error.message);
    throw error;
  }
}

/** Whether the bytes are the ASCII encoding of a text of at most `SHORT_TEXT_BYTES` characters. */
function spells(text: string, bytes: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start || text.length > SHORT_TEXT_BYTES) return false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}

class Reader {
  at = 0;

  constructor(readonly bytes: Buffer) {}

  document(depth: number, only?: ReadonlySet<string>): Document {
    const doc: Document = {};
    const end = this.#open(depth);
    while (this.at < end) {
      const type = this.bytes[this.at++]!;
      const name = this.#name();
      if (name === "_bsontype") throw malformed("a field may not be named _bsontype");
      if (only && !only.has(name)) this.#skip(type);
      else putField(doc, name, this.#value(type, depth));
    }
    this.#close(end);
    return doc;
  }

  #array(depth: number): unknown[] {
    const items: unknown[] = [];
    const end = this.#open(depth);
    while (this.at < end) {
      const type = this.bytes[this.at++]!;
      // Array element names are their indexes; skip them.
      while (this.bytes[this.at++]) continue;
      items.push(this.#value(type, depth));
    }
    this.#close(end);
    return items;
  }

  /** Starts a document and returns the position of its last byte. */
  #open(depth: number): number {
    if (depth > MAX_DEPTH)
      throw new CommandError(Code.Overflow, `documents may be nested ${MAX_DEPTH} deep at most`);
    const { bytes } = this;
    const end = this.at + bytes.readInt32LE(this.at);
    if (end < this.at + 5 || end > bytes.length || bytes[end - 1] !== 0)
      throw malformed("a document's length is wrong");
    this.at += 4;
    return end - 1;
  }

  #close(end: number): void {
    if (this.at !== end) throw malformed("a field runs beyond its document");
    this.at++;
  }

  /** Reads a field's name. Most are in the cache, and comparing one is much faster than creating a string. */
  #name(): string {
    const start = this.at;
    const { bytes } = this;
    let end = start;
    let hash = 0;
    for (let byte = bytes[end]; byte; byte = bytes[++end]) hash = (Math.imul(hash, 31) + byte) | 0;
    const place = hash & (knownNames.length - 1);
    const known = knownNames[place];
    if (known !== undefined && bytes[end] === 0 && spells(known, bytes, start, end)) {
      this.at = end + 1;
      return known;
    }
    const name = this.#cString();
    if (spells(name, bytes, start, end)) knownNames[place] = name;
    return name;
  }

  #cString(): string {
    const start = this.at;
    const { bytes } = this;
    let end = start;
    while (bytes[end] !== 0) if (end++ >= bytes.length) throw malformed("a name has no end");
    this.at = end + 1;
    return this.#text(start, end);
  }

  /** Most strings are short ASCII; assembling them by hand is faster than decoding. */
  #text(start: number, end: number): string {
    if (end - start > SHORT_TEXT_BYTES) return this.bytes.toString("utf8", start, end);
    let text = "";
    for (let at = start; at < end; at++) {
      const unit = this.bytes[at]!;
      if (unit > 0x7f) return this.bytes.toString("utf8", start, end);
      text += String.fromCharCode(unit);
    }
    return text;
  }

  #string(): string {
    const start = this.#take(4);
    const length = this.bytes.readInt32LE(start);
    if (length < 1) throw malformed("a string's length is wrong");
    this.#take(length);
    return this.#text(start + 4, start + 3 + length);
  }

  /** Advances by `size` bytes and returns the previous position. */
  #take(size: number): number {
    const start = this.at;
    this.at += size;
    if (size < 0 || this.at > this.bytes.length) throw malformed("it ends too early");
    return start;
  }

  /** Copies a few bytes, byte by byte into Buffer's pool, which is much faster than `slice`. */
  #copy(start: number, size: number): Buffer {
    const copy = Buffer.allocUnsafe(size);
    for (let i = 0; i < size; i++) copy[i] = this.bytes[start + i]!;
    return copy;
  }

  #long(): [low: number, high: number] {
    const start = this.#take(8);
    return [this.bytes.readInt32LE(start), this.bytes.readInt32LE(start + 4)];
  }

  #value(type: number, depth: number): unknown {
    const { bytes } = this;
    switch (type) {
      case 0x01: {
        const value = bytes.readDoubleLE(this.#take(8));
        return isInt32(value) ? new Double(value) : value;
      }
      case 0x02:
        return this.#string();
      case 0x03:
        return this.document(depth + 1);
      case 0x04:
        return this.#array(depth + 1);
      case 0x05:
        return this.#binary();
      case 0x07:
        return new ObjectId(this.#copy(this.#take(12), 12));
      case 0x08:
        return bytes[this.#take(1)] === 1;
      case 0x09: {
        const time = new Date(Number(bytes.readBigInt64LE(this.#take(8))));
        if (Number.isNaN(time.getTime())) throw unsupported("a date beyond the year 275760");
        return time;
      }
      case 0x0a:
        return null;
      case 0x0b:
        return new BSONRegExp(this.#cString(), this.#cString());
      case 0x10:
        return bytes.readInt32LE(this.#take(4));
      case 0x11: {
        const [i, t] = this.#long();
        return new Timestamp({ t: t >>> 0, i: i >>> 0 });
      }
      case 0x12: {
        const [low, high] = this.#long();
        return new Long(low, high);
      }
      case 0xff:
        return new MinKey();
      case 0x7f:
        return new MaxKey();
    }
    throw unsupported(`the BSON type ${type}`);
  }

  #binary(): Binary {
    const size = this.bytes.readInt32LE(this.#take(4));
    const subtype = this.bytes[this.#take(1)]!;
    const start = this.#take(size);
    if (subtype === Binary.SUBTYPE_BYTE_ARRAY) throw unsupported("binary data of the subtype 2");
    return new Binary(Uint8Array.prototype.slice.call(this.bytes, start, this.at), subtype);
  }

  #skip(type: number): void {
    const { bytes } = this;
    switch (type) {
      case 0x03:
      case 0x04:
        this.#take(bytes.readInt32LE(this.at));
        return;
      case 0x02:
        this.#take(bytes.readInt32LE(this.at) + 4);
        return;
      case 0x05:
        this.#take(bytes.readInt32LE(this.at) + 5);
        return;
      default:
        this.#value(type, 0);
    }
  }
}

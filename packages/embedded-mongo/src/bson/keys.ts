/**
 * Encodes values as byte strings that sort exactly as MongoDB sorts the values and are equal if the values
 * are. They are the keys of indexes and in-memory sorts, and identify `_id` values. No key is a prefix of
 * another, so keys can be concatenated.
 */
import {
  Binary,
  BSONRegExp,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Document,
} from "bson";
import { toBigInt } from "./numbers";

/** The first byte of each key: one per BSON type, in comparison order. */
export const Tag = {
  End: 0,
  MinKey: 1,
  /** Only in the comparisons of expressions; an index stores null for a missing value. */
  Missing: 2,
  /** Stands for the elements of an empty array. */
  Empty: 3,
  Null: 5,
  Number: 10,
  String: 20,
  Object: 30,
  Array: 40,
  Binary: 50,
  ObjectId: 60,
  Boolean: 70,
  Date: 80,
  Timestamp: 90,
  RegExp: 100,
  MaxKey: 127,
} as const;

export type Direction = 1 | -1;

/** Indexed in place of the elements of an empty array; sorts before null. */
export const EMPTY_ARRAY = Symbol("empty array");

const byte = (value: number) => Buffer.from([value]);

/** Encodes a value's key; for a descending direction its bits are inverted. */
export function encodeKey(value: unknown, direction: Direction = 1): Buffer {
  const key = ascending(value);
  return direction < 0 ? invert(key) : key;
}

export function invert(key: Buffer): Buffer {
  const inverted = Buffer.allocUnsafe(key.length);
  for (let i = 0; i < key.length; i++) inverted[i] = key[i]! ^ 0xff;
  return inverted;
}

/** A value's key as a string, for maps and sets. */
export const identity = (value: unknown): string => ascending(value).toString("latin1");

function ascending(value: unknown): Buffer {
  switch (typeof value) {
    case "undefined":
      return byte(Tag.Null);
    case "boolean":
      return Buffer.from([Tag.Boolean, Number(value)]);
    case "number":
      return double(value);
    case "bigint":
      return long(value);
    case "string":
      return text(Tag.String, Buffer.from(value));
    case "symbol":
      return byte(Tag.Empty);
  }
  if (value === null) return byte(Tag.Null);
  if (value instanceof Date) return double(value.getTime(), Tag.Date);
  if (Array.isArray(value))
    return Buffer.concat([byte(Tag.Array), ...value.map(ascending), byte(Tag.End)]);
  if (value instanceof ObjectId) return objectId(value);
  if (value instanceof Double || value instanceof Int32) return double(Number(value));
  if (value instanceof Timestamp) return timestamp(value);
  if (value instanceof Long) return long(toBigInt(value));
  if (value instanceof Binary) return binary(value.value(), value.sub_type);
  if (value instanceof Uint8Array) return binary(value, 0);
  if (value instanceof BSONRegExp) return regex(value.pattern, value.options);
  if (value instanceof RegExp) return regex(value.source, value.flags);
  if (value instanceof MinKey) return byte(Tag.MinKey);
  if (value instanceof MaxKey) return byte(Tag.MaxKey);
  return document(value as Document);
}

/** ObjectIds are by far the most frequent keys, so they are written directly instead of concatenated from parts. */
function objectId({ id }: ObjectId): Buffer {
  const key = Buffer.allocUnsafe(1 + id.length);
  key[0] = Tag.ObjectId;
  key.set(id, 1);
  return key;
}

/** Documents compare field by field: by type, name, then value. */
function document(value: Document): Buffer {
  const parts: Buffer[] = [byte(Tag.Object)];
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    const key = ascending(inner);
    parts.push(key.subarray(0, 1), text(Tag.String, Buffer.from(name)), key.subarray(1));
  }
  return Buffer.concat([...parts, byte(Tag.End)]);
}

/** Encodes a double in big-endian order, so that unsigned comparison of the bytes is numeric comparison. */
function double(
  value: number,
  tag: number = Tag.Number,
  size = tag === Tag.Number ? 10 : 9,
): Buffer {
  const key = Buffer.alloc(size);
  key[0] = tag;
  // NaN stays all zeros: it sorts below all other numbers.
  if (Number.isNaN(value)) return key;
  key.writeDoubleBE(value || 0, 1);
  if (key[1]! & 0x80) for (let i = 1; i < 9; i++) key[i]! ^= 0xff;
  else key[1]! |= 0x80;
  return key;
}

/**
 * Encodes a long, which a double may not represent exactly: the next double below it and, unless that is exact, the
 * difference. The byte after the double is 0 for the double itself and 1 for anything between it and the next one.
 */
function long(value: bigint): Buffer {
  const near = Number(value);
  const below = BigInt(near) > value ? nextBelow(near) : near;
  const key = double(below);
  const rest = Number(value - BigInt(below));
  if (!rest) return key;
  key[9] = 1;
  return Buffer.concat([key, Buffer.from([rest >> 8, rest & 0xff])]);
}

function nextBelow(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(value);
  bits.writeBigInt64BE(bits.readBigInt64BE() + (value > 0 ? -1n : 1n));
  return bits.readDoubleBE();
}

function timestamp(value: Timestamp): Buffer {
  const key = Buffer.alloc(9);
  key[0] = Tag.Timestamp;
  key.writeUInt32BE(value.getHighBitsUnsigned(), 1);
  key.writeUInt32BE(value.getLowBitsUnsigned(), 5);
  return key;
}

/** Binary data compares by length, then subtype, then bytes. */
function binary(bytes: Uint8Array, subtype: number): Buffer {
  const head = Buffer.alloc(6);
  head[0] = Tag.Binary;
  head.writeUInt32BE(bytes.length, 1);
  head[5] = subtype;
  return Buffer.concat([head, bytes]);
}

const regex = (pattern: string, options: string) =>
  Buffer.concat([text(Tag.RegExp, Buffer.from(pattern)), text(Tag.RegExp, Buffer.from(options))]);

/** The common prefix of the keys of all strings with a prefix. */
export const stringPrefixKey = (prefix: string): Buffer =>
  text(Tag.String, Buffer.from(prefix)).subarray(0, -1);

/** Encodes bytes of any length, terminated by a zero; zeros and ones within are escaped. */
function text(tag: number, bytes: Buffer): Buffer {
  const needsEscaping = bytes.includes(0) || bytes.includes(1);
  const body = needsEscaping
    ? Buffer.from([...bytes].flatMap((b) => (b > 1 ? [b] : [1, b + 1])))
    : bytes;
  const key = Buffer.allocUnsafe(body.length + 2);
  key[0] = tag;
  body.copy(key, 1);
  key[key.length - 1] = 0;
  return key;
}

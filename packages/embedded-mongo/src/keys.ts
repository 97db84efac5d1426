/**
 * Byte strings that sort exactly as MongoDB sorts the values they stand for.
 * They are the keys of every index, the order of every in-memory sort and the identity of every `_id`.
 */
import { createHash } from "node:crypto";
import type { Binary, Document } from "bson";

/** One byte per BSON type, in MongoDB's comparison order. */
const Type = {
  MinKey: 1,
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
};

/** LMDB takes keys of up to 1978 bytes. Longer ones keep their head and a digest of the whole. */
const LONGEST = 900;

/** Greater than anything that can follow a complete value inside a key. */
export const AFTER = Buffer.from([0xff]);

export type Direction = 1 | -1;

export function encode(value: unknown, direction: Direction = 1): Buffer {
  const key = ascending(value);
  if (direction < 0) for (let i = 0; i < key.length; i++) key[i]! ^= 0xff;
  return key;
}

function ascending(value: any): Buffer {
  switch (typeof value) {
    case "undefined":
      return Buffer.from([Type.Null]);
    case "boolean":
      return Buffer.from([Type.Boolean, +value]);
    case "number":
      return number(value);
    case "bigint":
      return number(Number(value));
    case "string":
      return text(Type.String, Buffer.from(value));
  }
  if (value === null) return Buffer.from([Type.Null]);
  if (value instanceof Date) return number(value.getTime(), Type.Date);
  if (value instanceof RegExp) return text(Type.RegExp, Buffer.from(String(value)));
  if (Array.isArray(value)) return text(Type.Array, Buffer.concat(value.map(ascending)));
  switch (value._bsontype) {
    case "ObjectId":
      return Buffer.concat([Buffer.from([Type.ObjectId]), value.id]);
    case "Long":
    case "Int32":
    case "Double":
      return number(Number(value));
    case "Decimal128":
      return number(Number(value.toString()));
    case "Timestamp":
      return number(Number(value), Type.Timestamp);
    case "Binary":
      return text(Type.Binary, binary(value));
    case "MinKey":
      return Buffer.from([Type.MinKey]);
    case "MaxKey":
      return Buffer.from([Type.MaxKey]);
  }
  return text(
    Type.Object,
    Buffer.concat(
      Object.entries(value).flatMap(([k, v]) => [text(Type.String, Buffer.from(k)), ascending(v)]),
    ),
  );
}

const binary = (value: Binary) => Buffer.concat([Buffer.from([value.sub_type]), value.value()]);

/** A double, big-endian, with its bits arranged so that unsigned comparison is numeric comparison. */
function number(value: number, type = Type.Number): Buffer {
  const key = Buffer.alloc(9);
  key[0] = type;
  if (Number.isNaN(value)) return key;
  key.writeDoubleBE(value || 0, 1);
  if (key[1]! & 0x80) for (let i = 1; i < 9; i++) key[i]! ^= 0xff;
  else key[1]! |= 0x80;
  return key;
}

/** Bytes of any length, ended by a zero; zeros within them are escaped. */
function text(type: number, bytes: Buffer): Buffer {
  if (bytes.length > LONGEST) bytes = Buffer.concat([bytes.subarray(0, LONGEST), digest(bytes)]);
  let body = bytes;
  if (bytes.includes(0) || bytes.includes(1)) {
    body = Buffer.from([...bytes].flatMap((b) => (b > 1 ? [b] : [1, b + 1])));
  }
  const key = Buffer.allocUnsafe(body.length + 2);
  key[0] = type;
  body.copy(key, 1);
  key[key.length - 1] = 0;
  return key;
}

const digest = (bytes: Buffer) => createHash("sha1").update(bytes).digest();

/** The values a path reaches in a document: several when it crosses an array, `undefined` when it reaches nothing. */
export function valuesAt(doc: any, path: string): { values: unknown[]; many: boolean } {
  const values: unknown[] = [];
  let many = false;
  const visit = (value: any, fields: string[]) => {
    if (Array.isArray(value)) {
      const [index, ...rest] = fields;
      if (index !== undefined && /^\d+$/.test(index)) return visit(value[+index], rest);
      many = true;
      if (!value.length) values.push(undefined);
      for (const item of value) {
        if (!fields.length) values.push(item);
        else if (item && typeof item === "object" && !Array.isArray(item)) visit(item, fields);
      }
    } else if (!fields.length) values.push(value);
    else if (value && typeof value === "object") visit(value[fields[0]!], fields.slice(1));
    else values.push(undefined);
  };
  visit(doc, path.split("."));
  return values.length ? { values, many } : { values: [undefined], many };
}

export type KeyPattern = [path: string, direction: Direction][];

/** Where a document sorts: an array counts as its least element, or its greatest when descending. */
export function sortKey(doc: Document, pattern: KeyPattern): Buffer {
  return Buffer.concat(
    pattern.map(([path, direction]) => {
      const keys = valuesAt(doc, path).values.map((value) => encode(value, direction));
      return keys.length === 1
        ? keys[0]!
        : keys.reduce((least, key) => (Buffer.compare(key, least) < 0 ? key : least));
    }),
  );
}

/** Every key a document has in an index, with whether an array made them several. */
export function indexKeys(
  doc: Document,
  pattern: KeyPattern,
  sparse: boolean,
): { keys: Buffer[]; many: boolean } {
  const fields = pattern.map(([path, direction]) => ({ ...valuesAt(doc, path), direction }));
  const many = fields.some((field) => field.many);
  if (sparse && fields.every(({ values }) => values.every((value) => value === undefined)))
    return { keys: [], many };
  let keys: Buffer[] = [Buffer.alloc(0)];
  for (const { values, direction } of fields) {
    keys = keys.flatMap((head) =>
      values.map((value) => Buffer.concat([head, encode(value, direction)])),
    );
  }
  if (many) keys = [...new Map(keys.map((key) => [key.toString("latin1"), key])).values()];
  return { keys, many };
}

/** The half-open range of keys that begin with `head`. */
export const within = (head: Buffer): Range => ({ from: head, to: Buffer.concat([head, AFTER]) });

export interface Range {
  from: Buffer;
  to: Buffer;
}

/** The keys after `head` whose next value satisfies every comparison given; all of one type, as MongoDB brackets them. */
export function between(
  head: Buffer,
  direction: Direction,
  bounds: { $gt?: unknown; $gte?: unknown; $lt?: unknown; $lte?: unknown },
): Range {
  const sample = encode(bounds.$gt ?? bounds.$gte ?? bounds.$lt ?? bounds.$lte, direction);
  let from = sample.subarray(0, 1),
    to = Buffer.from([sample[0]! + 1]);
  const low = direction > 0 ? (bounds.$gte ?? bounds.$gt) : (bounds.$lte ?? bounds.$lt);
  const high = direction > 0 ? (bounds.$lte ?? bounds.$lt) : (bounds.$gte ?? bounds.$gt);
  const bound = (value: unknown) => encode(value, direction).subarray(0, LONGEST);
  if (low !== undefined) from = bound(low);
  if (high !== undefined) to = Buffer.concat([bound(high), AFTER]);
  return { from: Buffer.concat([head, from]), to: Buffer.concat([head, to]) };
}

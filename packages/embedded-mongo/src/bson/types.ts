/** Maps JavaScript values to BSON types. */
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

/** MongoDB's aliases of BSON types, with the numbers that `$type` also accepts. */
export const TYPE_NUMBERS = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  int: 16,
  timestamp: 17,
  long: 18,
  minKey: -1,
  maxKey: 127,
} as const;

/** The alias of a value's type; `missing` for `undefined`. */
export function typeName(value: unknown): keyof typeof TYPE_NUMBERS | "missing" {
  switch (typeof value) {
    case "undefined":
      return "missing";
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return isInt32(value) ? "int" : "double";
    case "bigint":
      return "long";
  }
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof Date) return "date";
  if (value instanceof ObjectId) return "objectId";
  if (value instanceof Double) return "double";
  if (value instanceof Timestamp) return "timestamp";
  if (value instanceof Long) return "long";
  if (value instanceof Int32) return "int";
  if (value instanceof Binary || value instanceof Uint8Array) return "binData";
  if (value instanceof BSONRegExp || value instanceof RegExp) return "regex";
  if (value instanceof MinKey) return "minKey";
  if (value instanceof MaxKey) return "maxKey";
  return "object";
}

/** Whether a JavaScript number is stored as a 32-bit integer, as drivers do with any that fits. */
export const isInt32 = (value: number): boolean => value === (value | 0) && !Object.is(value, -0);

export const isDocument = (value: unknown): value is Document =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Whether a value is a document whose first field is an operator. */
export const isOperators = (value: unknown): value is Document => {
  if (!isDocument(value)) return false;
  for (const key in value) return key.startsWith("$");
  return false;
};

/** The fields of a DBRef, whose names start with `$` although they are not operators. */
export const REFERENCE_FIELDS: ReadonlySet<string> = new Set(["$ref", "$id", "$db"]);

/** Whether a document is a DBRef, which is a value although its fields look like operators. */
export const isReference = (value: Document): boolean => "$ref" in value && "$id" in value;

/** Reads a document's own field, never an inherited property. */
export const ownField = (doc: Document, field: string): unknown =>
  Object.hasOwn(doc, field) ? doc[field] : undefined;

/** Looks up a name, which may come from a client, in a table; never finds an inherited property. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Sets a field safely, whatever its name (such as `__proto__`). */
export function putField(doc: Document, field: string, value: unknown): void {
  if (field === "__proto__")
    Object.defineProperty(doc, field, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  else doc[field] = value;
}

export function formatValue(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null || typeof value === "number" || typeof value === "boolean") return `${value}`;
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[ ${value.map(formatValue).join(", ")} ]`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (isDocument(value)) {
    const fields = Object.entries(value).map(([key, inner]) => `${key}: ${formatValue(inner)}`);
    return fields.length ? `{ ${fields.join(", ")} }` : "{}";
  }
  return String(value);
}

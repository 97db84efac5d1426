/** What is hashed: JSON in the one form of RFC 8785, so that everybody gets the same hash. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** What the first entry names in place of a hash. */
export const NO_HASH = "0".repeat(64);

/**
 * @param value JSON-compatible; dates become ISO strings, and what is undefined is left out
 * @returns its canonical JSON, by RFC 8785
 */
export const canonicalJson = (value: object): string => canonicalize(value) ?? "";

/** @returns `SHA-256(previous ‖ content)` in hexadecimal, of the texts in UTF-8 */
export const hashEntry = (previous: string, content: string): string =>
  createHash("sha256").update(previous).update(content).digest("hex");

/**
 * As `canonicalJson` does, several times faster for a flat row: `JSON.stringify` writes plain values as RFC 8785 does,
 * and fields in the order in which they were set.
 */
export function canonicalRow(row: object): string {
  if (Object.getPrototypeOf(row) !== Object.prototype) return canonicalJson(row);
  const fields = Object.keys(row);
  let isOrdered = true;
  for (let i = 0; i < fields.length; i += 1) {
    const field = fields[i]!;
    if (!isPlain(valueIn(row, field)) || isSpecial(field)) return canonicalJson(row);
    if (i > 0 && field < fields[i - 1]!) isOrdered = false;
  }
  const json = JSON.stringify(isOrdered ? row : ordered(row, fields));
  // Lone surrogates, which RFC 8785 refuses, are escaped by now: one search is faster than one in each value.
  return json.includes("\\u") ? canonicalJson(row) : json;
}

const valueIn = (row: object, field: string) => (row as Record<string, unknown>)[field];

const ordered = (row: object, fields: string[]) =>
  Object.fromEntries(fields.sort().map((field) => [field, valueIn(row, field)]));

const isPlain = (value: unknown) =>
  typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

/** Objects have fields that are numbers before all others, and setting `__proto__` sets no field. */
const isSpecial = (field: string) => field === "__proto__" || (field >= "0" && field < ":");

/**
 * As `canonicalRow` does for each of many rows, in half the time: `JSON.stringify` writes them at once.
 *
 * @param rows flat, of plain values, with their fields in the order of canonical JSON
 * @returns their canonical JSON, each on a line of its own
 */
export function canonicalLines(rows: readonly object[]): string {
  const lines = JSON.stringify(rows).slice(1, -1).replaceAll("},{", "}\n{");
  // A text may look like the end of a row, a lone surrogate is escaped here, and NaN is written as null.
  const isSuspect = lines.split("\n").length !== rows.length || /\\u|:null/.test(lines);
  return isSuspect ? rows.map(canonicalRow).join("\n") : lines;
}

/** SHA-256 of many rows, each on a line of its own, that come a batch at a time. */
export class RowDigest {
  private readonly hash = createHash("sha256");

  /** @param lines rows as `canonicalRow` writes them, with line breaks between them and none at the end; empty without rows */
  add(lines: string): void {
    if (lines) this.hash.update(`${lines}\n`);
  }

  /** @returns the hash in hexadecimal; nothing can be added after it */
  result(): string {
    return this.hash.digest("hex");
  }
}

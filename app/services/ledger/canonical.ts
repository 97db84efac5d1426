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

/** @returns SHA-256 in hexadecimal of rows, each as canonical JSON on a line of its own */
export function digestRows(rows: Iterable<object>): string {
  const digest = new RowDigest();
  digest.add(rows);
  return digest.result();
}

/** As `digestRows` does, for rows that come a batch at a time. */
export class RowDigest {
  private readonly hash = createHash("sha256");

  add(rows: Iterable<object>): void {
    for (const row of rows) this.hash.update(`${canonicalJson(row)}\n`);
  }

  result(): string {
    return this.hash.digest("hex");
  }
}

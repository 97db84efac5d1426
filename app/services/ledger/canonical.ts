/** Canonical JSON by RFC 8785, so that everybody computes the same hashes. */
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** The `previous` hash of the first entry. */
export const NO_HASH = "0".repeat(64);

/**
 * @param value JSON-compatible; dates become ISO strings, and undefined fields are left out
 * @returns its canonical JSON, by RFC 8785
 */
export const canonicalJson = (value: object): string => canonicalize(value) ?? "";

/** @returns `SHA-256(previous ‖ content)` in hexadecimal, where both texts are in UTF-8 */
export const hashEntry = (previous: string, content: string): string =>
  createHash("sha256").update(previous).update(content).digest("hex");

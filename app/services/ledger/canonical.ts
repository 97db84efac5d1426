/** Canonical JSON by RFC 8785, so that everybody computes the same hashes. */
import canonicalize from "canonicalize";

/**
 * @param value JSON-compatible; dates become ISO strings, and undefined fields are left out
 * @returns its canonical JSON, by RFC 8785
 */
export const canonicalJson = (value: object): string => canonicalize(value) ?? "";

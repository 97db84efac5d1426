/**
 * Surrogate pairs. Lengths are counted in code points, as in JSON Schema, whereas JavaScript's `length`
 * counts most emoji as two.
 */
const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

/** @returns the number of code points in a text */
export const characterCount = (text: string): number => text.replace(SURROGATE_PAIRS, "x").length;

/** @returns the first `limit` code points of a text */
export const firstCharacters = (text: string, limit: number): string =>
  // A code point is at most two units long, so only twice the limit needs to be split.
  [...text.slice(0, 2 * limit)].slice(0, limit).join("");

/**
 * Lengths in characters, as JSON Schema counts them too: in code points. JavaScript's own `length`
 * counts most emoji as two, which are the halves of a pair.
 */
const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

/** @returns how many characters a text has */
export const characterCount = (text: string): number => text.replace(PAIRS, "x").length;

/** @returns the beginning of a text, of at most so many characters and with none cut in half */
export const firstCharacters = (text: string, most: number): string =>
  // No character is longer than a pair; what lies beyond that many need not be taken apart.
  [...text.slice(0, 2 * most)].slice(0, most).join("");

/**
 * Surrogate pairs. Lengths are counted in code points, as in JSON Schema, whereas JavaScript's `length`
 * counts most emoji as two.
 */
const SURROGATE_PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;

/** @returns the number of code points in a text */
export const characterCount = (text: string): number => text.replace(SURROGATE_PAIRS, "x").length;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** A longer grapheme, such as a letter under hundreds of marks, is cut between two code points. */
const MAX_GRAPHEME_LENGTH = 40;

/** @returns the last place in a text, up to `at`, where it can be cut without splitting what is read as one character */
export function characterBoundary(text: string, at: number): number {
  // Whether a grapheme ends at a place depends on what precedes it and on the next code point.
  const start = graphemes.segment(text.slice(0, at + 2)).containing(at)?.index ?? at;
  let place = start;
  if (at - start > MAX_GRAPHEME_LENGTH) place = isLowSurrogate(text, at) ? at - 1 : at;
  // A joiner at the end would join what is written next.
  while (text[place - 1] === "\u200d") place -= 1;
  return place;
}

const isLowSurrogate = (text: string, at: number) => /[\udc00-\udfff]/.test(text.charAt(at));

/** @returns the beginning of a text: at most `limit` code points, ending between two characters as people see them */
export function firstCharacters(text: string, limit: number): string {
  // A code point is at most two units long.
  const { length } = [...text.slice(0, 2 * limit + 2)].slice(0, limit).join("");
  return length === text.length ? text : text.slice(0, characterBoundary(text, length));
}

/** @returns a text, or its beginning with an ellipsis if it has more than `limit` code points */
export function truncate(text: string, limit: number): string {
  const beginning = firstCharacters(text, limit);
  return beginning === text ? text : `${beginning.trimEnd()}…`;
}

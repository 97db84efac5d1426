/** Fragments of addresses by which browsers find a text on a page, scroll to it and mark it. */

/** The number of words at the beginning and end that stand for a long text, and of those before it that tell it apart. */
const WORDS = 5;
/** How far before a text the words that tell it apart are looked for, in characters. */
const MAX_DISTANCE = 200;

/** Of the signs with a meaning in a fragment, `encodeURIComponent` leaves the hyphen; it throws for half a character. */
const encode = (text: string) =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd")).replaceAll("-", "%2D");

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

/**
 * @param text what a page shows
 * @param start of the wanted part, whose first line is looked for
 * @returns the fragment without `#`, such as `:~:text=The%20coin,rises`; an empty text if nothing can be looked for
 */
export function textFragment(text: string, start: number, end: number): string {
  const [wanted = ""] = text.slice(start, end).trim().split("\n");
  if (!/[\p{L}\p{N}]/u.test(wanted)) return "";
  const words = wordsOf(wanted);
  const range =
    words.length > 2 * WORDS
      ? [words.slice(0, WORDS), words.slice(-WORDS)].map((part) => encode(part.join(" ")))
      : [encode(words.join(" "))];
  const isRepeated = text.indexOf(wanted) !== text.lastIndexOf(wanted);
  const before = isRepeated
    ? wordsOf(text.slice(Math.max(0, start - MAX_DISTANCE), start)).slice(-WORDS)
    : [];
  const prefix = before.length ? [`${encode(before.join(" "))}-`] : [];
  return `:~:text=${[...prefix, ...range].join(",")}`;
}

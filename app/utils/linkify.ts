import { LinkifyIt } from "linkify-it";

/** A piece of a text: words as they are, or an address with what is written for it. */
export type TextSegment = string | { href: string; text: string };

// Only addresses written out in full, and only of pages.
const matcher = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false })
  .add("ftp:", null)
  .add("mailto:", null)
  .add("//", null);

/**
 * Finds the addresses in a text. Loaders do it where they can: the library is not small, and a page
 * whose comments come in pieces need not bring it to the browser.
 */
export function linkify(text: string): TextSegment[] {
  const pieces: TextSegment[] = [];
  let end = 0;
  for (const { index, lastIndex, url } of matcher.match(text) ?? []) {
    pieces.push(text.slice(end, index), { href: url, text: text.slice(index, lastIndex) });
    end = lastIndex;
  }
  pieces.push(text.slice(end));
  return pieces.filter((piece) => piece !== "");
}

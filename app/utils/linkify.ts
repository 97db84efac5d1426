import { LinkifyIt } from "linkify-it";
import type { TextSegment } from "./text-segments";

// Only full http and https URLs.
const matcher = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false })
  .add("ftp:", null)
  .add("mailto:", null)
  .add("//", null);

/**
 * Finds the URLs in a text. Prefer calling it in loaders, so that the library is not sent to the
 * browser.
 */
export function linkify(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const { index, lastIndex, url } of matcher.match(text) ?? []) {
    segments.push(text.slice(end, index), { href: url, text: text.slice(index, lastIndex) });
    end = lastIndex;
  }
  segments.push(text.slice(end));
  return segments.filter((segment) => segment !== "");
}

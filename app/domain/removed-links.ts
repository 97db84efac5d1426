/** Links that moderators take out of texts. */
import { findLinks } from "./linkify";

/** What stands in the place of a link that was removed. */
export const REMOVED_LINK = "[link removed]";

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Not followed by more of an address; punctuation at the end of a sentence is not part of one. */
const WHOLE = "(?![.,;:!?]*[\\w/#%&=~+@-])";

/**
 * Takes a link out of a text, wherever the whole of it stands. Of a link in Markdown the words stay.
 * @returns the text, the same if it does not contain the link
 */
export function withoutLink(text: string, link: string): string {
  if (!text.includes(link)) return text;
  const address = escaped(link) + WHOLE;
  const inline = new RegExp(
    `!?\\[([^\\]]*)\\]\\(\\s*<?${address}>?(?:\\s+(?:"[^"]*"|'[^']*'|\\([^)]*\\)))?\\s*\\)`,
    "g",
  );
  const definition = new RegExp(`^[ ]{0,3}\\[[^\\]]+\\]:\\s*<?${address}>?.*$`, "gm");
  return text
    .replace(inline, (_, words: string) => `${words} ${REMOVED_LINK}`.trim())
    .replace(definition, REMOVED_LINK)
    .replace(new RegExp(`<?${address}>?`, "g"), REMOVED_LINK);
}

/** @returns the links in some texts, each once, in their order */
export const linksIn = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text ? findLinks(text) : []))),
];

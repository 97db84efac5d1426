/** Extracts the visible text of a document, which is all that the sentiment engine scores. */
import { parseFragment, type DefaultTreeAdapterMap } from "parse5";
import type { DocumentKind } from "~/domain/sentiment/mention";
import { plainCharacters, withoutBacktickApostrophes } from "~/domain/sentiment/plain-characters";
import { renderMarkdown } from "../content/markdown.server";

type Node = DefaultTreeAdapterMap["childNode"];

/** Elements that are left out: quotations, code, formulae, and struck-out text. */
const LEFT_OUT = new Set(["blockquote", "pre", "code", "kbd", "math", "del", "s"]);
const INLINE = new Set(["a", "strong", "em", "b", "i", "sup", "sub", "abbr"]);
const CELLS = new Set(["td", "th"]);

/**
 * @param kind the last part of an article is Markdown; all other parts are plain text
 * @param texts the parts of a document, such as title and content
 * @returns the parts as they are shown: without markup, attributes, quotations and code
 */
export const shownTexts = (kind: DocumentKind, texts: readonly string[]): string[] =>
  texts.map((text, i) => {
    const isMarkdown = kind === "article" && i === texts.length - 1;
    // Two words such as isn`t would be code.
    return isMarkdown ? textOfHtml(renderMarkdown(withoutBacktickApostrophes(text))) : text;
  });

/** @returns the visible parts of a document: as `shownTexts`, in plain characters */
export const visibleTexts = (kind: DocumentKind, texts: readonly string[]): string[] =>
  shownTexts(kind, texts).map(plainCharacters);

/** @returns whether an element of an article is not part of its visible text */
export const isLeftOut = ({ tagName, attrs }: DefaultTreeAdapterMap["element"]): boolean =>
  LEFT_OUT.has(tagName) ||
  // Only the links between footnotes and the text have a role.
  (tagName === "a" && attrs.some(({ name }) => name === "role"));

/** @param html the result of `renderMarkdown`, whose size and depth are bounded */
function textOfHtml(html: string): string {
  const parts: string[] = [];
  for (const node of parseFragment(html).childNodes) addText(node, parts);
  return parts.join("");
}

function addText(node: Node, parts: string[]): void {
  if ("value" in node) {
    // A line break in the source is a space on the page.
    parts.push(node.value.replace(/\s+/g, " "));
    return;
  }
  if (!("childNodes" in node)) return;
  const { tagName } = node;
  if (isLeftOut(node)) {
    parts.push(" ");
    return;
  }
  const end = INLINE.has(tagName) ? "" : CELLS.has(tagName) ? " " : "\n";
  // Separates a block, such as a heading, from the text before it.
  if (end === "\n") parts.push(end);
  for (const child of node.childNodes) addText(child, parts);
  parts.push(end);
}

/** Marks sentences in the HTML of an article. */
import {
  defaultTreeAdapter,
  html as names,
  parseFragment,
  type DefaultTreeAdapterMap,
} from "parse5";
import type { Mark } from "~/domain/sentiment/find-sentences";
import { serializeHtml } from "../content/balanced-html.server";
import { isLeftOut } from "./visible-text.server";

type Node = DefaultTreeAdapterMap["childNode"];
type TextNode = DefaultTreeAdapterMap["textNode"];

/**
 * @param html by `renderMarkdown`, which is safe and balanced
 * @param find finds the sentences in the texts of the HTML's text nodes
 * @returns the same HTML with the sentences in `mark` elements, across inline elements; only text is wrapped
 */
export function markHtml(
  html: string,
  find: (pieces: readonly string[]) => readonly Mark[],
): string {
  const tree = parseFragment(html);
  const texts = tree.childNodes.flatMap(textNodesOf);
  const marks = find(texts.map(({ value }) => value));
  if (!marks.length) return html;
  for (const [piece, node] of texts.entries()) {
    wrap(
      node,
      marks.filter((mark) => mark.piece === piece),
    );
  }
  return serializeHtml(tree);
}

function textNodesOf(node: Node): TextNode[] {
  if ("value" in node) return [node];
  if (!("childNodes" in node) || isLeftOut(node)) return [];
  return node.childNodes.flatMap(textNodesOf);
}

function wrap(node: TextNode, marks: readonly Mark[]): void {
  const { value, parentNode } = node;
  if (!marks.length || !parentNode) return;
  const insert = (text: string, mark?: Mark) => {
    if (!text) return;
    const added = defaultTreeAdapter.createTextNode(text);
    if (!mark) return defaultTreeAdapter.insertBefore(parentNode, added, node);
    const id = mark.isFirst ? [{ name: "id", value: `mark-${mark.sentence}` }] : [];
    const element = defaultTreeAdapter.createElement("mark", names.NS.HTML, id);
    defaultTreeAdapter.appendChild(element, added);
    defaultTreeAdapter.insertBefore(parentNode, element, node);
  };
  let last = 0;
  for (const mark of marks) {
    insert(value.slice(last, mark.start));
    insert(value.slice(mark.start, mark.end), mark);
    last = mark.end;
  }
  insert(value.slice(last));
  defaultTreeAdapter.detachNode(node);
}

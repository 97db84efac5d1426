/** Splits the inline HTML of a text into runs: pieces of text of one style each. */
import type { DefaultTreeAdapterMap } from "parse5";

/** A node of the HTML that Markdown is rendered as. */
export type Node = DefaultTreeAdapterMap["childNode"];
export type Element = DefaultTreeAdapterMap["element"];

export interface Style {
  isBold?: boolean;
  isItalic?: boolean;
  href?: string;
}

export interface Run extends Style {
  text: string;
}

export const isElement = (node: Node): node is Element => "tagName" in node;

export const attributeOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value;

/** @returns the runs of the contents of a paragraph, a heading or a cell */
export const runsOf = (nodes: readonly Node[], style: Style = {}): Run[] =>
  nodes.flatMap((node) => runsOfNode(node, style));

function runsOfNode(node: Node, style: Style): Run[] {
  if ("value" in node) return [{ ...style, text: node.value.replace(/[ \t\n]+/g, " ") }];
  if (!isElement(node)) return [];
  switch (node.tagName) {
    case "strong":
    case "b":
      return runsOf(node.childNodes, { ...style, isBold: true });
    case "em":
    case "i":
      return runsOf(node.childNodes, { ...style, isItalic: true });
    case "a":
      return runsOf(node.childNodes, { ...style, href: attributeOf(node, "href") });
    case "br":
      return [{ ...style, text: "\n" }];
    case "img":
      return [{ ...style, text: attributeOf(node, "alt") ?? "" }];
    case "math":
      return [{ ...style, text: attributeOf(node, "alttext") ?? "" }];
    default:
      return runsOf(node.childNodes, style);
  }
}

export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join("");

/**
 * Returns the runs of a line of a formula. Variables (single letters) are italic, as is usual in print; function
 * names, operators and figures stay upright.
 */
export const formulaRuns = (line: string): Run[] =>
  line
    .split(/((?<![\p{L}\p{M}])(?!Σ)\p{L}(?![\p{L}\p{M}]))/u)
    .map((text, index) => (index % 2 ? { text, isItalic: true } : { text }))
    .filter(({ text }) => text !== "");

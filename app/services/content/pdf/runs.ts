/** Splits inline Markdown into runs: pieces of text of one style each. */
import type { Token, Tokens } from "marked";

export interface Style {
  isBold?: boolean;
  isItalic?: boolean;
  /** The target of the link. */
  href?: string;
}

export interface Run extends Style {
  text: string;
}

/** @returns the runs of the tokens of a paragraph, a heading or a cell */
export const runsOf = (tokens: readonly Token[] = [], style: Style = {}): Run[] =>
  tokens.flatMap((token) => runsOfToken(token, style));

function runsOfToken(token: Token, style: Style): Run[] {
  const inside = (more: Style = {}) =>
    runsOf((token as Tokens.Generic).tokens, { ...style, ...more });
  switch (token.type) {
    case "strong":
      return inside({ isBold: true });
    case "em":
      return inside({ isItalic: true });
    case "link":
      return inside({ href: (token as Tokens.Link).href });
    case "br":
      return [{ ...style, text: "\n" }];
    case "html":
      return [];
    case "image":
      return [{ ...style, text: (token as Tokens.Image).text }];
    default:
      // Some tokens, such as the text of a list item, contain others.
      return (token as Tokens.Generic).tokens
        ? inside()
        : [{ ...style, text: ((token as Tokens.Text).text ?? "").replace(/[ \t\n]+/g, " ") }];
  }
}

/** @returns the plain text of runs */
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

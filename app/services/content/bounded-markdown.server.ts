/** Renders untrusted Markdown by `markdown-it`, with limits on nesting and on the size of the output. */
import MarkdownIt from "markdown-it";
import cjkFriendly from "markdown-it-cjk-friendly";
import { linkifier } from "~/domain/linkify";
import { formulas } from "./formulas.server";
import { footnotes } from "./footnotes.server";
import { htmlInMarkdown } from "./html-in-markdown.server";

/** The maximum nesting depth of blocks. A list in a list is two levels deeper. */
const MAX_DEPTH = 100;
/** The maximum number of beginnings and ends of blocks. Texts of the maximum length that are not malicious have fewer. */
const MAX_TOKENS = 40_000;
/** The maximum length of the HTML, and of all URLs in it, as a multiple of the length of the text. */
const MAX_GROWTH = 20;
/** Added to the length of the text, so that short texts may grow more. */
const EXTRA_LENGTH = 100;

class LimitExceeded extends Error {}

/**
 * Renders Markdown as HTML, with GitHub's tables, task lists, footnotes and strikethrough, emphasis beside Chinese,
 * Japanese and Korean punctuation, and formulae in TeX. The HTML is not safe: it has to be sanitised.
 * @returns `null` if rendering would exceed the limits, as only malicious Markdown does
 */
export function boundedHtml(markdown: string): string | null {
  const longest = MAX_GROWTH * (markdown.length + EXTRA_LENGTH);
  try {
    const env = {};
    const tokens = parser.parse(markdown, env);
    let addresses = 0;
    for (const { children } of tokens) {
      for (const { attrs } of children ?? []) {
        // A link defined once can be referenced by few characters, any number of times.
        for (const [, value] of attrs ?? []) addresses += String(value).length;
        if (addresses > longest) return null;
      }
    }
    const html = parser.renderer.render(tokens, parser.options, env);
    return html.length > longest ? null : html;
  } catch {
    // Any other parse failure is treated like one of the limits.
    return null;
  }
}

const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: 2 * MAX_DEPTH })
  .use(cjkFriendly)
  .use(htmlInMarkdown)
  .use(footnotes)
  .use(formulas);
parser.linkify = linkifier;
// Links are sanitised with the rest of the HTML, and bare ones are shown as typed.
parser.validateLink = () => true;
parser.normalizeLinkText = (address) => address;

// The library leaves out what is nested too deeply.
parser.block.ruler.before("table", "depth", ({ level }) => {
  if (level > MAX_DEPTH) throw new LimitExceeded();
  return false;
});

// Tables add the cells that are missing in their rows.
parser.core.ruler.after("block", "size", ({ tokens }) => {
  if (tokens.length > MAX_TOKENS) throw new LimitExceeded();
});

// A disabled checkbox says no more than a character, and would need a label.
parser.core.ruler.after("inline", "tasks", ({ tokens }) => {
  tokens.forEach(({ type }, at) => {
    const text = tokens[at + 2]?.children?.[0];
    if (type !== "list_item_open" || text?.type !== "text") return;
    text.content = text.content.replace(/^\[([ x])\](?= )/i, (_, mark) =>
      mark === " " ? "☐" : "☑",
    );
  });
});

Object.assign(parser.renderer.rules, { s_open: () => "<del>", s_close: () => "</del>" });
for (const cell of ["th_open", "td_open"]) {
  parser.renderer.rules[cell] = (tokens, at, options, _env, renderer) => {
    const token = tokens[at]!;
    // The library writes a style, which is not allowed.
    token.attrs &&= [["align", String(token.attrGet("style")).replace("text-align:", "")]];
    return renderer.renderToken(tokens, at, options);
  };
}

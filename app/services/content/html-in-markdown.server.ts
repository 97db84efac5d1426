/** Reads HTML in Markdown: known tags are markup, and all other angle brackets are text. */
import MarkdownIt, { type MarkdownIt as Parser } from "markdown-it";
import { INLINE_TAGS, MARKUP } from "~/domain/html-tags";

/** The elements that authors may write, and those that Markdown is rendered as. */
export const ALLOWED_TAGS = [
  ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "blockquote", "pre", "hr", "br"],
  ...["ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td"],
  ...["a", "img", "strong", "em", "b", "i", "del", "s", "code", "kbd", "sup", "sub", "abbr"],
];
const allowed = new Set(ALLOWED_TAGS);
/** Browsers ignore these outside tables, so that words would be joined. */
const TABLE_PARTS = new Set(["col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"]);

const markupAt = new RegExp(MARKUP.source, "iy");
/** An address in angle brackets. Others, such as `<std::string>` and `<me@host>`, are text. */
const ADDRESS = /<(?:https?:\/\/|mailto:|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>)/iy;

const matchAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Makes a parser keep allowed tags, replace others by breaks, and show everything else as typed. */
export function htmlInMarkdown(parser: Parser): void {
  parser.inline.ruler.before("autolink", "angle_bracket", (state, silent) => {
    const { src, pos } = state;
    if (src[pos] !== "<" || matchAt(ADDRESS, src, pos)) return false;
    const markup = matchAt(markupAt, src, pos);
    if (markup?.groups!.name) return false;
    if (markup && !silent) state.push("html_inline", "", 0).content = markup[0];
    if (!markup && !silent) state.pending += "<";
    state.pos += markup?.[0].length ?? 1;
    return true;
  });
  const readBlock = ruleFor("html_block");
  parser.block.ruler.at(
    "html_block",
    (state, startLine, endLine, silent) =>
      matchAt(markupAt, state.src, state.bMarks[startLine]! + state.tShift[startLine]!) !== null &&
      readBlock(state, startLine, endLine, silent),
    { alt: ["paragraph", "reference", "blockquote"] },
  );
  for (const token of ["html_inline", "html_block"]) {
    parser.renderer.rules[token] = (tokens, at) => htmlOf(tokens[at]!.content);
  }
}

/** Returns the library's own rule, to which ours adds a condition. */
function ruleFor(name: string) {
  const { ruler } = new MarkdownIt().block;
  ruler.enableOnly(name);
  return ruler.getRules("")[0]!;
}

const markupOrBracket = new RegExp(`${MARKUP.source}|<`, "gi");

/** Whatever is taken out leaves a break, unless it is within a line. */
const htmlOf = (content: string): string =>
  content.replace(markupOrBracket, (markup, ...rest) => {
    if (markup === "<") return "&lt;";
    const name = (rest.at(-1) as { name?: string }).name?.toLowerCase();
    if (!name) return " ";
    if (TABLE_PARTS.has(name)) return allowed.has(name) ? `${markup} ` : " ";
    if (allowed.has(name)) return markup;
    return INLINE_TAGS.has(name) ? "" : "<p>";
  });

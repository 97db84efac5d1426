/** Formulae in Markdown: TeX between `$$`, on lines of its own, becomes MathML. */
import type { MarkdownIt } from "markdown-it";
import temml from "temml";

const MAX_LENGTH = 2_000;
/** The maximum number of macro expansions in a formula, each of which may be as long as the formula. */
const MAX_EXPANSIONS = 100;
/** The maximum size of spaces and rules, in em. */
const MAX_SIZE = 20;

/** The elements and attributes that formulae consist of, except those that link or act. */
export const FORMULA_TAGS = [
  "math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace",
  "msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover",
].flatMap((names) => names.split(" "));
export const FORMULA_ATTRIBUTES = [
  "accent accentunder alttext columnspan depth display displaystyle fence form height largeop",
  "linethickness lspace mathvariant maxsize minsize movablelimits notation rspace scriptlevel",
  "separator stretchy symmetric voffset width",
].flatMap((names) => names.split(" "));

/** The classes that have styles. */
export const FORMULA_CLASSES = ["tml-left", "tml-right", "tml-overline", "tml-underline"];

/** Makes a parser read formulae and draw them, or show them as typed if they are not valid TeX. */
export function formulas(parser: MarkdownIt): void {
  const { escapeHtml } = parser.utils;

  parser.block.ruler.before(
    "fence",
    "formula",
    (state, startLine, endLine, silent) => {
      const { src, bMarks, tShift, eMarks, sCount, blkIndent } = state;
      const start = bMarks[startLine]! + tShift[startLine]!;
      const isIndented = sCount[startLine]! - blkIndent >= 4;
      if (isIndented || !/^\$\$(?!\$)/.test(src.slice(start, start + 3))) return false;
      for (let line = startLine; line < endLine; line += 1) {
        const end = eMarks[line]!;
        if (end - start > MAX_LENGTH || (sCount[line]! < blkIndent && !state.isEmpty(line))) break;
        const text = src.slice(line === startLine ? start + 2 : bMarks[line], end);
        if (!text.trimEnd().endsWith("$$")) continue;
        if (silent) return true;
        state.line = line + 1;
        const content = state.getLines(startLine, line + 1, blkIndent, false);
        state.push("formula", "", 0).content = content;
        return true;
      }
      return false;
    },
    { alt: ["paragraph", "reference", "blockquote", "list"] },
  );

  parser.renderer.rules.formula = (tokens, at) => {
    const typed = tokens[at]!.content.trim();
    const tex = typed.slice(2, -2).trim();
    // What is not TeX stays as it was typed.
    const math = formulaHtml(tex);
    if (!math) return `<p>${escapeHtml(typed).replaceAll("\n", "<br>")}</p>`;
    const described = math.replace("<math", () => `<math alttext="${escapeHtml(tex)}"`);
    return `<div class="math">${described}</div>`;
  };
}

function formulaHtml(tex: string): string | undefined {
  if (!tex) return undefined;
  try {
    return temml.renderToString(tex, {
      displayMode: true,
      throwOnError: true,
      maxExpand: MAX_EXPANSIONS,
      maxSize: [MAX_SIZE, MAX_SIZE],
    });
  } catch {
    return undefined;
  }
}

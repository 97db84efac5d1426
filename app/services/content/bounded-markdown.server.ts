/** Markdown from anyone, read by `marked` only as far as that stays cheap. */
import { Lexer, Marked, type Token, type TokensList } from "marked";

/** How deep lists, quotes and emphasis may stand within each other. */
const DEPTH_MAX = 50;

/**
 * What reading may cost, in characters looked at: a sign that may begin something is looked after to
 * the end of its paragraph, so a paragraph costs its signs times its length. One of 20,000 characters
 * may have some hundred words emphasised; in paragraphs as people write them, all of them may be.
 */
const WORK_MAX = 60_000_000;
/** Signs of emphasis, which are looked for in pairs, and those that merely may begin something. */
const PAIRED = /[*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const SINGLE = /[\\<![\]`_@]/g;
const PAIRED_WORK = 8;
/** For each character of what is taken apart into blocks, and for each cell or other piece of them. */
const BLOCK_WORK = 60;
const PIECE_WORK = 3_000;

/** How many times as long as the text its HTML may be, and the addresses in it. */
const GROWTH_MAX = 20;
/** Of what a short text may grow to regardless. */
const SHORT = 100;

class TooMuch extends Error {}

/** Stops where the work or the depth is too much. */
class BoundedLexer extends Lexer {
  private work = 0;
  private depth = 0;

  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[] {
    return this.within(src.length * BLOCK_WORK, () => super.blockTokens(src, tokens, isClipped));
  }

  override inline(src: string, tokens?: Token[]): Token[] {
    this.spend(PIECE_WORK);
    return super.inline(src, tokens);
  }

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    const signs = count(src, PAIRED) * PAIRED_WORK + count(src, SINGLE);
    return this.within(signs * src.length, () => super.inlineTokens(src, tokens));
  }

  private within<Result>(work: number, read: () => Result): Result {
    this.spend(work);
    this.depth += 1;
    if (this.depth > DEPTH_MAX) throw new TooMuch();
    const result = read();
    this.depth -= 1;
    return result;
  }

  private spend(work: number): void {
    this.work += work;
    if (this.work > WORK_MAX) throw new TooMuch();
  }
}

const count = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;

/**
 * Markdown, with GitHub's tables and strikethrough, as HTML as it was written: not safe before it is
 * sanitised.
 *
 * @returns `null` where it is of a kind that nobody writes, and that would keep the site from all else
 */
export function boundedHtml(markdown: string): string | null {
  const longest = GROWTH_MAX * (markdown.length + SHORT);
  try {
    const tokens = new BoundedLexer({ ...marked.defaults }).lex(markdown);
    let addresses = 0;
    void marked.walkTokens(tokens, (token) => {
      // What is defined once can be referred to wherever there is room for a letter.
      if (token.type === "link" || token.type === "image")
        addresses += String(token.href).length + String(token.title ?? "").length;
      if (addresses > longest) throw new TooMuch();
    });
    const html = marked.parser(tokens);
    return html.length > longest ? null : html;
  } catch {
    // Whatever else cannot be read is no better.
    return null;
  }
}

/** @returns whether a text is read as Markdown, and not just shown as it was written */
export const isReadableMarkdown = (markdown: string): boolean => boundedHtml(markdown) !== null;

const marked = new Marked({
  gfm: true,
  // A box to tick that cannot be ticked says no more than a sign, and would want a label.
  renderer: { checkbox: ({ checked }) => (checked ? "☑ " : "☐ ") },
});

/** Renders untrusted Markdown by `marked`, with limits on cost, nesting and the size of the output. */
import { Lexer, Marked, type Token, type TokensList } from "marked";

/** The maximum nesting depth of lists, quotes and emphasis. */
const DEPTH_MAX = 50;

/**
 * The maximum estimated cost of parsing, in units of about 2.5 nanoseconds. For each delimiter the lexer scans to the
 * end of the paragraph, so a paragraph costs the number of its delimiters times its length. Emphasis delimiters are
 * each compared with all that follow, so they cost the square of their number. One paragraph may have some hundred
 * emphasised words; in paragraphs of usual length, every word may be emphasised.
 */
const WORK_MAX = 25_000_000;
/** Emphasis delimiters, which are matched in pairs, and other characters that may begin inline syntax. */
const EMPHASIS = /[*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const OTHER_DELIMITERS = /[\\<![\]`@]/g;
const PAIR_WORK = 85;
/** A possible start of an email address is scanned to its end from each underscore in it. */
const JOINED = /[\w.+-]+/g;
const JOINED_WORK = 2;
/** The cost of each character split into blocks, of each block, and of each table cell or other line of inline text. */
const CHARACTER_WORK = 60;
const BLOCK_WORK = 3_000;
const LINE_WORK = 7_000;

/** The maximum length of the HTML, and of all URLs in it, as a multiple of the length of the text. */
const GROWTH_MAX = 20;
/** Added to the length of the text, so that short texts may grow more. */
const EXTRA_LENGTH = 100;

class LimitExceeded extends Error {}

/** Throws when the work or the depth exceeds its limit. */
class BoundedLexer extends Lexer {
  private work = 0;
  private depth = 0;

  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[] {
    return this.within(BLOCK_WORK + src.length * CHARACTER_WORK, () =>
      super.blockTokens(src, tokens, isClipped),
    );
  }

  override inline(src: string, tokens?: Token[]): Token[] {
    this.spend(LINE_WORK);
    return super.inline(src, tokens);
  }

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    return this.within(inlineWork(src), () => super.inlineTokens(src, tokens));
  }

  private within<Result>(work: number, read: () => Result): Result {
    this.spend(work);
    this.depth += 1;
    if (this.depth > DEPTH_MAX) throw new LimitExceeded();
    const result = read();
    this.depth -= 1;
    return result;
  }

  private spend(work: number): void {
    this.work += work;
    if (this.work > WORK_MAX) throw new LimitExceeded();
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function inlineWork(text: string): number {
  const paired = count(text, EMPHASIS);
  let work = paired * paired * PAIR_WORK + (paired + count(text, OTHER_DELIMITERS)) * text.length;
  for (const joined of text.match(JOINED) ?? []) {
    work += count(joined, /_/g) * joined.length * JOINED_WORK;
  }
  return work;
}

/**
 * Renders Markdown, with GitHub's tables and strikethrough, as HTML. The HTML is not safe: it has to be sanitised.
 *
 * @returns `null` if rendering would exceed the limits, as only malicious Markdown does
 */
export function boundedHtml(markdown: string): string | null {
  const longest = GROWTH_MAX * (markdown.length + EXTRA_LENGTH);
  try {
    const tokens = new BoundedLexer({ ...marked.defaults }).lex(markdown);
    let addresses = 0;
    void marked.walkTokens(tokens, (token) => {
      // A link defined once can be referenced by few characters, any number of times.
      if (token.type === "link" || token.type === "image")
        addresses += String(token.href).length + String(token.title ?? "").length;
      if (addresses > longest) throw new LimitExceeded();
    });
    const html = marked.parser(tokens);
    return html.length > longest ? null : html;
  } catch {
    // Any other parse failure is treated the same.
    return null;
  }
}

const marked = new Marked({
  gfm: true,
  // A disabled checkbox says no more than a character, and would need a label.
  renderer: { checkbox: ({ checked }) => (checked ? "☑ " : "☐ ") },
});

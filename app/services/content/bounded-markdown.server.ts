/** Markdown from anyone, read by `marked` only as far as that stays cheap. */
import { Lexer, Marked, type Token, type TokensList } from "marked";

/** How deep lists, quotes and emphasis may stand within each other. */
const DEPTH_MAX = 50;

/**
 * What reading may cost, in units of about 2.5 nanoseconds. A sign that may begin something is looked after
 * to the end of its paragraph, so a paragraph costs its signs times its length, and those of emphasis, each
 * of which is compared with all that follow, their square. One paragraph may have some hundred words
 * emphasised; in paragraphs as people write them, all of them may be.
 */
const WORK_MAX = 25_000_000;
/** Signs of emphasis, which are looked for in pairs, and those that merely may begin something. */
const PAIRED = /[*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const SINGLE = /[\\<![\]`@]/g;
const PAIR_WORK = 85;
/** What may be the beginning of an address of e-mail is read to its end from each underscore in it. */
const JOINED = /[\w.+-]+/g;
const JOINED_WORK = 2;
/** For each character of what is taken apart into blocks, for each block, and for each cell or other line. */
const CHARACTER_WORK = 60;
const BLOCK_WORK = 3_000;
const LINE_WORK = 7_000;

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

function inlineWork(text: string): number {
  const paired = count(text, PAIRED);
  let work = paired * paired * PAIR_WORK + (paired + count(text, SINGLE)) * text.length;
  for (const joined of text.match(JOINED) ?? []) {
    work += count(joined, /_/g) * joined.length * JOINED_WORK;
  }
  return work;
}

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

const marked = new Marked({
  gfm: true,
  // A box to tick that cannot be ticked says no more than a sign, and would want a label.
  renderer: { checkbox: ({ checked }) => (checked ? "☑ " : "☐ ") },
});

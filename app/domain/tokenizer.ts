/**
 * Tokenises text for the word index: what counts as a word, how it is normalised, and where it occurs.
 * Everything here runs in time linear in the length of the text.
 */
import { characterBoundary } from "./character-count";
import { compose, foldText } from "./folding";
import { INLINE_TAGS, MARKUP } from "./html-tags";
import { MAX_QUERY_WORDS } from "./search";

/** Maximum number of words indexed per document, its title's first. */
export const MAX_WORDS = 200;
/** Shorter words are not indexed, since single letters and digits are too common. */
const MIN_WORD_LENGTH = 2;
/** Longer words, such as wallet addresses and hashes, are indexed by their first characters. */
const MAX_WORD_LENGTH = 40;

/** Scripts written without spaces, or with endings that follow a word without one; they are indexed in pairs. */
const SPACELESS = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}`;
const CHARACTER = String.raw`[[\p{L}\p{N}\p{M}]--${INVISIBLE}]`;
/** A character of a word, with the invisible ones after it, such as soft hyphens. */
const LETTER = `(?:[${CHARACTER}--${SPACELESS}]${INVISIBLE}*)`;
/** A character without spaces; the two marks of half-width Katakana are characters of their own. */
const PAIRED = String.raw`(?:[[${CHARACTER}&&${SPACELESS}]--[\uff9e\uff9f]][${INVISIBLE}\uff9e\uff9f]*)`;

const sign = (set: string) => `(?:[${set}]${INVISIBLE}*)`;

/**
 * Matches terms that consist of several parts: AT&T, 8-K and yield-curve; P/E; U.S. and BRK.B; 401(k); C++. Then
 * runs in scripts without spaces, and all other runs of letters, digits and combining marks.
 */
const RUN = new RegExp(
  [
    "(?<term>",
    [
      `${LETTER}+(?:${sign(String.raw`\-\u2010\u2011\u2013\u2212\uff0d&＆`)}${LETTER}+)+`,
      `${LETTER}+${sign(String.raw`\/／`)}${LETTER}+`,
      String.raw`${LETTER}+(?:${sign(".．")}(?=\p{L})${LETTER})+(?!${CHARACTER})`,
      `${LETTER}+(?:${sign(String.raw`\(（`)}${LETTER}${sign(String.raw`\)）`)})+`,
      `${LETTER}${sign("+＋")}+(?!${CHARACTER})`,
    ].join("|"),
    `)|(?<spaceless>${PAIRED}+)|${LETTER}+`,
  ].join(""),
  "gv",
);
const PART = new RegExp(`${LETTER}+`, "gv");
const PAIRED_CHARACTER = new RegExp(PAIRED, "gv");

/** Matches words that need no normalisation, which are the most common. */
const ALREADY_NORMAL = /^[a-z0-9\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]+$/;

/** Folds a run, without the signs between its parts: "Ærø" and "AERO" become the same word, and "S&P" and "SP". */
function normalise(run: string): string {
  if (ALREADY_NORMAL.test(run)) return run;
  return foldText(run.replace(/[-&/.()]/g, "")).replace(/[^\p{L}\p{N}\p{M}+]/gu, "");
}

/** A word, and the range of the text it came from. */
interface LocatedWord {
  word: string;
  from: number;
  to: number;
  /** Whether it is part of the word before it, which says more. */
  isPart?: boolean;
}

/** The words of a run, in order: usually one, those of a term, or the pairs of a script without spaces. */
function wordsOfRun({ 0: run, index, groups }: RegExpExecArray): LocatedWord[] {
  if (groups?.spaceless) return pairsOf(run, index);
  if (!groups?.term) return located(run, index);
  const parts = [...run.matchAll(PART)].map((part) => located(part[0], index + part.index));
  const words = parts.flat();
  if (words.length === parts.length) return words;
  // A term with a single letter or digit is a word, because these are not indexed; its other parts are words too.
  for (const word of words) word.isPart = true;
  return [...located(run, index), ...words];
}

function located(run: string, from: number): LocatedWord[] {
  const word = truncate(normalise(run));
  return word.length < MIN_WORD_LENGTH ? [] : [{ word, from, to: from + run.length }];
}

/** The overlapping pairs of adjacent characters in a run; a single character is a word by itself. */
function pairsOf(run: string, index: number): LocatedWord[] {
  const pairs: LocatedWord[] = [];
  const characters = run.match(PAIRED_CHARACTER) ?? [];
  let from = index;
  for (const [i, first] of characters.entries()) {
    const second = characters[i + 1] ?? "";
    if (second || i === 0) {
      const to = from + first.length + second.length;
      pairs.push({ word: normalise(first + second), from, to });
    }
    from += first.length;
  }
  return pairs;
}

const truncate = (word: string) =>
  word.length <= MAX_WORD_LENGTH ? word : [...word].slice(0, MAX_WORD_LENGTH).join("");

/**
 * @param limit maximum number of words
 * @param withParts whether the parts of a term that is a word are words, too
 * @returns the distinct words of some texts, in order of first occurrence
 */
export function tokenize(texts: readonly string[], limit = MAX_WORDS, withParts = true): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const run of compose(text).matchAll(RUN)) {
      for (const { word, isPart } of wordsOfRun(run)) {
        if (isPart && !withParts) continue;
        found.add(word);
        if (found.size === limit) return [...found];
      }
    }
  }
  return [...found];
}

/** @returns the words to index for a document, from the plain text of its titles and texts, up to `MAX_WORDS` */
export const documentWords = (titles: readonly string[], texts: readonly string[]) => ({
  words: tokenize([...titles, ...texts]),
  titleWords: tokenize(titles),
});

/** @returns the words of a query, in which a term stands for itself and not for its parts, and whether there were more than `MAX_QUERY_WORDS` */
export function queryWords(query: string): { words: string[]; hasMore: boolean } {
  const found = tokenize([query], MAX_QUERY_WORDS + 1, false);
  return { words: found.slice(0, MAX_QUERY_WORDS), hasMore: found.length > MAX_QUERY_WORDS };
}

export interface HighlightSegment {
  text: string;
  isMatch: boolean;
}

/** Splits a text into matching and other segments; joined, they give the text again. */
export function highlightSegments(text: string, words: readonly string[]): HighlightSegment[] {
  const whole = compose(text);
  const wanted = new Set(words);
  const segments: HighlightSegment[] = [];
  let end = 0;
  for (const run of whole.matchAll(RUN)) {
    for (const { word, from, to } of wordsOfRun(run)) {
      if (!wanted.has(word)) continue;
      const last = segments.at(-1);
      if (last?.isMatch && from <= end) {
        // Overlapping pairs of a run form one segment.
        last.text += whole.slice(end, to);
      } else {
        if (from > end) segments.push({ text: whole.slice(end, from), isMatch: false });
        segments.push({ text: whole.slice(from, to), isMatch: true });
      }
      end = Math.max(end, to);
    }
  }
  if (end < whole.length) segments.push({ text: whole.slice(end), isMatch: false });
  return segments;
}

/** Length of an excerpt in characters, and how much of it precedes the first match. */
const EXCERPT_LENGTH = 240;
const LENGTH_BEFORE_MATCH = 80;

/**
 * @param text plain text on one line
 * @returns an excerpt around the first match, cut between words, or the beginning of the text if nothing
 *   matches
 */
export function excerptOf(text: string, words: readonly string[]): string {
  const whole = compose(text);
  const first = firstMatch(whole, words) ?? 0;
  // Starts earlier if the match is near the end of the text, so that the excerpt has full length.
  const wanted = Math.min(first - LENGTH_BEFORE_MATCH, whole.length - EXCERPT_LENGTH);
  const from = wanted <= 0 ? 0 : startOfNextWord(whole, wanted, first);
  const to =
    from + EXCERPT_LENGTH >= whole.length
      ? whole.length
      : endOfLastWord(whole, from + EXCERPT_LENGTH);
  const opening = from > 0 ? "…" : "";
  const closing = to < whole.length ? "…" : "";
  return opening + whole.slice(from, to).trim() + closing;
}

export const containsAny = (text: string, words: readonly string[]): boolean =>
  firstMatch(compose(text), words) !== null;

function firstMatch(whole: string, words: readonly string[]): number | null {
  const wanted = new Set(words);
  for (const run of whole.matchAll(RUN)) {
    const match = wordsOfRun(run).find(({ word }) => wanted.has(word));
    if (match) return match.from;
  }
  return null;
}

/** Finds the start of the next word, or a character boundary if no space precedes the match. */
function startOfNextWord(text: string, from: number, latest: number): number {
  const gap = text.indexOf(" ", from);
  return gap === -1 || gap >= latest ? characterBoundary(text, from) : gap + 1;
}

function endOfLastWord(text: string, to: number): number {
  const gap = text.lastIndexOf(" ", to);
  return to - gap > MAX_WORD_LENGTH ? characterBoundary(text, to) : gap;
}

/** Matches URLs and captures their host, which is the part that readers recognise. */
const URL_PATTERN =
  /\bhttps?:\/\/(?:[^\s/?#@()<>[\]]*@)?(?:www\.)?([^\s/?#:@()<>[\]"'`|]+)[^\s()<>[\]"'`|]*/gi;

/** @returns a text on one line, with URLs replaced by their hosts */
export const plainText = (text: string): string =>
  text.replace(URL_PATTERN, "$1").replace(/\s+/g, " ").trim();

/** Markdown syntax and its replacements, applied in order, each in a single linear pass. */
const MARKDOWN_SYNTAX: readonly (readonly [RegExp, string])[] = [
  // Code fences, horizontal rules and table delimiter rows.
  [/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, ""],
  [/^[ \t]*(?:[-*_=|:][-*_=|: \t]*|\$\$[ \t]*)$/gm, ""],
  [/<((?:https?:\/\/|mailto:|[^<>\s@]+@)[^<>\s]+)>/gi, "$1"],
  [/&(?:[a-z]{2,31}|#\d{1,7}|#x[\da-f]{1,6});/gi, " "],
  // `[text](url "title")` and `[text][name]`; unclosed ones are not rescanned.
  [/!?\[([^[\]\n]*)\]\((?=[^()]*\))\s*<?([^()<>\s]*)[^()]*\)/g, "$1 ($2)"],
  [/\[([^[\]\n]*)\]\[[^[\]\n]*\]/g, "$1"],
  [/^[ \t]*(?:>[ \t]?|#{1,6}[ \t]+|[-*+][ \t]+|\d{1,2}[.)][ \t]+)+/gm, ""],
  [/`+/g, ""],
  [/~~/g, ""],
  [/(?<!\\)\*+(?=\S)|(?<=[^\s\\])\*+/g, ""],
  // Underscores within a word are kept.
  [/(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])/gu, ""],
  [/\|/g, " "],
  [/\\(?=[!-/:-@[-`{-~])/g, ""],
];

/** Code, whose angle brackets are text, or HTML. */
const CODE_OR_MARKUP = new RegExp(
  `^ {0,3}(?<fence>\`{3,})[^\`\\n]*\\n[^]*?^ {0,3}\\k<fence>|\`[^\`\\n]+\`|${MARKUP.source}`,
  "gim",
);
const NOTE = /^ {0,3}\[\^([^[\]\s]+)\]:/gm;

/** @returns the text of Markdown without its syntax, on one line */
export function plainMarkdown(markdown: string): string {
  const notes = new Set([...markdown.matchAll(NOTE)].map(([, label]) => label));
  const text = markdown
    .replace(CODE_OR_MARKUP, (found, ...rest) => {
      const { name = "" } = rest.at(-1) as { name?: string };
      return found.startsWith("<") ? (INLINE_TAGS.has(name.toLowerCase()) ? "" : " ") : found;
    })
    .replace(NOTE, " ")
    .replace(/\[\^([^[\]\s]+)\](?=([\p{L}\p{N}])?)/gu, (found, label, next) =>
      notes.has(label) ? (next ? " " : "") : found,
    );
  const bare = MARKDOWN_SYNTAX.reduce((rest, [sign, instead]) => rest.replace(sign, instead), text);
  // Links within the site have no host to show.
  return plainText(bare.replace(/ \((?:[#/][^()\s]*|mailto:[^()\s]*)?\)/g, ""));
}

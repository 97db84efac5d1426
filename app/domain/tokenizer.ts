/**
 * The words by which what people write is found: what counts as one, how it is normalised, and where it
 * stands in a text. Everything here takes time in proportion to the text and no more.
 */
import { QUERY_WORDS_MAX } from "./search";

/** How many words of a document are kept: its title's first. */
export const WORDS_MAX = 200;
/** A single letter or digit tells nothing. */
const SHORTEST = 2;
/** What is longer (an address of a wallet, a hash) is found by its beginning. */
const LONGEST = 40;

/** Scripts that write without spaces: their words are pairs of neighbouring characters. */
const SPACELESS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const CHARACTER = /[\p{L}\p{N}\p{M}]/u.source;

/**
 * Abbreviations such as S&P and U.S., which would fall apart into letters; runs without spaces; and all
 * other runs of letters and digits, with the marks upon them.
 */
const RUN = new RegExp(
  [
    `\\p{L}(?:[.&]\\p{L})+(?!${CHARACTER})`,
    `(?<spaceless>(?:(?=${SPACELESS.source})${CHARACTER})+)`,
    `(?:(?!${SPACELESS.source})${CHARACTER})+`,
  ].join("|"),
  "gu",
);

/** The marks of letters that are left out by those who have no keys for them; others change the word. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
/** Letters that Unicode does not take apart, as they are written without their strokes. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ı: "i", ς: "σ" },
};

/** What is normal as it is, which most is. */
const NORMAL = /^[a-z0-9\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fff]+$/;

/**
 * A text with each character in its one form. Of marks upon one letter no more are kept than Unicode's
 * own format for streams has: no language needs so many, and to put thousands in order takes long.
 */
const composed = (text: string): string =>
  text.replace(/(\p{M}{30})\p{M}+/gu, "$1").normalize("NFC");

/** Without case, marks and width: "Ærø" and "AERO" are one word. */
function normalised(run: string): string {
  if (NORMAL.test(run)) return run;
  // By way of upper case, ß is the same as SS.
  const plain = run.normalize("NFKD").toUpperCase().toLowerCase().replace(MARKS, "");
  return plain
    .replace(/[^\p{L}\p{N}\p{M}]/gu, "")
    .replace(/[æœøłđðþħıς]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize("NFC");
}

/** A word, and the part of the text it was made from. */
interface Place {
  word: string;
  from: number;
  to: number;
}

/** Every word of a text with its place, in order; those of runs without spaces overlap. */
function* places(text: string): Generator<Place> {
  for (const { 0: run, index, groups } of text.matchAll(RUN)) {
    if (groups?.spaceless) {
      yield* pairs(run, index);
      continue;
    }
    const word = shortened(normalised(run));
    if (word.length >= SHORTEST) yield { word, from: index, to: index + run.length };
  }
}

/** The pairs of neighbours of a run without spaces; one character that stands alone is a word. */
function* pairs(run: string, index: number): Generator<Place> {
  const characters = [...run];
  let from = index;
  for (const [i, first] of characters.entries()) {
    const second = characters[i + 1] ?? "";
    if (second || i === 0) {
      const to = from + first.length + second.length;
      yield { word: normalised(first + second), from, to };
    }
    from += first.length;
  }
}

const shortened = (word: string) =>
  word.length <= LONGEST ? word : [...word].slice(0, LONGEST).join("");

/**
 * @param most how many at most
 * @returns the words of some texts, each once, in the order in which they first stand there
 */
export function tokenize(texts: readonly string[], most = WORDS_MAX): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const { word } of places(composed(text))) {
      found.add(word);
      if (found.size === most) return [...found];
    }
  }
  return [...found];
}

/** What a document is found by. */
export interface DocumentWords {
  /** All its words, up to `WORDS_MAX`. */
  words: string[];
  /** Those of its title. */
  titleWords: string[];
}

/** @returns the words of a document; both its parts are plain text */
export function documentWords(titles: readonly string[], texts: readonly string[]): DocumentWords {
  return { words: tokenize([...titles, ...texts]), titleWords: tokenize(titles) };
}

/** @returns the words that a search is for, and whether there were more than are looked for */
export function queryWords(query: string): { words: string[]; hasMore: boolean } {
  const found = tokenize([query], QUERY_WORDS_MAX + 1);
  return { words: found.slice(0, QUERY_WORDS_MAX), hasMore: found.length > QUERY_WORDS_MAX };
}

/** A piece of a text, and whether it is one of the words that were looked for. */
export interface HighlightSegment {
  text: string;
  isMatch: boolean;
}

/** Takes a text apart where words stand in it; put together the pieces are the text. */
export function highlightSegments(text: string, sought: readonly string[]): HighlightSegment[] {
  const whole = composed(text);
  const wanted = new Set(sought);
  const pieces: HighlightSegment[] = [];
  let end = 0;
  for (const { word, from, to } of places(whole)) {
    if (!wanted.has(word)) continue;
    const last = pieces.at(-1);
    if (last?.isMatch && from <= end) {
      // Pairs of one run overlap, and make one mark.
      last.text += whole.slice(end, to);
    } else {
      if (from > end) pieces.push({ text: whole.slice(end, from), isMatch: false });
      pieces.push({ text: whole.slice(from, to), isMatch: true });
    }
    end = Math.max(end, to);
  }
  if (end < whole.length) pieces.push({ text: whole.slice(end), isMatch: false });
  return pieces;
}

/** How long an excerpt is, in characters, and how much of it stands before the first word found. */
const EXCERPT = 240;
const BEFORE = 80;

/**
 * @param text plain, on one line
 * @returns the part of it in which a word that was looked for stands first, cut between words, or its
 *   beginning when none does
 */
export function excerptOf(text: string, sought: readonly string[]): string {
  const whole = composed(text);
  const first = firstMatch(whole, sought) ?? 0;
  // At the end of a text the excerpt is as long as elsewhere.
  const wanted = Math.min(first - BEFORE, whole.length - EXCERPT);
  const from = wanted <= 0 ? 0 : afterGap(whole, wanted, first);
  const to = from + EXCERPT >= whole.length ? whole.length : beforeGap(whole, from + EXCERPT);
  const opening = from > 0 ? "…" : "";
  const closing = to < whole.length ? "…" : "";
  return opening + whole.slice(from, to).trim() + closing;
}

/** @returns whether any of some words stands in a text */
export const containsAny = (text: string, sought: readonly string[]): boolean =>
  firstMatch(composed(text), sought) !== null;

function firstMatch(whole: string, sought: readonly string[]): number | null {
  const wanted = new Set(sought);
  for (const { word, from } of places(whole)) if (wanted.has(word)) return from;
  return null;
}

/** Where the next word begins; where there is no gap before what was found, at a whole character. */
function afterGap(text: string, from: number, latest: number): number {
  const gap = text.indexOf(" ", from);
  return gap === -1 || gap >= latest ? wholeCharacter(text, from) : gap + 1;
}

/** Where the last word that has room ends. */
function beforeGap(text: string, to: number): number {
  const gap = text.lastIndexOf(" ", to);
  return to - gap > LONGEST ? wholeCharacter(text, to) : gap;
}

/** Not in the middle of a pair of surrogates, nor before a mark. */
function wholeCharacter(text: string, at: number): number {
  let place = at;
  while (place > 0 && /^[\p{M}\udc00-\udfff]/u.test(text.slice(place, place + 1))) place -= 1;
  return place;
}

/** Of an address its host is what people know. */
const ADDRESS =
  /\bhttps?:\/\/(?:[^\s/?#@()<>[\]]*@)?(?:www\.)?([^\s/?#:@()<>[\]"'`|]+)[^\s()<>[\]"'`|]*/gi;

/** @returns a text as it reads on one line, with the hosts of its addresses for them */
export const plainText = (text: string): string =>
  text.replace(ADDRESS, "$1").replace(/\s+/g, " ").trim();

/** Markdown's signs, and what stands for them; in this order. Each is read once from left to right. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  // Fences, rules and the line below a table's head.
  [/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, ""],
  [/^[ \t]*[-*_=|:][-*_=|: \t]*$/gm, ""],
  [/<!?\/?[a-z][^<>]*>/gi, " "],
  [/&(?:[a-z]{2,31}|#\d{1,7}|#x[\da-f]{1,6});/gi, " "],
  // [text](address "title"), and [text][name]. What is not closed is not looked for twice.
  [/!?\[([^[\]\n]*)\]\((?=[^()]*\))\s*<?([^()<>\s]*)[^()]*\)/g, "$1 ($2)"],
  [/\[([^[\]\n]*)\]\[[^[\]\n]*\]/g, "$1"],
  [/^[ \t]*(?:>[ \t]?|#{1,6}[ \t]+|[-*+][ \t]+|\d{1,2}[.)][ \t]+)+/gm, ""],
  [/`+/g, ""],
  [/~~/g, ""],
  [/(?<!\\)\*+(?=\S)|(?<=[^\s\\])\*+/g, ""],
  // Nor is a run of them between two words, but from its beginning.
  [/(?<![\p{L}\p{N}_])_+|(?<!_)_+(?![\p{L}\p{N}_])/gu, ""],
  [/\|/g, " "],
  [/\\(?=[!-/:-@[-`{-~])/g, ""],
];

/** @returns what Markdown says, without its signs, on one line */
export function plainMarkdown(markdown: string): string {
  const bare = SIGNS.reduce((text, [sign, instead]) => text.replace(sign, instead), markdown);
  // A link to a place on the same site has no host.
  return plainText(bare.replace(/ \((?:[#/][^()\s]*|mailto:[^()\s]*)?\)/g, ""));
}

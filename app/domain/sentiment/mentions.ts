/**
 * Which tokens a text names, and how it speaks of them. A token is named by `$` or `#` and its symbol, by
 * a name that means nothing else, or by its bare symbol as far as the register of tokens lets it.
 */
import { CONTENT_MAX, SUMMARY_MAX, TITLE_MAX } from "../field-limits";
import { tokens, type Token } from "../tokens";
import { stripQuotedText } from "./strip-quoted-text";

/** How a document speaks of a token: `p` from −1 to 1. */
export interface ScoredMention {
  token: string;
  p: number;
}

/** The parts of a document, such as its title and its text. */
type Texts = string | readonly string[];

/** @returns the symbols of the tokens that a document names, each once, in their order */
export const findMentions = (texts: Texts): string[] => [...clausesByToken(texts).keys()];

/**
 * Of the clauses that name a token so many characters are scored: all of any document that can be written
 * here, each of whose clauses has three letters or more and is joined to the next by a space. Only what an
 * outside source has may be longer, and is cut so that it takes no longer than what is written here.
 */
const LONGEST_SCORED = Math.ceil(((TITLE_MAX + SUMMARY_MAX + CONTENT_MAX) * 4) / 3);

/**
 * @param scorer gives a text a score from −1 to 1
 * @returns each token that a document names, with the score of the clauses that name it, joined
 */
export const scoreMentions = (texts: Texts, scorer: (text: string) => number): ScoredMention[] =>
  [...clausesByToken(texts)].map(([token, clauses]) => ({
    token,
    p: scorer(clauses.join(" ").slice(0, LONGEST_SCORED)),
  }));

/** The clauses of a document that name a token, by the token's symbol, in the order of symbols. */
function clausesByToken(texts: Texts): Map<string, string[]> {
  const clauses = [texts].flat().flatMap(clausesOf).map(readClause);
  const explicit = new Set(clauses.flatMap(({ named }) => [...named]));
  const found = new Map<string, string[]>();
  for (const { text, named, doubtful } of clauses) {
    for (const { symbol, isInContext } of doubtful) {
      if (isInContext || explicit.has(symbol)) named.add(symbol);
    }
    for (const symbol of named) {
      const own = found.get(symbol);
      if (own) own.push(text);
      else found.set(symbol, [text]);
    }
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @returns the clauses of a text that may name a token: those that have the letters of one */
function clausesOf(text: string): string[] {
  const clauses: string[] = [];
  for (const line of stripQuotedText(text).split("\n")) {
    if (!CANDIDATE.test(line)) continue;
    let from = 0;
    for (let at = 0; at < line.length; at += 1) {
      if (!endsClause(line, at) || endsClause(line, at + 1)) continue;
      clauses.push(line.slice(from, at + 1));
      from = at + 1;
    }
    clauses.push(line.slice(from));
  }
  return clauses.filter((clause) => CANDIDATE.test(clause));
}

/**
 * A clause ends with a line, and after a run of `.`, `!`, `?` and `;`. A point between two digits is a
 * decimal one, and a semicolon may be the eyes of a face.
 */
function endsClause(line: string, at: number): boolean {
  switch (line[at]) {
    case "!":
    case "?":
      return true;
    case ".":
      return !(isDigit(line[at - 1]) && isDigit(line[at + 1]));
    case ";":
      return !/^['^-]?(?:[)(\]]|[DPp](?!\p{L}))/u.test(line.slice(at + 1, at + 4));
    default:
      return false;
  }
}

const isDigit = (sign: string | undefined) => sign !== undefined && sign >= "0" && sign <= "9";

/** What a clause names, for sure and perhaps. */
interface Clause {
  text: string;
  named: Set<string>;
  /** Bare symbols that may be something else. */
  doubtful: { symbol: string; isInContext: boolean }[];
}

interface Word {
  text: string;
  lower: string;
  start: number;
  end: number;
}

function readClause(text: string): Clause {
  const all = wordsOf(text);
  const named = new Set<string>();
  const bare: { symbol: string; at: number }[] = [];
  for (let at = 0; at < all.length; at += 1) {
    const word = all[at] as Word;
    const name = nameAt(text, all, at);
    if (name) {
      if (name.symbol) named.add(name.symbol);
      at += name.length - 1;
      continue;
    }
    const token = bySymbol.get(word.lower);
    if (!token) continue;
    if (token.bare === "always" || isMarked(text, word)) named.add(token.symbol);
    else if (token.bare === "context" && word.text === token.symbol) {
      bare.push({ symbol: token.symbol, at });
    }
  }
  const doubtful = bare.map(({ symbol, at }) => ({
    symbol,
    isInContext: hasContext(all, at),
  }));
  return { text, named, doubtful };
}

/** Letters and digits; the underscores around them may be Markdown's. */
const WORD = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}])?/gu;

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    lower: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

const bySymbol = new Map(tokens.map((token) => [token.symbol.toLowerCase(), token]));

/** Whether `$` or `#` stands before a word, and nothing that would make another thing of the sign. */
const isMarked = (text: string, { start }: Word) =>
  /[$#]/.test(text[start - 1] ?? "") && !/[\p{L}\p{N}$#&_]/u.test(text[start - 2] ?? "");

/** Names by their first word, the longest first; a name of something else has no symbol. */
const namesByFirstWord = groupNames(tokens);

interface Name {
  words: string[];
  symbol: string | null;
}

function groupNames(known: readonly Token[]): Map<string, Name[]> {
  const names = known.flatMap((token): Name[] => [
    ...token.names.map((name) => ({ words: name.split(" "), symbol: token.symbol })),
    ...(token.notNames ?? []).map((name) => ({ words: name.split(" "), symbol: null })),
  ]);
  names.sort((one, other) => other.words.length - one.words.length);
  const byFirst = new Map<string, Name[]>();
  for (const name of names) {
    const [first = ""] = name.words;
    byFirst.set(first, [...(byFirst.get(first) ?? []), name]);
  }
  return byFirst;
}

/** @returns the name that begins at a word: its symbol, and how many words it has */
function nameAt(text: string, all: readonly Word[], at: number) {
  const found = namesByFirstWord.get(all[at]?.lower ?? "")?.find(({ words }) =>
    words.every((word, i) => {
      if (all[at + i]?.lower !== word) return false;
      const gap = i > 0 && text.slice(all[at + i - 1]?.end, all[at + i]?.start);
      return gap === false || /^[\s-]+$/.test(gap);
    }),
  );
  return found && { symbol: found.symbol, length: found.words.length };
}

/** The letters without which nothing is named: most clauses need no closer look. */
const CANDIDATE = new RegExp([...bySymbol.keys(), ...namesByFirstWord.keys()].join("|"), "i");

/** How many words from a bare symbol, on either side, a word of the trade is near it. */
const NEAR = 5;

function hasContext(all: readonly Word[], at: number): boolean {
  const near = all.slice(Math.max(0, at - NEAR), at + NEAR + 1);
  return near.some(({ lower }) => contextWords.has(lower));
}

/** Words of the trade: beside one of them, SOL is no sun and DOT no point. */
const contextWords = new Set([
  // What is certainly a token is one of them.
  ...tokens.filter(({ bare }) => bare === "always").map(({ symbol }) => symbol.toLowerCase()),
  ...tokens.flatMap(({ names }) => names.filter((name) => !name.includes(" "))),
  ...`
  price prices priced token tokens coin coins altcoin altcoins crypto cryptocurrency blockchain chain
  onchain defi nft nfts dex dapp dapps etf stake stakes staked staker stakers staking restaking validator
  validators buy buys buying bought sell sells selling sold hold holds holding holdings holder holders hodl
  trade trades trading trader traders long longs longed short shorts shorted swap swaps swapped bridge
  bridged wallet wallets mainnet testnet airdrop airdrops gas yield yields apy apr tvl liquidity collateral
  usd dollar dollars market markets portfolio bullish bearish rally rallies rallied pump pumps pumped
  dump dumps dumped moon mooning crash crashes crashed surge surges surged breakout ath undervalued
  overvalued accumulate accumulated accumulating
  `
    .trim()
    .split(/\s+/),
]);

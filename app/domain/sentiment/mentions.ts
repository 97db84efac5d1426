/**
 * Finds which tokens a text mentions and scores how it speaks of them. A token is mentioned by `$` or `#`
 * and its symbol, by an unambiguous name, or by its bare symbol as far as `tokens` allows.
 */
import { CONTENT_MAX, SUMMARY_MAX, TITLE_MAX } from "../field-limits";
import { tokens, type Token } from "../tokens";
import { stripQuotedText } from "./strip-quoted-text";

/** A document's sentiment about a token; `p` is from −1 to 1. */
export interface ScoredMention {
  token: string;
  p: number;
}

/** The parts of a document, such as title and content. */
type Texts = string | readonly string[];

/** @returns the symbols of the tokens that a document mentions, each once, in alphabetical order */
export const findMentions = (texts: Texts): string[] => [...clausesByToken(texts).keys()];

/**
 * Maximum number of characters scored per token. Covers any document written on this site, whose clauses
 * have at least three letters and are joined by a space. Only outside documents can be longer; they are cut
 * to bound the time taken.
 */
const MAX_SCORED_CHARACTERS = Math.ceil(((TITLE_MAX + SUMMARY_MAX + CONTENT_MAX) * 4) / 3);

/**
 * @param scorer scores a text from −1 to 1
 * @returns each mentioned token with the score of the clauses that mention it, joined
 */
export const scoreMentions = (texts: Texts, scorer: (text: string) => number): ScoredMention[] =>
  [...clausesByToken(texts)].map(([token, clauses]) => ({
    token,
    p: scorer(clauses.join(" ").slice(0, MAX_SCORED_CHARACTERS)),
  }));

/** Collects the clauses that mention each token, by symbol, in alphabetical order. */
function clausesByToken(texts: Texts): Map<string, string[]> {
  const clauses = [texts].flat().flatMap(clausesOf).map(readClause);
  const explicit = new Set(clauses.flatMap(({ named }) => [...named]));
  const clausesBySymbol = new Map<string, string[]>();
  for (const { text, named, ambiguous } of clauses) {
    for (const { symbol, isInContext } of ambiguous) {
      if (isInContext || explicit.has(symbol)) named.add(symbol);
    }
    for (const symbol of named) {
      const own = clausesBySymbol.get(symbol);
      if (own) own.push(text);
      else clausesBySymbol.set(symbol, [text]);
    }
  }
  return new Map([...clausesBySymbol].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @returns the clauses of a text that might mention a token, by a quick pattern test */
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
 * Clauses end at line breaks and after a run of `.`, `!`, `?` and `;`, except for a decimal point and a
 * semicolon that begins an emoticon.
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

/** The tokens that a clause mentions, certainly or possibly. */
interface Clause {
  text: string;
  named: Set<string>;
  /** Bare symbols that may mean something else. */
  ambiguous: { symbol: string; isInContext: boolean }[];
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
  const ambiguous = bare.map(({ symbol, at }) => ({
    symbol,
    isInContext: hasContext(all, at),
  }));
  return { text, named, ambiguous };
}

/** Letters and digits; underscores at either end are excluded, since they may be Markdown. */
const WORD = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}])?/gu;

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    lower: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

const bySymbol = new Map(tokens.map((token) => [token.symbol.toLowerCase(), token]));

/** Whether a word directly follows `$` or `#` and that sign is not part of something else. */
const isMarked = (text: string, { start }: Word) =>
  /[$#]/.test(text[start - 1] ?? "") && !/[\p{L}\p{N}$#&_]/u.test(text[start - 2] ?? "");

/** Names by first word, longest first; names of something else have no symbol. */
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

/** @returns the symbol and word count of the name that starts at a word, if any */
function nameAt(text: string, all: readonly Word[], at: number) {
  const match = namesByFirstWord.get(all[at]?.lower ?? "")?.find(({ words }) =>
    words.every((word, i) => {
      if (all[at + i]?.lower !== word) return false;
      const gap = i > 0 && text.slice(all[at + i - 1]?.end, all[at + i]?.start);
      return gap === false || /^[\s-]+$/.test(gap);
    }),
  );
  return match && { symbol: match.symbol, length: match.words.length };
}

/** A quick test that rules out most clauses. */
const CANDIDATE = new RegExp([...bySymbol.keys(), ...namesByFirstWord.keys()].join("|"), "i");

/** How many words on either side of a bare symbol are its context. */
const CONTEXT_WORDS = 5;

function hasContext(all: readonly Word[], at: number): boolean {
  const near = all.slice(Math.max(0, at - CONTEXT_WORDS), at + CONTEXT_WORDS + 1);
  return near.some(({ lower }) => contextWords.has(lower));
}

/** Trading terms. Near one of these, SOL is not the sun and DOT not a full stop. */
const contextWords = new Set([
  // Includes symbols and names that certainly mean a token.
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

/**
 * Finds which tokens a text mentions and scores how it speaks of them. A token is mentioned by `$` or `#`
 * and its symbol, by an unambiguous name, by a pair such as BTCUSDT, or by its bare symbol as far as `tokens` allows.
 */
import { CONTENT_MAX, SUMMARY_MAX, TITLE_MAX } from "../field-limits";
import { stripQuotedText } from "./strip-quoted-text";
import { tokenWords, type TokenWords } from "./token-words";

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
  const bare: { token: TokenWords; at: number }[] = [];
  for (let at = 0; at < all.length; at += 1) {
    const word = all[at] as Word;
    if (isHandle(text, word)) continue;
    const name = nameAt(text, all, at);
    if (name) {
      if (name.token && !isAfter(all, at, name.token)) named.add(name.token.symbol);
      at += name.length - 1;
      continue;
    }
    const token = bySymbol.get(word.lower);
    if (!token || isAfter(all, at, token)) continue;
    if (isMarked(text, word)) named.add(token.symbol);
    else if (!hasSign(text, word) && !hasOtherMeaning(all, at, token)) bare.push({ token, at });
  }
  return { text, named, ambiguous: readBare(text, all, bare, named) };
}

/** Reads symbols without a sign. Those that certainly mean a token are added to the named ones. */
function readBare(
  text: string,
  all: readonly Word[],
  bare: readonly { token: TokenWords; at: number }[],
  named: Set<string>,
): Clause["ambiguous"] {
  const isShouted = areMostInCapitals(all);
  const doubtful = bare.filter(({ token, at }) => {
    const isCapitals = all[at]?.text === token.symbol;
    const isSure = token.bare === "always" || (token.bare === "capitals" && isCapitals);
    if (isSure) named.add(token.symbol);
    return !isSure && isCapitals;
  });
  return doubtful.flatMap(({ token, at }) => {
    if (token.bare === "context") {
      const isInContext =
        isNear(all, at, (word) => contextWords.has(word)) || hasFigure(text, all, at);
      return [{ symbol: token.symbol, isInContext }];
    }
    // Capitals tell nothing where everything is in capitals.
    const isInContext =
      token.bare === "figures" &&
      !isShouted &&
      (isNear(all, at, (word) => certainNames.has(word)) || hasFigure(text, all, at));
    return isInContext ? [{ symbol: token.symbol, isInContext }] : [];
  });
}

/** The sign for bitcoin, or letters and digits; underscores at either end are excluded, since they may be Markdown. */
const WORD = /₿|[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}])?/gu;

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    lower: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

const bySymbol = new Map(tokenWords.map((token) => [token.symbol.toLowerCase(), token]));

const hasSign = (text: string, { start }: Word) => /[$#]/.test(text[start - 1] ?? "");

/** Whether a word directly follows `$` or `#` and that sign is not part of something else. */
const isMarked = (text: string, word: Word) =>
  hasSign(text, word) && !/[\p{L}\p{N}$#&_]/u.test(text[word.start - 2] ?? "");

/** Whether a word is the name of a person or a forum: `@btc`, `r/bitcoin`, `u/eth`. */
const isHandle = (text: string, { start }: Word) =>
  text[start - 1] === "@" ||
  /(?:^|[^\p{L}\p{N}])[ru]\/$/iu.test(text.slice(start - 3 < 0 ? 0 : start - 3, start));

const hasOtherMeaning = (all: readonly Word[], at: number, { notNear }: TokenWords) =>
  isNear(all, at, (word) => notNear.includes(word), OTHER_MEANING_WORDS);

/** Whether the words before make a name or symbol mean something else. */
function isAfter(all: readonly Word[], at: number, { notAfter }: TokenWords): boolean {
  if (!notAfter.length) return false;
  const [second, first] = [all[at - 2]?.lower ?? "", all[at - 1]?.lower ?? ""];
  return notAfter.includes(first) || notAfter.includes(`${second} ${first}`);
}

function areMostInCapitals(all: readonly Word[]): boolean {
  const withLetters = all.filter(({ text }) => /\p{L}/u.test(text));
  const inCapitals = withLetters.filter(
    ({ text, lower }) => text !== lower && text === text.toUpperCase(),
  );
  return withLetters.length > 2 && inCapitals.length > withLetters.length / 2;
}

/** How far a percentage or price may stand after a symbol, in characters. */
const FIGURE_REACH = 40;
const FIGURE_AFTER = /^[^.!?;]*?(?:\d\s?%|[$€£]\s?\d)/;

/** Whether an amount stands right before a symbol, or a percentage or price soon after it. */
function hasFigure(text: string, all: readonly Word[], at: number): boolean {
  const { start, end } = all[at] as Word;
  const isAmount = /(?:^|\s)[\d.,]*\d[kKmM]?\s$/.test(text.slice(Math.max(0, start - 16), start));
  return isAmount || FIGURE_AFTER.test(text.slice(end, end + FIGURE_REACH));
}

/** What a token is traded against, written as one word with it. */
const QUOTES = ["usd", "usdt", "usdc"];

/** Names by first word, longest first; names of something else have no symbol. */
const namesByFirstWord = groupNames(tokenWords);

interface Name {
  words: string[];
  token: TokenWords | null;
}

function groupNames(known: readonly TokenWords[]): Map<string, Name[]> {
  const names = known.flatMap((token): Name[] => [
    ...token.names.map((name) => ({ words: name.split(" "), token })),
    ...pairsOf(token).map((pair) => ({ words: [pair], token })),
    ...token.notNames.map((name) => ({ words: name.split(" "), token: null })),
  ]);
  names.sort((one, other) => other.words.length - one.words.length);
  const byFirst = new Map<string, Name[]>();
  for (const name of names) {
    const [first = ""] = name.words;
    byFirst.set(first, [...(byFirst.get(first) ?? []), name]);
  }
  return byFirst;
}

function pairsOf({ symbol, isStablecoin }: TokenWords): string[] {
  return isStablecoin ? [] : QUOTES.map((quote) => `${symbol.toLowerCase()}${quote}`);
}

/** @returns the token and word count of the name that starts at a word, if any */
function nameAt(text: string, all: readonly Word[], at: number) {
  const match = namesByFirstWord.get(all[at]?.lower ?? "")?.find(({ words }) =>
    words.every((word, i) => {
      if (all[at + i]?.lower !== word) return false;
      const gap = i > 0 && text.slice(all[at + i - 1]?.end, all[at + i]?.start);
      return gap === false || /^[\s-]+$/.test(gap);
    }),
  );
  return match && { token: match.token, length: match.words.length };
}

/** A quick test that rules out most clauses. */
const CANDIDATE = new RegExp([...bySymbol.keys(), ...namesByFirstWord.keys()].join("|"), "i");

/** How many words on either side of a bare symbol are its context. */
const CONTEXT_WORDS = 5;

/** How many words on either side can make a bare symbol mean something else. */
const OTHER_MEANING_WORDS = 8;

/** Whether a word of a kind stands within so many words of another. */
function isNear(
  all: readonly Word[],
  at: number,
  isOfKind: (lower: string) => boolean,
  reach = CONTEXT_WORDS,
): boolean {
  const near = all.slice(Math.max(0, at - reach), at + reach + 1);
  return near.some((word) => word !== all[at] && isOfKind(word.lower));
}

/** Symbols and names of one word that certainly mean a token. */
const certainNames = new Set([
  ...tokenWords.filter(({ bare }) => bare === "always").map(({ symbol }) => symbol.toLowerCase()),
  ...tokenWords.flatMap(({ names }) => names.filter((name) => !name.includes(" "))),
]);

/** Trading terms. Near one of these, SOL is not the sun and DOT not a full stop. */
const contextWords = new Set([
  ...certainNames,
  ...`
  price prices priced token tokens coin coins altcoin altcoins crypto cryptocurrency blockchain chain
  onchain defi nft nfts dex dapp dapps etf stake stakes staked staker stakers staking restaking unstake unstaked unstaking validator
  validators buy buys buying bought sell sells selling sold hold holds holding holdings holder holders hodl
  trade trades trading trader traders long longs longed short shorts shorted swap swaps swapped bridge
  bridged wallet wallets mainnet testnet airdrop airdrops gas yield yields apy apr tvl liquidity collateral
  usd dollar dollars market markets portfolio bullish bearish rally rallies rallied pump pumps pumped
  dump dumps dumped moon mooning crash crashes crashed surge surges surged breakout ath undervalued
  overvalued accumulate accumulated accumulating
  up down rose rise rises rising fell fall falls falling gained gains gaining dropped drops dropping jumped
  jumps climbed climbs climbing slid slides sliding tumbled tumbles soared soars soaring plunged plunges
  outperformed outperforms underperformed underperforms outpaced rebounded rebounds recovered bounced
  futures spot perps ecosystem memecoins tps fees
  `
    .trim()
    .split(/\s+/),
]);

/**
 * Finds which tokens a text mentions and scores its sentiment about them. A token is mentioned by `$` or `#`
 * and its symbol, by an unambiguous name, by a pair such as BTCUSDT, or by its bare symbol if `token-words.ts`
 * allows that.
 */
import { MAX_CONTENT_LENGTH, MAX_SUMMARY_LENGTH, MAX_TITLE_LENGTH } from "../field-limits";
import { clausesOf } from "./clauses";
import { tokenWords, type TokenWords } from "./token-words";
import { scoreOfSum, sumOfScore } from "./vader";

/** A document's sentiment about a token; `p` is from −1 to 1. */
export interface ScoredMention {
  token: string;
  p: number;
}

type Texts = string | readonly string[];

type Scorer = (text: string) => number;

/** The weight of a clause that names no token, in the score of the token that was named last. */
export const CARRIED_WEIGHT = 0.5;

/**
 * Maximum number of characters scored. Covers any document written on this site; only outside documents can be
 * longer, and are cut to bound the time taken.
 */
const MAX_SCORED_CHARACTERS = MAX_TITLE_LENGTH + MAX_SUMMARY_LENGTH + MAX_CONTENT_LENGTH;

/**
 * Scores each mentioned token by the clauses that name it and, at half weight, by the following clauses that name
 * none. Clauses before the first named token count for that token. With `p` the score of a clause and `c` its
 * weight, `x = Σ c · p · √(15 / (1 − p²))` is the sum of the ratings, and the token's score is that of this sum.
 *
 * @returns each mentioned token with its score, to four digits, in alphabetical order
 */
export function scoreMentions(texts: Texts, scorer: Scorer): ScoredMention[] {
  const clauses = readClauses(texts);
  let [current] = clauses.find(({ named }) => named.length)?.named ?? [];
  if (current === undefined) return [];
  const sums = new Map<string, number>();
  const add = (token: string, sum: number) => sums.set(token, (sums.get(token) ?? 0) + sum);
  let left = MAX_SCORED_CHARACTERS;
  for (const { text, named } of clauses) {
    const sum = left > 0 ? sumOfScore(scorer(text.slice(0, left))) : 0;
    left -= text.length;
    for (const token of new Set(named)) add(token, sum);
    current = named.at(-1) ?? current;
    if (!named.length) add(current, CARRIED_WEIGHT * sum);
  }
  return [...sums]
    .map(([token, sum]) => ({ token, p: scoreOfSum(sum) }))
    .sort((one, other) => (one.token < other.token ? -1 : 1));
}

/** @returns the score of a text as if each of its clauses named the same token */
export const scoreClauses = (text: string, scorer: Scorer): number =>
  scoreOfSum(clausesOf(text).reduce((sum, clause) => sum + sumOfScore(scorer(clause)), 0));

interface Clause {
  text: string;
  /** The tokens that the clause names, in that order. */
  named: string[];
}

/** @returns all clauses of a document, or an empty list if no part of it can name a token */
function readClauses(texts: Texts): Clause[] {
  const parts = [texts].flat();
  if (!parts.some((part) => CANDIDATE.test(part))) return [];
  const clauses = parts.flatMap(clausesOf).map((text) => ({
    text,
    namings: CANDIDATE.test(text) ? readNamings(text) : [],
  }));
  const explicitly = clauses.flatMap(({ namings }) => namings.filter(isExplicit));
  const explicit = new Set(explicitly.map(({ symbol }) => symbol));
  return clauses.map(({ text, namings }) => ({
    text,
    named: namings
      .filter(({ kind, symbol }) => kind !== "possible" || explicit.has(symbol))
      .map(({ symbol }) => symbol),
  }));
}

/** A word that names a token, or may do so. */
interface Naming {
  symbol: string;
  at: number;
  /**
   * A bare symbol is `in context` if the words around it show that it means the token; a `possible` one counts only
   * if the document also names the token explicitly.
   */
  kind: "explicit" | "in context" | "possible";
}

const isExplicit = ({ kind }: Naming) => kind === "explicit";

interface Word {
  text: string;
  lower: string;
  start: number;
  end: number;
}

function readNamings(text: string): Naming[] {
  const all = wordsOf(text);
  const namings: Naming[] = [];
  const bare: { token: TokenWords; at: number }[] = [];
  const addExplicit = ({ symbol }: TokenWords, at: number) =>
    namings.push({ symbol, at, kind: "explicit" });
  for (let at = 0; at < all.length; at += 1) {
    const word = all[at] as Word;
    if (isHandle(text, word)) continue;
    const name = nameAt(text, all, at);
    if (name) {
      if (name.token && !isAfter(all, at, name.token)) addExplicit(name.token, at);
      at += name.length - 1;
      continue;
    }
    const token = bySymbol.get(word.lower);
    if (!token || isAfter(all, at, token)) continue;
    if (isMarked(text, word)) addExplicit(token, at);
    else if (!hasSign(text, word) && !hasOtherMeaning(all, at, token)) bare.push({ token, at });
  }
  const isShouted = areMostInCapitals(all);
  for (const { token, at } of bare) {
    const kind = kindOfBare(text, all, at, token, isShouted);
    if (kind) namings.push({ symbol: token.symbol, at, kind });
  }
  return namings.sort((one, other) => one.at - other.at);
}

/** @returns how surely a symbol without `$` or `#` means the token, or `undefined` if it does not */
function kindOfBare(
  text: string,
  all: readonly Word[],
  at: number,
  { bare, symbol }: TokenWords,
  isShouted: boolean,
): Naming["kind"] | undefined {
  const isCapitals = all[at]?.text === symbol;
  if (bare === "always" || (bare === "capitals" && isCapitals)) return "explicit";
  if (!isCapitals) return undefined;
  const isIn = (words: ReadonlySet<string>) =>
    isNear(all, at, (word) => words.has(word)) || hasFigure(text, all, at);
  if (bare === "context") return isIn(contextWords) ? "in context" : "possible";
  // Capitals mean nothing if most of the clause is in capitals.
  return bare === "figures" && !isShouted && isIn(certainNames) ? "in context" : undefined;
}

/** Matches the bitcoin sign, or letters and digits without underscores at the ends, which may be Markdown. */
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
  hasSign(text, word) && !/[\p{Script=Latin}\p{N}$#&_]/u.test(text[word.start - 2] ?? "");

/** Whether a word is the handle of a user or a forum: `@btc`, `r/bitcoin`, `u/eth`. */
const isHandle = (text: string, { start }: Word) =>
  text[start - 1] === "@" ||
  /(?:^|[^\p{L}\p{N}])[ru]\/$/iu.test(text.slice(start - 3 < 0 ? 0 : start - 3, start));

const hasOtherMeaning = (all: readonly Word[], at: number, { notNear }: TokenWords) =>
  isNear(all, at, (word) => notNear.includes(word), OTHER_MEANING_WORDS);

/** Whether the one or two words before a name or symbol give it another meaning. */
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

/** Maximum distance of a percentage or price after a symbol, in characters. */
const FIGURE_REACH = 40;
const FIGURE_AFTER = /^[^.!?;]*?(?:\d\s?%|[$€£]\s?\d)/;

/** Whether there is an amount right before a symbol, or a percentage or price soon after it. */
function hasFigure(text: string, all: readonly Word[], at: number): boolean {
  const { start, end } = all[at] as Word;
  const isAmount = /(?:^|\s)[\d.,]*\d[kKmM]?\s$/.test(text.slice(Math.max(0, start - 16), start));
  return isAmount || FIGURE_AFTER.test(text.slice(end, end + FIGURE_REACH));
}

/** Quote currencies of trading pairs that are written as one word, such as BTCUSDT. */
const QUOTES = ["usd", "usdt", "usdc"];

/** Names by first word, longest first; `token` is `null` for names that mean something else. */
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

/** The number of words on either side of a bare symbol that are its context. */
const CONTEXT_WORDS = 5;
/** The number of words on either side that can give a bare symbol another meaning. */
const OTHER_MEANING_WORDS = 8;

/** Whether one of the words within `reach` of a word, on either side, satisfies a condition. */
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

/**
 * The tokens known to the site: those of `token-table.ts`, and those that the operator adds. Used for prices, mentions
 * and allocations.
 */
import { tokenTable } from "./token-table";

/**
 * When a symbol without `$` or `#` counts as the token. Where evidence is needed, `sentiment/token-evidence.ts` adds
 * up what the words around it say.
 *
 * - `always`: in any case.
 * - `distinct`: in capitals; otherwise with some evidence.
 * - `capitals`: in capitals; otherwise with clear evidence, because the word has other meanings.
 * - `context`: in capitals, but after an article with some evidence, because the letters stand for something else, too.
 * - `proof`: in capitals with some evidence, for words and letters that are also written so for emphasis.
 * - `sign`: never.
 */
export const bareSymbols = ["always", "distinct", "capitals", "context", "proof", "sign"] as const;
export type BareSymbol = (typeof bareSymbols)[number];

/** The lists of words of a token, all in lower case and separated by commas in a `TokenRow`. */
export const wordLists = [
  /** Names that mean nothing else; including those of wrapped and staked forms, and names in other scripts. */
  "names",
  /** Names that count unless the words around them say otherwise. */
  "likelyNames",
  /** Names of other things, too, which count with some evidence. */
  "sharedNames",
  /** Everyday words, which count with clear evidence. */
  "ordinaryNames",
  /** Longer names and phrases that begin like a name or symbol but mean something else. */
  "notNames",
  /** One or two words directly after which a name, or a symbol that is not `always`, means something else. */
  "notAfter",
  /** One or two words directly before which it does; `0` stands for any number. */
  "notBefore",
  /** Words near which it does. */
  "notNear",
  /** Words near which a name does, but not the symbol. */
  "notNearNames",
  /** Words near which it is the token. */
  "near",
] as const;
type WordList = (typeof wordLists)[number];

/** A token as the table and the operator's file write it. */
export interface TokenRow extends Partial<Record<WordList, string>> {
  /** In capitals. */
  symbol: string;
  name: string;
  bare: BareSymbol;
  /** Whether it is pegged to one US dollar; stablecoins have no sentiment. */
  isStablecoin?: boolean;
  /** The providers' ids of its price in US dollars; by default made of the symbol, `null` if it is not traded there. */
  coinbase?: string | null;
  kraken?: string | null;
}

export interface Token extends Record<WordList, readonly string[]> {
  symbol: string;
  name: string;
  bare: BareSymbol;
  isStablecoin: boolean;
  coinbase: string | null;
  kraken: string | null;
}

const listed = (words = ""): string[] => (words.trim() ? words.trim().split(/\s*,\s*/) : []);

function toToken(row: TokenRow): Token {
  const { symbol, name, bare, isStablecoin = false } = row;
  const lists = Object.fromEntries(wordLists.map((list) => [list, listed(row[list])]));
  return {
    ...(lists as Record<WordList, string[]>),
    symbol,
    name,
    bare,
    isStablecoin,
    coinbase: row.coinbase === undefined ? `${symbol}-USD` : row.coinbase,
    kraken: row.kraken === undefined ? `${symbol}USD` : row.kraken,
  };
}

interface KnownTokens {
  tokens: readonly Token[];
  bySymbol: ReadonlyMap<string, Token>;
  added: AddedTokens;
}

/** The tokens that the operator adds, and a version that differs if they do; the empty string if there are none. */
export interface AddedTokens {
  rows: readonly TokenRow[];
  version: string;
}
export const NO_ADDED_TOKENS: AddedTokens = { rows: [], version: "" };

/** Made when it is first needed, so that browsers, which need no token, load none. */
let known: KnownTokens | undefined;

function knowTokens(added: AddedTokens): KnownTokens {
  const tokens = [...tokenTable, ...added.rows].map(toToken);
  return { tokens, bySymbol: new Map(tokens.map((token) => [token.symbol, token])), added };
}

const knownTokens = (): KnownTokens => (known ??= knowTokens(NO_ADDED_TOKENS));

/**
 * Makes the tokens of the operator's file known in this process or thread, in place of those added before.
 *
 * @param added without collisions, see `collisionOf`
 */
export function addTokens(added: AddedTokens): void {
  if (added.version !== addedTokens().version) known = knowTokens(added);
}

export const addedTokens = (): AddedTokens => known?.added ?? NO_ADDED_TOKENS;

/** @returns all known tokens; the same array until `addTokens` changes them */
export const allTokens = (): readonly Token[] => knownTokens().tokens;

/** @returns the token with this symbol (in upper case), or `undefined` */
export const findToken = (symbol: string): Token | undefined => knownTokens().bySymbol.get(symbol);

/** @returns whether a symbol (in upper case) is that of a known stablecoin */
export const isStablecoin = (symbol: string): boolean => findToken(symbol)?.isStablecoin ?? false;

/** The words by which texts name a token: its symbol and all its names. */
const namesOf = ({ symbol, ...row }: TokenRow): string[] => [
  symbol.toLowerCase(),
  ...[row.names, row.likelyNames, row.sharedNames, row.ordinaryNames].flatMap(listed),
];

/**
 * @returns the first word by which one of some added tokens is named although another token, of the table or before it,
 *   is named so; with the number of its row
 */
export function collisionOf(rows: readonly TokenRow[]): { row: number; word: string } | undefined {
  const taken = new Set(tokenTable.flatMap(namesOf));
  for (const [i, row] of rows.entries()) {
    const names = [...new Set(namesOf(row))];
    const word = names.find((name) => taken.has(name));
    if (word !== undefined) return { row: i, word };
    for (const name of names) taken.add(name);
  }
  return undefined;
}

/** The asset that holds the unallocated part of a portfolio. */
export const CASH = "USDT";

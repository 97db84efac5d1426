/**
 * The tokens known to the site: those of `token-table.ts`, and those that the operator adds. Used for prices, mentions
 * and allocations.
 */
import { wordLists, type BareSymbol, type TokenRow, type WordList } from "./token-row";
import { tokenTable } from "./token-table";

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

/** How `token-table.ts` and the operator's file describe a token. */

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
export type WordList = (typeof wordLists)[number];

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

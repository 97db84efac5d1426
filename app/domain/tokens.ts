/**
 * The tokens that this site knows: how people write them, how far a bare word can be trusted to mean
 * them, and what the price providers call them. Prices, mentions and allocations all read them here.
 */

/**
 * When a symbol without `$` or `#` means the token: `always`, in any case; in `context`, in upper case
 * and with a word of the trade near it (the sure name of another token is one) or the full name in the
 * document; `never`, since it is an everyday word.
 */
export type BareSymbol = "always" | "context" | "never";

export interface Token {
  symbol: string;
  name: string;
  /** Names that mean nothing else, in lower case; they count in any case. */
  names: readonly string[];
  /** Longer names that begin like one of these and mean something else, in lower case. */
  notNames: readonly string[];
  bare: BareSymbol;
  /** Meant to be worth one dollar: a place to wait, not a thing to be in the mood for. */
  isStablecoin: boolean;
  /** What the providers call its price in dollars; `null` where they have none. */
  coinbase: string | null;
  kraken: string | null;
}

const token = (
  symbol: string,
  name: string,
  names: readonly string[],
  bare: BareSymbol,
  more: Partial<Pick<Token, "notNames" | "isStablecoin" | "coinbase" | "kraken">> = {},
): Token => ({
  ...{ symbol, name, names, bare },
  notNames: [],
  isStablecoin: false,
  coinbase: `${symbol}-USD`,
  kraken: `${symbol}USD`,
  ...more,
});

export const tokens: readonly Token[] = [
  token("BTC", "Bitcoin", ["bitcoin", "bitcoins", "xbt"], "always", {
    notNames: ["bitcoin cash", "bitcoin sv", "bitcoin gold"],
    kraken: "XBTUSD",
  }),
  token("ETH", "Ethereum", ["ethereum"], "context", { notNames: ["ethereum classic"] }),
  token("SOL", "Solana", ["solana"], "context"),
  token("USDT", "Tether", ["tether"], "always", { isStablecoin: true }),
  token("USDC", "USD Coin", ["usd coin"], "always", { isStablecoin: true, coinbase: null }),
  token("DAI", "Dai", [], "never", { isStablecoin: true }),
  token("BNB", "BNB", ["binance coin"], "always"),
  token("XRP", "XRP", ["ripple xrp"], "always"),
  token("ADA", "Cardano", ["cardano"], "context"),
  token("DOGE", "Dogecoin", ["dogecoin"], "always", { kraken: "XDGUSD" }),
  token("DOT", "Polkadot", ["polkadot"], "context"),
  token("LINK", "Chainlink", ["chainlink"], "never"),
  token("AVAX", "Avalanche", [], "always"),
  token("LTC", "Litecoin", ["litecoin"], "always"),
  token("UNI", "Uniswap", ["uniswap"], "never"),
  token("AAVE", "Aave", [], "always"),
  token("ATOM", "Cosmos Hub", ["cosmos hub"], "never"),
  token("NEAR", "NEAR Protocol", ["near protocol"], "never"),
  token("ONE", "Harmony", ["harmony one"], "never", { kraken: null }),
  token("OP", "Optimism", ["op mainnet"], "never"),
  token("ARB", "Arbitrum", ["arbitrum"], "context"),
];

const bySymbol = new Map(tokens.map((known) => [known.symbol, known]));

/** @returns the token of a symbol in upper case, or `undefined` */
export const findToken = (symbol: string): Token | undefined => bySymbol.get(symbol);

/** What the rest is kept in. */
export const CASH = "USDT";

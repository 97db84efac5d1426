/**
 * The tokens known to the site: their names in text, how far a bare symbol can be trusted to mean the
 * token, and their ids at the price providers. Used for prices, mentions and allocations.
 */

/**
 * When a symbol without `$` or `#` counts as the token. `always`: in any case. `context`: in upper case and
 * with a trading term or a certain token name nearby, or the token's full name in the document. `never`: it
 * is an ordinary word.
 */
export type BareSymbol = "always" | "context" | "never";

export interface Token {
  symbol: string;
  name: string;
  /** Unambiguous names in lower case; matched in any case. */
  names: readonly string[];
  /** Longer names that start with one of these but mean something else, in lower case. */
  notNames: readonly string[];
  bare: BareSymbol;
  /** Pegged to one US dollar; not an asset to have sentiment about. */
  isStablecoin: boolean;
  /** The providers' ids of its price in US dollars; `null` if not traded there. */
  coinbase: string | null;
  kraken: string | null;
}

const token = (
  symbol: string,
  name: string,
  names: readonly string[],
  bare: BareSymbol,
  overrides: Partial<Pick<Token, "notNames" | "isStablecoin" | "coinbase" | "kraken">> = {},
): Token => ({
  ...{ symbol, name, names, bare },
  notNames: [],
  isStablecoin: false,
  coinbase: `${symbol}-USD`,
  kraken: `${symbol}USD`,
  ...overrides,
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

/** @returns the token with this symbol (in upper case), or `undefined` */
export const findToken = (symbol: string): Token | undefined => bySymbol.get(symbol);

/** The asset that holds whatever is not allocated. */
export const CASH = "USDT";

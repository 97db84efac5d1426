/**
 * The tokens known to the site, with their ids at the price providers. Used for prices, mentions and allocations;
 * the words by which texts name them are in `sentiment/token-words.ts`.
 */

export interface Token {
  symbol: string;
  name: string;
  /** Whether it is pegged to one US dollar; stablecoins have no sentiment. */
  isStablecoin: boolean;
  /** The providers' ids of its price in US dollars; `null` if not traded there. */
  coinbase: string | null;
  kraken: string | null;
}

const token = (
  symbol: string,
  name: string,
  overrides: Partial<Pick<Token, "isStablecoin" | "coinbase" | "kraken">> = {},
): Token => ({
  symbol,
  name,
  isStablecoin: false,
  coinbase: `${symbol}-USD`,
  kraken: `${symbol}USD`,
  ...overrides,
});

export const tokens: readonly Token[] = [
  token("BTC", "Bitcoin", { kraken: "XBTUSD" }),
  token("ETH", "Ethereum"),
  token("SOL", "Solana"),
  token("USDT", "Tether", { isStablecoin: true }),
  token("USDC", "USD Coin", { isStablecoin: true, coinbase: null }),
  token("DAI", "Dai", { isStablecoin: true }),
  token("BNB", "BNB"),
  token("XRP", "XRP"),
  token("ADA", "Cardano"),
  token("DOGE", "Dogecoin", { kraken: "XDGUSD" }),
  token("DOT", "Polkadot"),
  token("LINK", "Chainlink"),
  token("AVAX", "Avalanche"),
  token("LTC", "Litecoin"),
  token("UNI", "Uniswap"),
  token("AAVE", "Aave"),
  token("ATOM", "Cosmos Hub"),
  token("NEAR", "NEAR Protocol"),
  token("ONE", "Harmony", { kraken: null }),
  token("OP", "Optimism"),
  token("ARB", "Arbitrum"),
];

const bySymbol = new Map(tokens.map((known) => [known.symbol, known]));

/** @returns the token with this symbol (in upper case), or `undefined` */
export const findToken = (symbol: string): Token | undefined => bySymbol.get(symbol);

/** @returns whether a symbol (in upper case) is that of a known stablecoin */
export const isStablecoin = (symbol: string): boolean => findToken(symbol)?.isStablecoin ?? false;

/** The asset that holds the unallocated part of a portfolio. */
export const CASH = "USDT";

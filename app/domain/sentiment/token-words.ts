/** The words by which texts name the known tokens, and the contexts in which these words mean something else. */
import { tokens } from "../tokens";

/**
 * When a symbol without `$` or `#` counts as the token.
 *
 * - `always`: in any case.
 * - `capitals`: in upper case.
 * - `context`: in upper case and near a trading term, a certain token, a percentage or an amount, or with the token's
 *   full name in the document.
 * - `figures`: in upper case and near a certain token, a percentage or an amount, for everyday words.
 * - `never`: for everyday words that are also written in capitals.
 */
export type BareSymbol = "always" | "capitals" | "context" | "figures" | "never";

/** The words that name a token, all in lower case. */
export interface TokenWords {
  symbol: string;
  isStablecoin: boolean;
  /** Unambiguous names, matched in any case; includes those of wrapped and staked forms. */
  names: readonly string[];
  /** Longer names that start with one of these but mean something else. */
  notNames: readonly string[];
  /** Words, one or two, directly after which a name or symbol means something else. */
  notAfter: readonly string[];
  /** Words near which a bare symbol means something else. */
  notNear: readonly string[];
  bare: BareSymbol;
}

const list = (text: string): string[] => (text ? text.split(", ") : []);

const named = (
  names: string,
  bare: BareSymbol,
  { not = "", after = "", near = "" }: Partial<Record<"not" | "after" | "near", string>> = {},
): Omit<TokenWords, "symbol" | "isStablecoin"> => ({
  names: list(names),
  bare,
  notNames: list(not),
  notAfter: list(after),
  notNear: list(near),
});

/** Words that follow "tether" if it is a verb or a rope. */
const TETHERED = list("the, a, an, to, your, my, his, her, its, it, them, itself, himself, and");

const bySymbol: Readonly<Record<string, ReturnType<typeof named>>> = {
  BTC: named("bitcoin, bitcoins, xbt, ₿, wbtc, cbbtc, tbtc", "always", {
    not: "bitcoin cash, bitcoin sv, bitcoin gold",
  }),
  ETH: named("ethereum, ether, weth, steth, wsteth, cbeth, reth, eeth, weeth", "always", {
    not: "ethereum classic, eth zurich, eth zürich, ether net",
    after: "into the, in the, from the, through the, diethyl, petroleum",
    near: "zurich, zürich, professor, university",
  }),
  SOL: named("solana, wsol, msol, jitosol, bsol, jupsol, stsol", "context", {
    near: "peru, peru's, peruvian, soles, lima, pen, el, sun, beer",
  }),
  USDT: named("tether", "always", {
    not: TETHERED.map((word) => `tether ${word}`).join(", "),
    after: "to, a, its, his, her, their, short, long, space",
  }),
  USDC: named("usd coin", "always"),
  DAI: named("", "never"),
  BNB: named("binance coin, wbnb", "capitals"),
  XRP: named("ripple xrp", "always"),
  ADA: named("cardano", "context", {
    near: "compliance, compliant, disabilities, disability, accessibility, lovelace, dental",
  }),
  DOGE: named("dogecoin", "always", {
    not: "doge of",
    near: "venice, venetian, palace, government, musk's, federal",
  }),
  DOT: named("polkadot", "context", {
    near: "transportation, department, highway, faa, road, regulations, dot",
  }),
  LINK: named("chainlink", "figures", { near: "click, url, below, bio, page, here, article" }),
  AVAX: named("wavax, savax", "always"),
  LTC: named("litecoin", "always"),
  UNI: named("uniswap", "figures", { near: "students, student, campus, degree, courses" }),
  AAVE: named("", "always"),
  ATOM: named("cosmos hub", "figures", {
    near: "feed, feeds, rss, nucleus, electron, electrons, bomb, hydrogen",
  }),
  NEAR: named("near protocol", "figures"),
  ONE: named("harmony one", "never"),
  OP: named("op mainnet", "figures", { near: "poster, thread, ed, post, reddit" }),
  ARB: named("arbitrum", "context"),
};

export const tokenWords: readonly TokenWords[] = tokens.map(({ symbol, isStablecoin }) => ({
  symbol,
  isStablecoin,
  ...(bySymbol[symbol] ?? named("", "never")),
}));

/**
 * Generated prices for the demo, labelled as such wherever they are used. They are random walks, so that no rule earns
 * from them by skill, with what daily returns of tokens are known for: a market that all tokens share, and volatility
 * that comes in clusters, which makes extreme days frequent. Each range is computed from the first day on, so a day has
 * the same close in any.
 */
import { addDays, type Day } from "./calendar-days";
import type { Close } from "./close";
import { randomNumbers } from "./random-numbers";
import { findToken } from "./tokens";

export const SAMPLE_START: Day = "2024-01-01";

/**
 * The price at the start, in US dollars; the sensitivity to the market, 1 for BTC; and the standard deviation of the
 * token's own daily moves.
 */
type TokenModel = readonly [price: number, beta: number, volatility: number];

const tokenModels: Readonly<Partial<Record<string, TokenModel>>> = {
  BTC: [64_000, 1, 0.008],
  ETH: [3_100, 1.1, 0.017],
  SOL: [145, 1.25, 0.03],
  BNB: [580, 0.85, 0.018],
  XRP: [0.62, 1, 0.03],
  ADA: [0.46, 1.15, 0.028],
  DOGE: [0.13, 1.25, 0.036],
  DOT: [6.4, 1.15, 0.027],
  LINK: [14.5, 1.15, 0.029],
  AVAX: [31, 1.25, 0.031],
  LTC: [82, 0.95, 0.024],
  UNI: [8.6, 1.15, 0.034],
  AAVE: [118, 1.15, 0.033],
  ATOM: [7.1, 1.15, 0.027],
  NEAR: [5.2, 1.25, 0.033],
  ONE: [0.016, 1.2, 0.034],
  OP: [1.9, 1.25, 0.035],
  ARB: [0.92, 1.2, 0.033],
  USDT: [1, 0, 0.0002],
  USDC: [1, 0, 0.0001],
  DAI: [1, 0, 0.00025],
};

/** The tokens that the demo begins with. */
export const sampledTokens: readonly string[] = Object.keys(tokenModels);

/** The standard deviation of the market's daily moves. With its own moves, BTC has 55 percent a year and SOL 87. */
const MARKET_VOLATILITY = 0.0275;
/** By which part of its distance a price returns to where it started each day: for tokens, too slow to trade on. */
const REVERSION = 0.003;
const STABLECOIN_REVERSION = 0.2;
/** The logarithm of the day's volatility keeps this part of its distance from the mean and moves by `UNREST_CHANGE`. */
const UNREST_PERSISTENCE = 0.97;
const UNREST_CHANGE = 0.1;
/** Subtracted, so that the mean square of all factors is 1. */
const UNREST_OFFSET = UNREST_CHANGE ** 2 / (1 - UNREST_PERSISTENCE ** 2);
/** Chosen among 2,500 for autumn 2026: BTC and SOL rise and fall, and momentum holds both, one or none. */
const SEED = 2183;

/**
 * @param from first day, inclusive
 * @param to last day, inclusive
 * @returns a close per day, in order; none before `SAMPLE_START` or for an unknown token
 */
export function samplePrices(symbol: string, from: Day, to: Day): Close[] {
  const token = findToken(symbol);
  if (!token) return [];
  const [start, beta, volatility] =
    tokenModels[symbol] ?? (token.isStablecoin ? tokenModels.DAI! : ordinaryModel(symbol));
  const reversion = token.isStablecoin ? STABLECOIN_REVERSION : REVERSION;
  const market = normalNumbers("market");
  const own = normalNumbers(symbol);
  const closes: Close[] = [];
  let unrest = 0;
  let distance = 0;
  for (let day = SAMPLE_START; day <= to; day = addDays(day, 1)) {
    unrest = UNREST_PERSISTENCE * unrest + UNREST_CHANGE * market();
    const move = beta * MARKET_VOLATILITY * market() + volatility * own();
    distance = (1 - reversion) * distance + Math.exp(unrest - UNREST_OFFSET) * move;
    // Six significant digits, like an exchange, hide floating-point differences between platforms.
    if (day >= from)
      closes.push({ day, close: Number((start * Math.exp(distance)).toPrecision(6)) });
  }
  return closes;
}

/** @returns the model of a known token that has none of its own */
const ordinaryModel = (symbol: string): TokenModel => [1 + (hash(symbol) % 20), 1.15, 0.03];

/** Standard normal numbers, each approximated by the sum of twelve uniform ones. */
function normalNumbers(name: string): () => number {
  const random = randomNumbers(hash(name) + SEED);
  return () => {
    let sum = -6;
    for (let draw = 0; draw < 12; draw++) sum += random();
    return sum;
  };
}

/** The 32-bit FNV-1a hash of a text's code points. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 0x01000193);
  return value >>> 0;
}

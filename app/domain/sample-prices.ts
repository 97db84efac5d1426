/**
 * Generated prices for the demo, labelled as such wherever they are used. They resemble real markets: plausible levels
 * and volatilities per token, swings of several weeks that not all tokens share, and stablecoins close to one dollar.
 * Random numbers are derived from the symbol and the day, so a day has the same close in any range.
 */
import { addDays, daysBetween, type Day } from "./calendar-days";
import type { Close } from "./close";
import { findToken } from "./tokens";

export const SAMPLE_START: Day = "2024-01-01";

/**
 * The level around which the price moves, in US dollars; the sensitivity to the market, 1 for BTC; the standard
 * deviation of the token's own daily moves; and the days by which its cycle lags behind that of BTC.
 */
type TokenModel = readonly [level: number, beta: number, volatility: number, lag: number];

const tokenModels: Readonly<Partial<Record<string, TokenModel>>> = {
  BTC: [64_000, 1, 0.006, 0],
  ETH: [3_100, 1.2, 0.012, 4],
  SOL: [145, 1.5, 0.015, 15],
  BNB: [580, 0.9, 0.012, 3],
  XRP: [0.62, 1, 0.018, 14],
  ADA: [0.46, 1.3, 0.017, 9],
  DOGE: [0.13, 1.5, 0.024, 16],
  DOT: [6.4, 1.3, 0.016, 8],
  LINK: [14.5, 1.3, 0.018, 6],
  AVAX: [31, 1.5, 0.019, 12],
  LTC: [82, 0.9, 0.014, 2],
  UNI: [8.6, 1.3, 0.021, 7],
  AAVE: [118, 1.3, 0.021, 5],
  ATOM: [7.1, 1.3, 0.017, 10],
  NEAR: [5.2, 1.5, 0.021, 13],
  ONE: [0.016, 1.4, 0.022, 15],
  OP: [1.9, 1.5, 0.022, 9],
  ARB: [0.92, 1.4, 0.021, 8],
};

/** The typical deviation of each stablecoin from one dollar. */
const stablecoins: Readonly<Partial<Record<string, number>>> = {
  USDT: 0.0004,
  USDC: 0.0002,
  DAI: 0.0005,
};

/** The tokens that the demo begins with. */
export const sampledTokens: readonly string[] = [tokenModels, stablecoins].flatMap(Object.keys);

/** @returns the model of a known token that has none of its own, from its symbol */
const ordinaryModel = (symbol: string): TokenModel => [
  1 + (hash(symbol) % 20),
  1.3,
  0.018,
  hash(symbol) % 16,
];

/** The deviation of a stablecoin that has none of its own. */
const ORDINARY_OFFSET = 0.0005;

/** Long enough for four-week momentum to catch some cycles, and short enough that twelve weeks have rises and falls. */
const CYCLE_DAYS = 78;
const CYCLE_AMPLITUDE = 0.15;
const SLOW_CYCLE_DAYS = 613;
const SLOW_CYCLE_AMPLITUDE = 0.13;
const MARKET_VOLATILITY = 0.019;
/** The autocorrelation of daily deviations: prices drift away and revert. */
const AUTOCORRELATION = 0.93;

/**
 * @param from first day, inclusive
 * @param to last day, inclusive
 * @returns a close per day, in order; none before `SAMPLE_START` or for an unknown token
 */
export function samplePrices(symbol: string, from: Day, to: Day): Close[] {
  const token = findToken(symbol);
  if (!token) return [];
  if (token.isStablecoin) {
    const offset = stablecoins[symbol] ?? ORDINARY_OFFSET;
    return closesFrom(symbol, from, to, (deviation) => 1 + offset * deviation, 0.8);
  }
  const [level, beta, volatility, lag] = tokenModels[symbol] ?? ordinaryModel(symbol);
  const market = deviations("market", to, AUTOCORRELATION);
  const price = (deviation: number, day: number) => {
    const cycle = CYCLE_AMPLITUDE * wave(day - lag, CYCLE_DAYS);
    const slowCycle = SLOW_CYCLE_AMPLITUDE * wave(day, SLOW_CYCLE_DAYS);
    const marketMove = cycle + slowCycle + MARKET_VOLATILITY * market[day]!;
    return level * Math.exp(beta * marketMove + volatility * deviation);
  };
  return closesFrom(symbol, from, to, price, AUTOCORRELATION);
}

/** Computes the closes of a range from each day's random deviation and its number since the start. */
function closesFrom(
  symbol: string,
  from: Day,
  to: Day,
  price: (deviation: number, day: number) => number,
  autocorrelation: number,
): Close[] {
  const allDeviations = deviations(symbol, to, autocorrelation);
  const first = Math.max(0, daysBetween(SAMPLE_START, from));
  return allDeviations.slice(first).map((deviation, index) => ({
    day: addDays(SAMPLE_START, first + index),
    // Six significant digits, like an exchange, hide floating-point differences between platforms.
    close: Number(price(deviation, first + index).toPrecision(6)),
  }));
}

/** An AR(1) process: `x[t] = autocorrelation · x[t−1] + noise[t]` for each day from the start to `to`. */
function deviations(name: string, to: Day, autocorrelation: number): number[] {
  const seed = hash(name);
  let value = 0;
  return Array.from({ length: Math.max(0, daysBetween(SAMPLE_START, to) + 1) }, (_, day) => {
    value = autocorrelation * value + gaussianNoise(seed, day);
    return value;
  });
}

const wave = (day: number, length: number): number => Math.sin((2 * Math.PI * day) / length);

/** Standard normal noise for a day, approximated by the sum of twelve uniform numbers. */
function gaussianNoise(seed: number, day: number): number {
  let sum = 0;
  for (let draw = 0; draw < 12; draw++) sum += mix(seed ^ Math.imul(day * 12 + draw, 0x9e3779b1));
  return sum / 2 ** 32 - 6;
}

/** Mixes the bits of a number: the finaliser of MurmurHash3 by A. Appleby. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** The 32-bit FNV-1a hash of a text's code points. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 0x01000193);
  return value >>> 0;
}

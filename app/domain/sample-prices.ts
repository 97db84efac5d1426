/**
 * Prices for the demonstration: made up, and said to be so wherever they are used. They have what the
 * engines work on: levels and restlessness that are plausible for each token, rises and falls of some
 * weeks in which not all go along, and stable coins near their dollar.
 *
 * The same day always has the same close, whatever range is asked for, since chance is drawn from the
 * symbol and the number of the day.
 */
import { addDays, daysBetween, type Day } from "./calendar-days";
import { type Close } from "./momentum";

/** The first day that has sample prices. */
export const SAMPLE_START: Day = "2024-01-01";

interface Character {
  /** US dollars around which the price moves. */
  level: number;
  /** How far it goes along with the market: 1 is BTC. */
  beta: number;
  /** The standard deviation of a day's own move, apart from the market's. */
  restlessness: number;
  /** Days by which its rises and falls come after those of BTC. */
  lag: number;
}

const character = (level: number, beta: number, restlessness: number, lag: number): Character => ({
  ...{ level, beta, restlessness, lag },
});

const characters: ReadonlyMap<string, Character> = new Map(
  Object.entries({
    BTC: character(64_000, 1, 0.006, 0),
    ETH: character(3_100, 1.2, 0.012, 4),
    SOL: character(145, 1.5, 0.015, 15),
    BNB: character(580, 0.9, 0.012, 3),
    XRP: character(0.62, 1, 0.018, 14),
    ADA: character(0.46, 1.3, 0.017, 9),
    DOGE: character(0.13, 1.5, 0.024, 16),
    DOT: character(6.4, 1.3, 0.016, 8),
    LINK: character(14.5, 1.3, 0.018, 6),
    AVAX: character(31, 1.5, 0.019, 12),
    LTC: character(82, 0.9, 0.014, 2),
    UNI: character(8.6, 1.3, 0.021, 7),
    AAVE: character(118, 1.3, 0.021, 5),
    ATOM: character(7.1, 1.3, 0.017, 10),
    NEAR: character(5.2, 1.5, 0.021, 13),
    ONE: character(0.016, 1.4, 0.022, 15),
    OP: character(1.9, 1.5, 0.022, 9),
    ARB: character(0.92, 1.4, 0.021, 8),
  }),
);

/** Of what is meant to be worth a dollar, how far it stands off it. */
const stablecoins: ReadonlyMap<string, number> = new Map(
  Object.entries({ USDT: 0.0004, USDC: 0.0002, DAI: 0.0005 }),
);

/**
 * Weeks of rise and of fall, in days from one high to the next: so long that momentum over four weeks
 * neither always catches them nor never, and so short that every twelve weeks show some of each.
 */
const CYCLE_DAYS = 78;
const CYCLE_HEIGHT = 0.15;
/** A slower tide beneath them. */
const TIDE_DAYS = 613;
const TIDE_HEIGHT = 0.13;
/** The standard deviation of a day's move of the whole market. */
const MARKET_RESTLESSNESS = 0.019;
/** What is left of a day's chance move on the next: prices wander off, and come back. */
const MEMORY = 0.93;

/**
 * @returns a close for each day from one day to another, both included, in their order; none before
 *   `SAMPLE_START`, and none for a token that the sample does not know
 */
export function samplePrices(symbol: string, from: Day, to: Day): Close[] {
  const offset = stablecoins.get(symbol);
  if (offset !== undefined) {
    return closesFrom(symbol, from, to, (chance) => 1 + offset * chance, 0.8);
  }
  const own = characters.get(symbol);
  if (!own) return [];
  const market = wanderings("market", to, MEMORY);
  const price = (chance: number, day: number) => {
    const cycle = CYCLE_HEIGHT * wave(day - own.lag, CYCLE_DAYS);
    const tide = TIDE_HEIGHT * wave(day, TIDE_DAYS);
    const together = cycle + tide + MARKET_RESTLESSNESS * market[day]!;
    return own.level * Math.exp(own.beta * together + own.restlessness * chance);
  };
  return closesFrom(symbol, from, to, price, MEMORY);
}

/** Closes of a range, each made of the chance of its day and the day's number since the start. */
function closesFrom(
  symbol: string,
  from: Day,
  to: Day,
  price: (chance: number, day: number) => number,
  memory: number,
): Close[] {
  const chances = wanderings(symbol, to, memory);
  const first = Math.max(0, daysBetween(SAMPLE_START, from));
  return chances.slice(first).map((chance, index) => ({
    day: addDays(SAMPLE_START, first + index),
    // Six digits, as an exchange would give them; they also hide what platforms differ in.
    close: Number(price(chance, first + index).toPrecision(6)),
  }));
}

/** `x[t] = memory · x[t−1] + chance[t]` for each day from the start until one. */
function wanderings(name: string, to: Day, memory: number): number[] {
  const seed = hash(name);
  let value = 0;
  return Array.from({ length: Math.max(0, daysBetween(SAMPLE_START, to) + 1) }, (_, day) => {
    value = memory * value + bell(seed, day);
    return value;
  });
}

const wave = (day: number, length: number): number => Math.sin((2 * Math.PI * day) / length);

/** Chance of a day: nearly a normal distribution around 0 with a standard deviation of 1. */
function bell(seed: number, day: number): number {
  let sum = 0;
  for (let draw = 0; draw < 12; draw++) sum += mix(seed ^ Math.imul(day * 12 + draw, 0x9e3779b1));
  return sum / 2 ** 32 - 6;
}

/** Scatters the bits of a number: the last step of the MurmurHash3 of A. Appleby. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A number for a text: the 32-bit FNV-1a hash of its character codes. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 0x01000193);
  return value >>> 0;
}

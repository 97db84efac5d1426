/**
 * Momentum over four weeks: what of BTC and SOL rose by more than cash did is held, the steadier the
 * more, and never so much that the whole swings more than it should. The rest waits in USDT.
 *
 * Time-series momentum and the scaling of positions by their volatility are those of T. J. Moskowitz,
 * Y. H. Ooi and L. H. Pedersen, "Time series momentum", Journal of Financial Economics 104 (2012); the
 * hurdle that an asset must clear by itself, not only beside the others, is the absolute momentum of
 * G. Antonacci, "Absolute momentum" (2013) and "Dual Momentum Investing" (2014).
 */
import { addDays, daysBetween, type Day } from "./calendar-days";

export const momentumAssets = ["BTC", "SOL", "USDT"] as const;
export type MomentumAsset = (typeof momentumAssets)[number];

/** Those whose momentum counts; what they do not take is in USDT. */
export const riskyAssets = ["BTC", "SOL"] as const;
export type RiskyAsset = (typeof riskyAssets)[number];

/** The days over which a rate of change is taken: four weeks. */
export const MOMENTUM_DAYS = 28;
/** A close that is missing may be stood in for by that of so many days before, no more. */
export const STAND_IN_DAYS = 1;
/** A volatility of fewer daily returns than this says too little. */
export const LEAST_RETURNS = 24;
/** Markets in these assets have no days off. */
export const DAYS_PER_YEAR = 365;
/** Percent a year: no asset counts as steadier than this, so that no score runs away. */
export const LEAST_VOLATILITY = 10;
/** Percent a year that the risky part may swing; above it, less than all is exposed. */
export const MOST_VOLATILITY = 40;
/** Percent: no risky asset gets more. */
export const LARGEST_ALLOCATION = 60;
/** Percent by which USDT may stand off its dollar without a warning. */
export const PEG_TOLERANCE = 1;
/** What binary fractions may lack of a whole number. */
const ROUNDING = 1e-9;

/** The last price in US dollars of a UTC day. */
export interface Close {
  day: Day;
  close: number;
}

export interface MomentumInputs {
  /** The last day whose close is known: yesterday, of the day on which it is asked. */
  asOf: Day;
  /** In any order. What is after `asOf`, or before what is needed, does not count. */
  closes: Record<MomentumAsset, readonly Close[]>;
}

/** What was found for one asset. Where it is not available, all that follows from prices is `null`. */
export interface AssetMomentum {
  /** USDT is available with a rate of change; BTC and SOL need a volatility as well. */
  isAvailable: boolean;
  /** The close of `asOf` or its stand-in; also where the asset is not available for another reason. */
  last: Close | null;
  /** The close four weeks before `asOf` or its stand-in. */
  first: Close | null;
  /** Percent over the four weeks. */
  rateOfChange: number | null;
  /** How many daily returns the volatility is of; 0 for USDT, whose volatility is not used. */
  returns: number;
  /** Percent a year, 10 or more; `null` for USDT. */
  volatility: number | null;
  /** The volatility was below 10, and counts as 10. */
  isFloored: boolean;
  /** Percent by which the rate of change is above the hurdle, 0 or more; `null` for USDT. */
  excess: number | null;
  /** Excess per volatility, without unit; `null` for USDT. */
  score: number | null;
  /** The share of all scores, 0 to 1; `null` for USDT. */
  weight: number | null;
}

export interface Momentum {
  asOf: Day;
  assets: Record<MomentumAsset, AssetMomentum>;
  /** Percent over the four weeks that an asset must have gained more than. */
  hurdle: number;
  /** Percent a year, of BTC and SOL by their weights; `null` where none is above the hurdle. */
  portfolioVolatility: number | null;
  /** The part that is not kept in USDT before caps, 0 to 1; `null` where none is above the hurdle. */
  exposure: number | null;
  /** Whole percents, 100 in all. */
  allocation: Record<MomentumAsset, number>;
  /** An asset was not available. */
  isDegraded: boolean;
  /** USDT stood more than 1 % off its dollar. */
  hasPegWarning: boolean;
}

/** Nothing can be said: neither BTC nor SOL is available, or a price is none. */
export class MomentumUnavailable extends Error {
  override name = "MomentumUnavailable";
}

/**
 * The whole method, from closes to allocation. The result depends on the closes alone, in whatever
 * order they come.
 *
 * @throws MomentumUnavailable
 */
export function computeMomentum({ asOf, closes }: MomentumInputs): Momentum {
  const found = mapAssets(momentumAssets, (asset) =>
    findRate(asset, indexWindow(asset, closes[asset], asOf), asOf),
  );
  if (!found.BTC.isAvailable && !found.SOL.isAvailable) {
    throw new MomentumUnavailable("Neither BTC nor SOL has enough closes");
  }
  const { excesses, scores, weights, ...split } = allocateMomentum(
    mapAssets(momentumAssets, (asset) => found[asset].rateOfChange),
    mapAssets(riskyAssets, (asset) => found[asset].volatility),
  );
  const withSplit = (asset: RiskyAsset): AssetMomentum => ({
    ...found[asset],
    excess: excesses[asset],
    score: scores[asset],
    weight: weights[asset],
  });
  return {
    asOf,
    assets: { BTC: withSplit("BTC"), SOL: withSplit("SOL"), USDT: found.USDT },
    ...split,
    isDegraded: momentumAssets.some((asset) => !found[asset].isAvailable),
    hasPegWarning: found.USDT.last !== null && isOffPeg(found.USDT.last.close),
  };
}

/** What follows from rates of change and volatilities. */
export interface MomentumSplit extends Pick<
  Momentum,
  "hurdle" | "portfolioVolatility" | "exposure" | "allocation"
> {
  excesses: Record<RiskyAsset, number | null>;
  scores: Record<RiskyAsset, number | null>;
  weights: Record<RiskyAsset, number | null>;
}

/**
 * The steps from rates of change and volatilities to an allocation:
 *
 * - hurdle `h = max(0, ROC of USDT)`: an asset must have risen, and by more than cash (Antonacci);
 * - excess `m = max(0, ROC − h)`;
 * - score `s = m / σ` and weight `w = s / Σ s`: each counts by what it gained for its volatility
 *   (Moskowitz, Ooi and Pedersen);
 * - `σp = Σ w·σ`, as if both always fell together, and exposure `E = min(1, 40 / σp)`: the whole is
 *   scaled down to the volatility it may have;
 * - allocation `floor(min(60, 100·E·w))`, and USDT takes the rest.
 *
 * @param rates percent over four weeks; `null` for an asset that is not available
 * @param volatilities percent a year, above 0; `null` for an asset that is not available
 */
export function allocateMomentum(
  rates: Readonly<Record<MomentumAsset, number | null>>,
  volatilities: Readonly<Record<RiskyAsset, number | null>>,
): MomentumSplit {
  const hurdle = Math.max(0, rates.USDT ?? 0);
  const excesses = mapAssets(riskyAssets, (asset) => {
    const rate = rates[asset];
    return rate === null || volatilities[asset] === null ? null : Math.max(0, rate - hurdle);
  });
  const scores = mapAssets(riskyAssets, (asset) => {
    const [excess, volatility] = [excesses[asset], volatilities[asset]];
    return excess === null || volatility === null ? null : excess / volatility;
  });
  const total = sumOf((asset) => scores[asset] ?? 0);
  const weights = mapAssets(riskyAssets, (asset) => {
    const score = scores[asset];
    return score === null ? null : total > 0 ? score / total : 0;
  });
  const split = { hurdle, excesses, scores, weights };
  if (total === 0) {
    const allocation = { BTC: 0, SOL: 0, USDT: 100 };
    return { ...split, portfolioVolatility: null, exposure: null, allocation };
  }
  const portfolioVolatility = sumOf((asset) => (weights[asset] ?? 0) * (volatilities[asset] ?? 0));
  const exposure = Math.min(1, MOST_VOLATILITY / portfolioVolatility);
  const { BTC, SOL } = mapAssets(riskyAssets, (asset) => {
    const wanted = 100 * exposure * (weights[asset] ?? 0);
    return Math.floor(Math.min(LARGEST_ALLOCATION, wanted) + ROUNDING);
  });
  const allocation = { BTC, SOL, USDT: 100 - BTC - SOL };
  return { ...split, portfolioVolatility, exposure, allocation };
}

/**
 * The natural logarithms of the day's closes over the day's before. Where a day has no close there is
 * no return, not one over two days.
 *
 * @param closes positive and finite, in the order of their days
 */
export function dailyLogReturns(closes: readonly Close[]): number[] {
  const returns: number[] = [];
  for (let index = 1; index < closes.length; index++) {
    const [before, after] = [closes[index - 1]!, closes[index]!];
    // Logarithms apart: the quotient of a very large and a very small price may be no number.
    if (daysBetween(before.day, after.day) === 1) {
      returns.push(Math.log(after.close) - Math.log(before.close));
    }
  }
  return returns;
}

/**
 * `√(Σ (r − mean)² / (n − 1)) · √365 · 100`: the sample standard deviation of daily returns, made
 * yearly as if days were independent (as Moskowitz, Ooi and Pedersen scale theirs).
 *
 * @returns percent a year, or `null` for fewer than two returns
 */
export function annualisedVolatility(returns: readonly number[]): number | null {
  const count = returns.length;
  if (count < 2) return null;
  const mean = returns.reduce((sum, value) => sum + value, 0) / count;
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (count - 1)) * Math.sqrt(DAYS_PER_YEAR) * 100;
}

/** Rate of change and, for BTC and SOL, volatility. */
function findRate(asset: MomentumAsset, closes: ReadonlyMap<Day, number>, asOf: Day) {
  const last = closeAt(closes, asOf);
  const first = closeAt(closes, addDays(asOf, -MOMENTUM_DAYS));
  const isRisky = asset !== "USDT";
  const returns = isRisky && last ? returnsUntil(closes, last.day) : [];
  const isAvailable =
    last !== null && first !== null && (!isRisky || returns.length >= LEAST_RETURNS);
  const found: AssetMomentum = {
    ...{ isAvailable, last, first, rateOfChange: null, returns: returns.length },
    ...{ volatility: null, isFloored: false, excess: null, score: null, weight: null },
  };
  if (!isAvailable) return found;
  found.rateOfChange = rateOfChange(asset, first.close, last.close);
  if (isRisky) {
    const volatility = annualisedVolatility(returns) ?? 0;
    found.volatility = Math.max(LEAST_VOLATILITY, volatility);
    found.isFloored = volatility < LEAST_VOLATILITY;
  }
  return found;
}

/** `ROC = (P[D] / P[D−28] − 1) · 100`, in percent. */
function rateOfChange(asset: MomentumAsset, first: number, last: number): number {
  const rate = (last / first - 1) * 100;
  if (!Number.isFinite(rate)) {
    throw new MomentumUnavailable(`From ${first} to ${last} ${asset} has no rate of change`);
  }
  return rate;
}

/** The daily returns among the 29 closes that end at a day. */
function returnsUntil(closes: ReadonlyMap<Day, number>, last: Day): number[] {
  const present: Close[] = [];
  for (let back = MOMENTUM_DAYS; back >= 0; back--) {
    const day = addDays(last, -back);
    const close = closes.get(day);
    if (close !== undefined) present.push({ day, close });
  }
  return dailyLogReturns(present);
}

/** The close of a day, or that of the day before it in its stead. */
function closeAt(closes: ReadonlyMap<Day, number>, wanted: Day): Close | null {
  for (let back = 0; back <= STAND_IN_DAYS; back++) {
    const day = addDays(wanted, -back);
    const close = closes.get(day);
    if (close !== undefined) return { day, close };
  }
  return null;
}

/** The closes that can count, by day: those of four weeks and of a stand-in before them. */
function indexWindow(asset: MomentumAsset, closes: readonly Close[], asOf: Day): Map<Day, number> {
  const from = addDays(asOf, -MOMENTUM_DAYS - STAND_IN_DAYS);
  const index = new Map<Day, number>();
  for (const { day, close } of closes) {
    if (day < from || day > asOf) continue;
    if (!(Number.isFinite(close) && close > 0)) {
      throw new MomentumUnavailable(`The close of ${asset} on ${day} is not a price: ${close}`);
    }
    if (index.has(day) && index.get(day) !== close) {
      throw new MomentumUnavailable(`${asset} has two closes on ${day}`);
    }
    index.set(day, close);
  }
  return index;
}

const isOffPeg = (close: number): boolean => Math.abs(close - 1) * 100 > PEG_TOLERANCE + ROUNDING;

const sumOf = (value: (asset: RiskyAsset) => number): number => value("BTC") + value("SOL");

const mapAssets = <Asset extends MomentumAsset, Value>(
  assets: readonly Asset[],
  value: (asset: Asset) => Value,
) => Object.fromEntries(assets.map((asset) => [asset, value(asset)])) as Record<Asset, Value>;

/** Where closes come from, as far as a text says it. */
export interface NamedSource {
  /** As it is said in a sentence: "Coinbase Exchange", "sample prices". */
  label: string;
  /** The prices are made up, for demonstration. */
  isSample: boolean;
}

/** What a recommendation says of itself, written from its numbers. */
export function momentumRationale(momentum: Momentum, source: NamedSource): string {
  return [
    sayResult(momentum, source),
    sayRates(momentum),
    ...saySplit(momentum),
    ...sayMissing(momentum),
    ...sayPeg(momentum),
  ].join(" ");
}

function sayResult({ asOf, allocation }: Momentum, { label, isSample }: NamedSource): string {
  const shares = momentumAssets.map((asset) => `${allocation[asset]}% ${asset}`);
  const source = isSample ? "sample prices, made up for demonstration" : label;
  return `${inSeries(shares)}, as of the close of ${asOf} (${source}).`;
}

/** The three rates of change; where a stand-in was used, over which days. */
function sayRates({ asOf, assets }: Momentum): string {
  const first = addDays(asOf, -MOMENTUM_DAYS);
  const clauses = momentumAssets.flatMap((asset) => {
    const { rateOfChange, first: from, last: to } = assets[asset];
    if (rateOfChange === null || !from || !to) return [];
    const days = from.day === first && to.day === asOf ? "" : ` (${from.day} to ${to.day})`;
    return [`${asset} ${sayChange(rateOfChange)}${days}`];
  });
  return `Over ${MOMENTUM_DAYS} days ${inSeries(clauses)}.`;
}

/** Volatilities, hurdle, split and exposure. */
function saySplit({ assets, hurdle, exposure, portfolioVolatility, allocation }: Momentum) {
  const available = riskyAssets.filter((asset) => assets[asset].isAvailable);
  const volatilities = available.map((asset) => {
    const { volatility, isFloored } = assets[asset];
    return `${asset} ${one(volatility)}%${isFloored ? " (it was lower and counts as this)" : ""}`;
  });
  const said = [
    `Yearly volatility: ${inSeries(volatilities)}.`,
    sayHurdle(hurdle, assets.USDT.isAvailable),
  ];
  if (exposure === null) {
    const none = available.length > 1 ? "Neither is above it" : `${available[0]} is not above it`;
    return [...said, `${none}, so everything stays in USDT.`];
  }
  const leaders = available.filter((asset) => (assets[asset].weight ?? 0) > 0);
  const weights = leaders.map((asset) => `${one((assets[asset].weight ?? 0) * 100)}% ${asset}`);
  said.push(
    leaders.length > 1
      ? `Gain above the hurdle per volatility splits the risky part ${inSeries(weights)}.`
      : `Only ${leaders[0]} is above it.`,
  );
  said.push(
    exposure < 1
      ? `That would swing by ${one(portfolioVolatility)}% a year, so ${one(exposure * 100)}% is exposed to keep it at ${MOST_VOLATILITY}%.`
      : `That would swing by ${one(portfolioVolatility)}% a year, within the ${MOST_VOLATILITY}% allowed, so 100% may be exposed.`,
  );
  const capped = leaders.filter(
    (asset) => 100 * exposure * (assets[asset].weight ?? 0) >= LARGEST_ALLOCATION + 1,
  );
  if (capped.length) {
    said.push(
      `No asset gets more than ${LARGEST_ALLOCATION}%: ${inSeries(capped)} is held to that.`,
    );
  }
  return [...said, `The rest, ${allocation.USDT}%, is in USDT.`];
}

function sayHurdle(hurdle: number, isKnown: boolean): string {
  if (two(hurdle) !== two(0)) return `The hurdle is the ${two(hurdle)}% that USDT gained.`;
  return `The hurdle is ${two(0)}%${isKnown ? ", as USDT gained nothing" : ""}.`;
}

function sayMissing({ assets, isDegraded }: Momentum): string[] {
  if (!isDegraded) return [];
  const missing = momentumAssets.filter((asset) => !assets[asset].isAvailable);
  const effects = missing.map((asset) =>
    asset === "USDT" ? "USDT sets no hurdle" : `${asset} gets nothing`,
  );
  return [`Degraded: there are too few closes of ${inSeries(missing)}. ${effects.join(", and ")}.`];
}

function sayPeg({ assets: { USDT }, hasPegWarning }: Momentum): string[] {
  if (!hasPegWarning || !USDT.last) return [];
  const { close, day } = USDT.last;
  return [`Peg warning: USDT closed at $${close} on ${day}, more than ${PEG_TOLERANCE}% off $1.`];
}

function sayChange(rate: number): string {
  const size = two(Math.abs(rate));
  if (size === two(0)) return `stayed where it was (${size}%)`;
  return `${rate > 0 ? "rose" : "fell"} by ${size}%`;
}

const one = (value: number | null): string => (value ?? 0).toFixed(1);
const two = (value: number): string => value.toFixed(2);

/** "a", "a and b", "a, b and c" */
const inSeries = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

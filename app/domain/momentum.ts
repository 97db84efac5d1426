/**
 * Four-week momentum: BTC and SOL are held if they rose by more than cash did, in proportion to their gain per
 * volatility, and scaled down so that the portfolio's volatility stays within a limit. The rest is in USDT.
 *
 * Time-series momentum and volatility scaling follow T. J. Moskowitz, Y. H. Ooi and L. H. Pedersen, "Time series
 * momentum", Journal of Financial Economics 104 (2012). The hurdle that each asset must clear by itself is the
 * absolute momentum of G. Antonacci, "Absolute momentum" (2013) and "Dual Momentum Investing" (2014).
 */
import type { Close } from "./close";
import { addDays, daysBetween, type Day } from "./calendar-days";

export const momentumAssets = ["BTC", "SOL", "USDT"] as const;
export type MomentumAsset = (typeof momentumAssets)[number];

/** The assets whose momentum is traded; the rest of the portfolio is in USDT. */
export const riskyAssets = ["BTC", "SOL"] as const;
export type RiskyAsset = (typeof riskyAssets)[number];

/** The version of the method; incremented with every change of a rule or a constant. */
export const MOMENTUM_METHOD = 1;
/** The period of the rate of change, in days. */
export const MOMENTUM_DAYS = 28;
/** The longest period that a backtest tries. */
export const MAX_LOOKBACK = 63;
/** A missing close may be substituted by the one of so many days before. */
export const SUBSTITUTE_DAYS = 1;
/** Minimum number of daily returns for a meaningful volatility. */
export const MIN_RETURNS = 24;
/** Used to annualise volatility; these assets trade every day of the year. */
export const DAYS_PER_YEAR = 365;
/** Floor for an asset's volatility, in percent per year, so that no score becomes extreme. */
export const MIN_VOLATILITY = 10;
/** Limit on the risky part's volatility, in percent per year; above it, exposure is reduced. */
export const MAX_VOLATILITY = 40;
export const MAX_ALLOCATION = 60;
/** Tolerated deviation of USDT from one dollar, in percent, before a warning. */
export const PEG_TOLERANCE = 1;
const EPSILON = 1e-9;

export interface MomentumInputs {
  /** The last day whose close is known. */
  asOf: Day;
  /** Closes after `asOf` or before the required period are ignored. */
  closes: Record<MomentumAsset, readonly Close[]>;
  /** The period of the rate of change in days. Only backtests vary it; volatility is always that of 28 days. */
  lookback?: number;
}

/** The results for one asset. If it is not available, everything computed from prices is `null`. */
export interface AssetMomentum {
  /** Whether there are enough closes for a rate of change and, for BTC and SOL, a volatility. */
  isAvailable: boolean;
  /** The close of `asOf` or its substitute; may be present even if the asset is not available. */
  last: Close | null;
  /** The close four weeks before `asOf`, or its substitute. */
  first: Close | null;
  /** In percent. */
  rateOfChange: number | null;
  /** Number of daily returns in the volatility; 0 for USDT, which needs none. */
  returns: number;
  /** Percent per year, at least 10; `null` for USDT. */
  volatility: number | null;
  /** Whether the volatility was below 10 and was raised to 10. */
  isFloored: boolean;
  /** Rate of change above the hurdle in percent, at least 0; `null` for USDT. */
  excess: number | null;
  /** Excess divided by volatility, unitless; `null` for USDT. */
  score: number | null;
  /** Share of the sum of scores, from 0 to 1; `null` for USDT. */
  weight: number | null;
}

export interface Momentum {
  asOf: Day;
  assets: Record<MomentumAsset, AssetMomentum>;
  /** The rate of change that an asset must exceed, in percent over the four weeks. */
  hurdle: number;
  /** Of BTC and SOL at their weights, in percent per year; `null` if neither is above the hurdle. */
  portfolioVolatility: number | null;
  /** The fraction invested in BTC and SOL before caps, from 0 to 1; `null` if neither is above the hurdle. */
  exposure: number | null;
  /** Whole percentages that add up to 100. */
  allocation: Record<MomentumAsset, number>;
  isDegraded: boolean;
  /** Whether USDT deviated from one dollar by more than 1%. */
  hasPegWarning: boolean;
}

/** Neither BTC nor SOL is available, or a price is invalid. */
export class MomentumUnavailable extends Error {
  override name = "MomentumUnavailable";
}

/**
 * Computes the recommended allocation from closes, in whatever order they are.
 *
 * @throws MomentumUnavailable
 */
export function computeMomentum({
  asOf,
  closes,
  lookback = MOMENTUM_DAYS,
}: MomentumInputs): Momentum {
  const found = mapAssets(momentumAssets, (asset) =>
    findRate(asset, indexWindow(asset, closes[asset], asOf, lookback), asOf, lookback),
  );
  if (!found.BTC.isAvailable && !found.SOL.isAvailable) {
    throw new MomentumUnavailable("Neither BTC nor SOL has enough closes");
  }
  const { excesses, scores, weights, ...split } = allocateMomentum(
    mapAssets(momentumAssets, (asset) => found[asset].rateOfChange),
    mapAssets(riskyAssets, (asset) => found[asset].volatility),
  );
  const risky = mapAssets(riskyAssets, (asset): AssetMomentum => ({
    ...found[asset],
    excess: excesses[asset],
    score: scores[asset],
    weight: weights[asset],
  }));
  return {
    asOf,
    assets: { ...risky, USDT: found.USDT },
    ...split,
    isDegraded: momentumAssets.some((asset) => !found[asset].isAvailable),
    hasPegWarning: found.USDT.last !== null && isOffPeg(found.USDT.last.close),
  };
}

type PerRiskyAsset = Record<RiskyAsset, number | null>;

export interface MomentumSplit extends Pick<
  Momentum,
  "hurdle" | "portfolioVolatility" | "exposure" | "allocation"
> {
  excesses: PerRiskyAsset;
  scores: PerRiskyAsset;
  weights: PerRiskyAsset;
}

/**
 * Computes an allocation from rates of change and volatilities:
 *
 * - hurdle `h = max(0, ROC of USDT)`: an asset must have risen, and by more than cash (Antonacci);
 * - excess `m = max(0, ROC − h)`;
 * - score `s = m / σ` and weight `w = s / Σ s`: gain per volatility (Moskowitz, Ooi and Pedersen);
 * - `σp = Σ w·σ`, which assumes perfect correlation, and exposure `E = min(1, 40 / σp)`;
 * - allocation `floor(min(60, 100·E·w))`; USDT gets the rest.
 *
 * @param rates percent over four weeks; `null` for an unavailable asset
 * @param volatilities percent per year, above 0; `null` for an unavailable asset
 */
export function allocateMomentum(
  rates: Readonly<Record<MomentumAsset, number | null>>,
  volatilities: Readonly<PerRiskyAsset>,
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
  const exposure = Math.min(1, MAX_VOLATILITY / portfolioVolatility);
  const { BTC, SOL } = mapAssets(riskyAssets, (asset) => {
    const uncapped = 100 * exposure * (weights[asset] ?? 0);
    return Math.floor(Math.min(MAX_ALLOCATION, uncapped) + EPSILON);
  });
  const allocation = { BTC, SOL, USDT: 100 - BTC - SOL };
  return { ...split, portfolioVolatility, exposure, allocation };
}

/**
 * @param closes positive and finite, in order of days
 * @returns natural logarithms of the ratio of each close to the previous day's, if there is one
 */
export const dailyLogReturns = (closes: readonly Close[]): number[] =>
  closes.slice(1).flatMap((after, index) => {
    const before = closes[index]!;
    // Subtracts logarithms, since the quotient of extreme prices may overflow.
    return daysBetween(before.day, after.day) === 1
      ? [Math.log(after.close) - Math.log(before.close)]
      : [];
  });

/**
 * `√(Σ (r − mean)² / (n − 1)) · √365 · 100`: the deviation of daily returns, annualised assuming independent days.
 *
 * @returns percent per year, or `null` for fewer than two returns
 */
export function annualisedVolatility(returns: readonly number[]): number | null {
  const count = returns.length;
  if (count < 2) return null;
  const mean = returns.reduce((sum, value) => sum + value, 0) / count;
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (count - 1)) * Math.sqrt(DAYS_PER_YEAR) * 100;
}

/** Computes an asset's rate of change and, for BTC and SOL, its volatility. */
function findRate(
  asset: MomentumAsset,
  closes: ReadonlyMap<Day, number>,
  asOf: Day,
  lookback: number,
): AssetMomentum {
  const [first, last] = [closeAt(closes, addDays(asOf, -lookback)), closeAt(closes, asOf)];
  const isRisky = asset !== "USDT";
  const returns = isRisky && last ? returnsUntil(closes, last.day) : [];
  const isAvailable = !!first && !!last && (!isRisky || returns.length >= MIN_RETURNS);
  const volatility = isAvailable && isRisky ? (annualisedVolatility(returns) ?? 0) : null;
  return {
    isAvailable,
    last,
    first,
    rateOfChange: isAvailable ? rateOfChange(asset, first.close, last.close) : null,
    returns: returns.length,
    volatility: volatility === null ? null : Math.max(MIN_VOLATILITY, volatility),
    isFloored: volatility !== null && volatility < MIN_VOLATILITY,
    excess: null,
    score: null,
    weight: null,
  };
}

/** `ROC = (P[D] / P[D−28] − 1) · 100`, in percent. @throws MomentumUnavailable if that is not finite */
function rateOfChange(asset: MomentumAsset, first: number, last: number): number {
  const rate = (last / first - 1) * 100;
  if (!Number.isFinite(rate)) {
    throw new MomentumUnavailable(`From ${first} to ${last} ${asset} has no rate of change`);
  }
  return rate;
}

function returnsUntil(closes: ReadonlyMap<Day, number>, last: Day): number[] {
  const days = Array.from({ length: MOMENTUM_DAYS + 1 }, (_, at) =>
    addDays(last, at - MOMENTUM_DAYS),
  );
  return dailyLogReturns(days.flatMap((day) => closeOn(closes, day) ?? []));
}

/** The close of a day, or that of the day before as a substitute. */
const closeAt = (closes: ReadonlyMap<Day, number>, day: Day): Close | null =>
  closeOn(closes, day) ?? closeOn(closes, addDays(day, -SUBSTITUTE_DAYS));

function closeOn(closes: ReadonlyMap<Day, number>, day: Day): Close | null {
  const close = closes.get(day);
  return close === undefined ? null : { day, close };
}

/**
 * Indexes the relevant closes by day: those in the period, and the possible substitutes before it.
 *
 * @throws MomentumUnavailable if a close is not a price, or a day has two different ones
 */
function indexWindow(
  asset: MomentumAsset,
  closes: readonly Close[],
  asOf: Day,
  lookback: number,
): Map<Day, number> {
  const from = addDays(asOf, -Math.max(lookback, MOMENTUM_DAYS) - SUBSTITUTE_DAYS);
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

const isOffPeg = (close: number): boolean => Math.abs(close - 1) * 100 > PEG_TOLERANCE + EPSILON;

const sumOf = (value: (asset: RiskyAsset) => number): number => value("BTC") + value("SOL");

export const mapAssets = <Asset extends MomentumAsset, Value>(
  assets: readonly Asset[],
  value: (asset: Asset) => Value,
) => Object.fromEntries(assets.map((asset) => [asset, value(asset)])) as Record<Asset, Value>;

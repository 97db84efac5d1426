/**
 * Four-week momentum: BTC and SOL are held if they rose by more than cash did, in proportion to their gain
 * per volatility, and scaled down so that the portfolio's volatility stays within a limit. The rest is in
 * USDT.
 *
 * Time-series momentum and volatility scaling follow T. J. Moskowitz, Y. H. Ooi and L. H. Pedersen, "Time
 * series momentum", Journal of Financial Economics 104 (2012). The hurdle that each asset must clear by
 * itself is the absolute momentum of G. Antonacci, "Absolute momentum" (2013) and "Dual Momentum Investing"
 * (2014).
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
/** A missing close may be substituted by one from at most this many days before. */
export const SUBSTITUTE_DAYS = 1;
/** Minimum number of daily returns for a meaningful volatility. */
export const MIN_RETURNS = 24;
/** Used to annualise volatility; these assets trade every day of the year. */
export const DAYS_PER_YEAR = 365;
/** Floor for an asset's volatility, in percent per year, so that no score becomes extreme. */
export const MIN_VOLATILITY = 10;
/** Limit on the risky part's volatility, in percent per year; above it, exposure is reduced. */
export const MAX_VOLATILITY = 40;
/** Maximum share of a risky asset, in percent. */
export const MAX_ALLOCATION = 60;
/** Tolerated deviation of USDT from one dollar, in percent, before a warning. */
export const PEG_TOLERANCE = 1;
/** Tolerance for floating-point error. */
const EPSILON = 1e-9;

export interface MomentumInputs {
  /** The last day whose close is known: yesterday, seen from the day of the computation. */
  asOf: Day;
  /** In any order; closes after `asOf` or before the required period are ignored. */
  closes: Record<MomentumAsset, readonly Close[]>;
  /**
   * The period of the rate of change in days, at most `MAX_LOOKBACK`. Recommendations always use 28; only
   * backtests use other values. Volatility is always that of 28 days.
   */
  lookback?: number;
}

/** The results for one asset. If it is not available, everything computed from prices is `null`. */
export interface AssetMomentum {
  /** Whether there are enough closes: for a rate of change and, for BTC and SOL, a volatility. */
  isAvailable: boolean;
  /** The close of `asOf` or its substitute; may be present even if the asset is not available. */
  last: Close | null;
  /** The close four weeks before `asOf`, or its substitute. */
  first: Close | null;
  /** Rate of change over the four weeks, in percent. */
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
  /**
   * Volatility of BTC and SOL at their weights, in percent per year; `null` if neither is above the hurdle.
   */
  portfolioVolatility: number | null;
  /**
   * The fraction invested in BTC and SOL before caps, from 0 to 1; `null` if neither is above the hurdle.
   */
  exposure: number | null;
  /** Whole percentages that add up to 100. */
  allocation: Record<MomentumAsset, number>;
  /** Whether any asset was not available. */
  isDegraded: boolean;
  /** Whether USDT deviated from one dollar by more than 1%. */
  hasPegWarning: boolean;
}

/** Momentum cannot be computed: neither BTC nor SOL is available, or a price is invalid. */
export class MomentumUnavailable extends Error {
  override name = "MomentumUnavailable";
}

/**
 * Computes the recommended allocation from closes. The result depends only on the closes, not on their
 * order.
 *
 * @throws MomentumUnavailable
 */
export function computeMomentum({
  asOf,
  closes,
  lookback = MOMENTUM_DAYS,
}: MomentumInputs): Momentum {
  const found = mapAssets(momentumAssets, (asset) =>
    findRate(asset, indexWindow(asset, closes[asset], { asOf, lookback }), { asOf, lookback }),
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

/** The results computed from rates of change and volatilities. */
export interface MomentumSplit extends Pick<
  Momentum,
  "hurdle" | "portfolioVolatility" | "exposure" | "allocation"
> {
  excesses: Record<RiskyAsset, number | null>;
  scores: Record<RiskyAsset, number | null>;
  weights: Record<RiskyAsset, number | null>;
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
  const exposure = Math.min(1, MAX_VOLATILITY / portfolioVolatility);
  const { BTC, SOL } = mapAssets(riskyAssets, (asset) => {
    const uncapped = 100 * exposure * (weights[asset] ?? 0);
    return Math.floor(Math.min(MAX_ALLOCATION, uncapped) + EPSILON);
  });
  const allocation = { BTC, SOL, USDT: 100 - BTC - SOL };
  return { ...split, portfolioVolatility, exposure, allocation };
}

/**
 * Computes log returns of consecutive days. A day without a close yields no return, rather than a return
 * over two days.
 *
 * @param closes positive and finite, in order of days
 * @returns natural logarithms of the ratio of each close to the previous day's
 */
export function dailyLogReturns(closes: readonly Close[]): number[] {
  const returns: number[] = [];
  for (let index = 1; index < closes.length; index++) {
    const [before, after] = [closes[index - 1]!, closes[index]!];
    // Subtracts logarithms, since the quotient of extreme prices may overflow.
    if (daysBetween(before.day, after.day) === 1) {
      returns.push(Math.log(after.close) - Math.log(before.close));
    }
  }
  return returns;
}

/**
 * `√(Σ (r − mean)² / (n − 1)) · √365 · 100`: the sample standard deviation of daily returns, annualised
 * assuming independent days (as in Moskowitz, Ooi and Pedersen).
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

/** The day up to which closes are known, and the period of the rate of change. */
interface Period {
  asOf: Day;
  lookback: number;
}

/** Computes an asset's rate of change and, for BTC and SOL, its volatility. */
function findRate(asset: MomentumAsset, closes: ReadonlyMap<Day, number>, period: Period) {
  const { first, last } = findPeriodEnds(closes, period);
  const isRisky = asset !== "USDT";
  const risk = isRisky && last ? recentVolatility(closes, last.day) : null;
  const isAvailable = last !== null && first !== null && (!isRisky || risk?.volatility != null);
  const found: AssetMomentum = {
    isAvailable,
    last,
    first,
    rateOfChange: null,
    returns: risk?.returns ?? 0,
    volatility: null,
    isFloored: false,
    excess: null,
    score: null,
    weight: null,
  };
  if (!isAvailable) return found;
  found.rateOfChange = rateOfChange(asset, first.close, last.close);
  if (risk?.volatility != null) {
    found.volatility = risk.volatility;
    found.isFloored = risk.isFloored;
  }
  return found;
}

/** Finds the closes at both ends of a period, or their substitutes; `null` for one that does not exist. */
export const findPeriodEnds = (closes: ReadonlyMap<Day, number>, { asOf, lookback }: Period) => ({
  first: closeAt(closes, addDays(asOf, -lookback)),
  last: closeAt(closes, asOf),
});

/**
 * Computes the volatility of the daily returns of the 29 closes that end at a day.
 *
 * @returns their number, and the volatility in percent per year, at least 10; `null` for too few returns
 */
export function recentVolatility(closes: ReadonlyMap<Day, number>, last: Day) {
  const returns = returnsUntil(closes, last);
  if (returns.length < MIN_RETURNS) {
    return { returns: returns.length, volatility: null, isFloored: false };
  }
  const volatility = annualisedVolatility(returns) ?? 0;
  return {
    returns: returns.length,
    volatility: Math.max(MIN_VOLATILITY, volatility),
    isFloored: volatility < MIN_VOLATILITY,
  };
}

/** `ROC = (P[D] / P[D−28] − 1) · 100`, in percent. @throws MomentumUnavailable if that is not finite */
export function rateOfChange(asset: MomentumAsset, first: number, last: number): number {
  const rate = (last / first - 1) * 100;
  if (!Number.isFinite(rate)) {
    throw new MomentumUnavailable(`From ${first} to ${last} ${asset} has no rate of change`);
  }
  return rate;
}

/** Computes the daily returns of the 29 closes that end at a day. */
function returnsUntil(closes: ReadonlyMap<Day, number>, last: Day): number[] {
  const present: Close[] = [];
  for (let back = MOMENTUM_DAYS; back >= 0; back--) {
    const day = addDays(last, -back);
    const close = closes.get(day);
    if (close !== undefined) present.push({ day, close });
  }
  return dailyLogReturns(present);
}

/** Returns the close of a day, or that of the day before as a substitute. */
function closeAt(closes: ReadonlyMap<Day, number>, wantedDay: Day): Close | null {
  for (let back = 0; back <= SUBSTITUTE_DAYS; back++) {
    const day = back ? addDays(wantedDay, -back) : wantedDay;
    const close = closes.get(day);
    if (close !== undefined) return { day, close };
  }
  return null;
}

/**
 * Indexes the relevant closes by day: those in the period, and the possible substitutes before it.
 *
 * @throws MomentumUnavailable if a close is not a price, or a day has two different ones
 */
function indexWindow(
  asset: MomentumAsset,
  closes: readonly Close[],
  { asOf, lookback }: Period,
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

const mapAssets = <Asset extends MomentumAsset, Value>(
  assets: readonly Asset[],
  value: (asset: Asset) => Value,
) => Object.fromEntries(assets.map((asset) => [asset, value(asset)])) as Record<Asset, Value>;

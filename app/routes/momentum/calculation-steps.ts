/** What lies between the inputs of a momentum and its result: what a reader needs to check it. */
import { addDays, type Day } from "~/domain/calendar-days";
import {
  MOMENTUM_DAYS,
  momentumAssets,
  type AssetMomentum,
  type Close,
  type Momentum,
  type MomentumAsset,
  type MomentumInputs,
} from "~/domain/momentum";

/** One close in the table of those that were used. */
export interface UsedClose {
  close: number;
  /** `ln(close / close of the day before)`; `null` where that day has none among those used. */
  logReturn: number | null;
  /** What the close is for, beside its place among the daily returns. */
  role: "first" | "last" | null;
  /** It stands in for the day after it, which has none. */
  isStandIn: boolean;
}

export interface UsedDay {
  day: Day;
  closes: Record<MomentumAsset, UsedClose | null>;
}

/** @returns the days whose closes were used, the newest first, as of each asset's own window */
export function usedDays(
  { asOf, closes }: MomentumInputs,
  { assets }: Pick<Momentum, "assets">,
): UsedDay[] {
  const windows = momentumAssets.map((asset) => usedCloses(closes[asset], assets[asset], asOf));
  const days = new Set(windows.flatMap((window) => [...window.keys()]));
  return [...days]
    .sort((one, other) => (one < other ? 1 : -1))
    .map((day) => ({
      day,
      closes: Object.fromEntries(
        momentumAssets.map((asset, index) => [asset, windows[index]?.get(day) ?? null]),
      ) as UsedDay["closes"],
    }));
}

/** The closes of 29 days that end with an asset's last one, and the first of its rate of change. */
function usedCloses(
  all: readonly Close[],
  { first, last }: AssetMomentum,
  asOf: Day,
): Map<Day, UsedClose> {
  const end = last?.day ?? asOf;
  const start = addDays(end, -MOMENTUM_DAYS);
  const byDay = new Map(all.map(({ day, close }) => [day, close]));
  const used = new Map<Day, UsedClose>();
  for (const [day, close] of byDay) {
    const isInWindow = day >= start && day <= end;
    if (!isInWindow && day !== first?.day) continue;
    const before = day > start && isInWindow ? byDay.get(addDays(day, -1)) : undefined;
    const role = day === last?.day ? "last" : day === first?.day ? "first" : null;
    used.set(day, {
      close,
      logReturn: before === undefined ? null : Math.log(close / before),
      role,
      isStandIn:
        (role === "last" && day !== asOf) ||
        (role === "first" && day !== addDays(asOf, -MOMENTUM_DAYS)),
    });
  }
  return used;
}

/** Number, mean and sample standard deviation of an asset's daily returns. */
export interface Spread {
  count: number;
  mean: number;
  deviation: number;
}

/** @returns how an asset's daily returns spread, or `null` with fewer than two */
export function spreadOf(days: readonly UsedDay[], asset: MomentumAsset): Spread | null {
  const returns = days
    .map(({ closes }) => closes[asset]?.logReturn ?? null)
    .filter((value) => value !== null);
  const count = returns.length;
  if (count < 2) return null;
  const mean = returns.reduce((sum, value) => sum + value, 0) / count;
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { count, mean, deviation: Math.sqrt(squares / (count - 1)) };
}

/** @returns why an asset could not be used */
export function whyUnavailable({ first, last, returns }: AssetMomentum): string {
  if (!last) return "no close of D, nor of the day before it";
  if (!first) return `no close of D−${MOMENTUM_DAYS}, nor of the day before it`;
  return `only ${returns} daily returns`;
}

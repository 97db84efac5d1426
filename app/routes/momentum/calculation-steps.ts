/** Derives the intermediate values of a momentum calculation, so that readers can check it. */
import { addDays, type Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/close";
import {
  MOMENTUM_DAYS,
  momentumAssets,
  type AssetMomentum,
  type Momentum,
  type MomentumAsset,
  type MomentumInputs,
} from "~/domain/momentum";
import { figure } from "~/utils/format";

export interface UsedClose {
  close: number;
  /** `ln(close / previous close)`; `null` if the previous day has no close in the window. */
  logReturn: number | null;
  /** Whether the close is one of the two ends of the rate of change. */
  role: "first" | "last" | null;
  /** Whether it stands in for the following day, which has no close. */
  isStandIn: boolean;
}

export interface UsedDay {
  day: Day;
  closes: Record<MomentumAsset, UsedClose | null>;
}

/** @returns the days of which at least one asset's close was used, newest first; each asset has its own window */
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

/** The 29 days of closes that end with an asset's last one, and the first close of its rate of change. */
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
    const previousClose = day > start && isInWindow ? byDay.get(addDays(day, -1)) : undefined;
    const role = day === last?.day ? "last" : day === first?.day ? "first" : null;
    used.set(day, {
      close,
      logReturn: previousClose === undefined ? null : Math.log(close / previousClose),
      role,
      isStandIn:
        (role === "last" && day !== asOf) ||
        (role === "first" && day !== addDays(asOf, -MOMENTUM_DAYS)),
    });
  }
  return used;
}

/** @returns count, mean and sample standard deviation of an asset's daily returns, or `null` with fewer than two */
export function returnStatistics(days: readonly UsedDay[], asset: MomentumAsset) {
  const returns = days
    .map(({ closes }) => closes[asset]?.logReturn ?? null)
    .filter((value) => value !== null);
  const count = returns.length;
  if (count < 2) return null;
  const mean = returns.reduce((sum, value) => sum + value, 0) / count;
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { count, mean, deviation: Math.sqrt(squares / (count - 1)) };
}

export function unavailableReason({ first, last, returns }: AssetMomentum): string {
  if (!last) return "no close for D or the day before it";
  if (!first) return `no close for D−${MOMENTUM_DAYS} or the day before it`;
  return `only ${returns} daily returns`;
}

export const FOUR_DECIMALS = { digits: 4 };
export const SIX_DECIMALS = { digits: 6 };
export const EIGHT_DECIMALS = { digits: 8 };

/** Formats a value with four decimals. `null` becomes 0, but callers only show values that are present. */
export const toFourDecimals = (value: number | null): string => figure(value ?? 0, FOUR_DECIMALS);
export const toSixDecimals = (value: number | null): string => figure(value ?? 0, SIX_DECIMALS);

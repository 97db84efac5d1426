/** The momentum engine's formulas and constants, as its pages and its API show them. */
import {
  DAYS_PER_YEAR,
  MAX_ALLOCATION,
  MAX_VOLATILITY,
  MIN_RETURNS,
  MIN_VOLATILITY,
  MOMENTUM_DAYS,
  PEG_TOLERANCE,
  SUBSTITUTE_DAYS,
} from "./momentum";

/** By step. A subscript is written `_x` or `_{…}`. */
export const momentumFormulas = {
  rateOfChange: [`ROC = (P_D / P_{D−${MOMENTUM_DAYS}} − 1) · 100`],
  volatility: [`σ = s · √${DAYS_PER_YEAR} · 100, at least ${MIN_VOLATILITY}%`],
  excess: ["h = max(0, ROC_{USDT})", "m = max(0, ROC − h)"],
  weight: ["s = m / σ", "w = s / Σ s"],
  exposure: ["σ_p = Σ w·σ", `E = min(1, ${MAX_VOLATILITY} / σ_p)`],
  allocation: [`floor(min(${MAX_ALLOCATION}, 100 · E · w)), and USDT takes the rest`],
};

export const momentumConstants = {
  momentumDays: MOMENTUM_DAYS,
  substituteDays: SUBSTITUTE_DAYS,
  minReturns: MIN_RETURNS,
  daysPerYear: DAYS_PER_YEAR,
  minVolatility: MIN_VOLATILITY,
  maxVolatility: MAX_VOLATILITY,
  maxAllocation: MAX_ALLOCATION,
  pegTolerance: PEG_TOLERANCE,
};

import { addDays } from "./calendar-days";
import { describeCashRisk, findCashRisk } from "./cash";
import {
  MAX_ALLOCATION,
  MAX_VOLATILITY,
  MOMENTUM_DAYS,
  momentumAssets,
  PEG_TOLERANCE,
  riskyAssets,
  type Momentum,
} from "./momentum";
import type { PriceSource } from "./price-sources";

type SourceLabel = Pick<PriceSource, "label" | "isSample">;

/** Describes a recommendation in words, generated from its numbers. */
export function momentumRationale(momentum: Momentum, source: SourceLabel): string {
  return [
    describeResult(momentum, source),
    describeRates(momentum),
    ...describeSplit(momentum),
    ...describeMissing(momentum),
    ...describePeg(momentum),
  ].join(" ");
}

function describeResult({ asOf, allocation }: Momentum, { label, isSample }: SourceLabel): string {
  const shares = momentumAssets.map((asset) => `${allocation[asset]}% ${asset}`);
  const source = isSample ? "sample prices, made up for demonstration" : label;
  return `${joinWithAnd(shares)}, as of the close of ${asOf} (${source}).`;
}

/** The rates of change, with the dates if a substitute was used. */
function describeRates({ asOf, assets }: Momentum): string {
  const first = addDays(asOf, -MOMENTUM_DAYS);
  const clauses = momentumAssets.flatMap((asset) => {
    const { rateOfChange, first: from, last: to } = assets[asset];
    if (rateOfChange === null || !from || !to) return [];
    const days = from.day === first && to.day === asOf ? "" : ` (${from.day} to ${to.day})`;
    return [`${asset} ${describeChange(rateOfChange)}${days}`];
  });
  return `Over ${MOMENTUM_DAYS} days ${joinWithAnd(clauses)}.`;
}

function describeSplit({ assets, hurdle, exposure, portfolioVolatility, allocation }: Momentum) {
  const available = riskyAssets.filter((asset) => assets[asset].isAvailable);
  const volatilities = available.map((asset) => {
    const { volatility, isFloored } = assets[asset];
    return `${asset} ${toOneDecimal(volatility)}%${isFloored ? " (it was lower and counts as this)" : ""}`;
  });
  const sentences = [
    `Yearly volatility: ${joinWithAnd(volatilities)}.`,
    describeHurdle(hurdle, assets.USDT.isAvailable),
  ];
  if (exposure === null) {
    const none = available.length > 1 ? "Neither is above it" : `${available[0]} is not above it`;
    return [...sentences, `${none}, so everything stays in USDT.`];
  }
  const leaders = available.filter((asset) => (assets[asset].weight ?? 0) > 0);
  const weights = leaders.map(
    (asset) => `${toOneDecimal((assets[asset].weight ?? 0) * 100)}% ${asset}`,
  );
  sentences.push(
    leaders.length > 1
      ? `Gain above the hurdle per volatility splits the risky part ${joinWithAnd(weights)}.`
      : `Only ${leaders[0]} is above it.`,
  );
  const consequence =
    exposure < 1
      ? `so ${toOneDecimal(exposure * 100)}% is exposed to keep it at ${MAX_VOLATILITY}%`
      : `within the ${MAX_VOLATILITY}% allowed, so 100% may be exposed`;
  sentences.push(
    `That would swing by ${toOneDecimal(portfolioVolatility)}% a year, ${consequence}.`,
  );
  const capped = leaders.filter(
    (asset) => 100 * exposure * (assets[asset].weight ?? 0) >= MAX_ALLOCATION + 1,
  );
  if (capped.length) {
    sentences.push(
      `No asset gets more than ${MAX_ALLOCATION}%: ${joinWithAnd(capped)} is held to that.`,
    );
  }
  return [...sentences, `The rest, ${allocation.USDT}%, is in USDT.`];
}

function describeHurdle(hurdle: number, isKnown: boolean): string {
  const [percent, zero] = [toTwoDecimals(hurdle), toTwoDecimals(0)];
  if (percent !== zero) return `The hurdle is the ${percent}% that USDT gained.`;
  return `The hurdle is ${zero}%${isKnown ? ", as USDT gained nothing" : ""}.`;
}

function describeMissing({ assets, isDegraded }: Momentum): string[] {
  if (!isDegraded) return [];
  const missing = momentumAssets.filter((asset) => !assets[asset].isAvailable);
  const effects = missing.map((asset) =>
    asset === "USDT" ? "USDT sets no hurdle" : `${asset} gets nothing`,
  );
  return [
    `Degraded: there are too few closes of ${joinWithAnd(missing)}. ${effects.join(", and ")}.`,
  ];
}

function describePeg({ assets: { USDT }, hasPegWarning, allocation }: Momentum): string[] {
  if (!hasPegWarning || !USDT.last) return [];
  const { close, day } = USDT.last;
  const warning = `Peg warning: USDT closed at $${close} on ${day}, more than ${PEG_TOLERANCE}% off $1.`;
  const isRisk = findCashRisk(USDT.last) !== null;
  return isRisk ? [warning, describeCashRisk(allocation.USDT)] : [warning];
}

function describeChange(rate: number): string {
  const size = toTwoDecimals(Math.abs(rate));
  if (size === toTwoDecimals(0)) return `stayed where it was (${size}%)`;
  return `${rate > 0 ? "rose" : "fell"} by ${size}%`;
}

const toOneDecimal = (value: number | null): string => (value ?? 0).toFixed(1);
const toTwoDecimals = (value: number): string => value.toFixed(2);

/** "a", "a and b", "a, b and c" */
const joinWithAnd = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

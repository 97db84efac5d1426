/** What a track record says about an engine, in a few numbers. */
import type { Day } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import { CONFIDENCE } from "~/domain/track-record-statistics";
import type { StrategyName } from "~/domain/track-record-analysis";
import { readRecordAnalysis } from "./record-analysis.server";
import { cacheUntilChanged, readEngineRecord } from "./track-record.server";

/** The most points of the lines; more than a small chart can show. */
const MAX_POINTS = 30;

export interface Verdict {
  from: Day;
  until: Day;
  /** How many weekly recommendations were followed. */
  weeks: number;
  /** What the engine and BTC held returned since the first recommendation, in percent, after fees. */
  value: number;
  bitcoin: number;
  /** What the engine's mean mix, held all the time, returned in percent; `null` if closes are missing for it. */
  ownMix: number | null;
  /** The maximum drawdowns in percent, at most 0. */
  worstFall: number;
  bitcoinWorstFall: number;
  /** Whether the deflated Sharpe ratio is high enough to exclude luck; it never is after a few weeks. */
  isLuckExcluded: boolean;
  /** Whether the closes are made up. */
  isSample: boolean;
  /** What 100 became, in order of days. */
  points: { day: Day; value: number; bitcoin: number }[];
}

/** @returns the verdict on an engine until yesterday; `null` until there is a close after the first recommendation */
export const readVerdict = cacheUntilChanged(async (kind: Engine): Promise<Verdict | null> => {
  const [{ record, isSample }, { analysis }] = await Promise.all([
    readEngineRecord(kind),
    readRecordAnalysis(kind),
  ]);
  const { summary, points } = record;
  if (!summary || !analysis) return null;
  const { from, until, weeks, bitcoin } = summary;
  const returnOf = (name: StrategyName) =>
    analysis.strategies.find((one) => one.name === name)?.results[0]?.return ?? null;
  const last = points.length - 1;
  const interval = Math.ceil(last / (MAX_POINTS - 2));
  return {
    from,
    until,
    weeks,
    value: summary.return,
    bitcoin: bitcoin.return,
    ownMix: returnOf("mix"),
    worstFall: summary.maximumDrawdown,
    bitcoinWorstFall: bitcoin.maximumDrawdown,
    isLuckExcluded: (analysis.statistics?.deflated ?? 0) >= CONFIDENCE,
    isSample,
    // Both engines show the same days, so that the line of BTC looks the same beside each.
    points: points
      .filter((_, index) => index === 0 || (last - index) % interval === 0)
      .map(({ day, value, bitcoin: held }) => ({
        day,
        value: toHundredths(value),
        bitcoin: toHundredths(held),
      })),
  };
});

/** Fine enough for a small chart. */
const toHundredths = (value: number): number => Math.round(value * 100) / 100;

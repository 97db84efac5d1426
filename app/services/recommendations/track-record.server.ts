/** How recommendations performed: the outcome of each after a week, and the track record of an engine. */
import { addDays, dayOf, type Day } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import type { PriceSource, PriceSourceName } from "~/domain/price-sources";
import {
  BENCHMARK,
  latestDay,
  OUTCOME_DAYS,
  computeOutcome,
  type Closes,
  type Entry,
  type Outcome,
} from "~/domain/track-record";
import { benchmarkAssets } from "~/domain/track-record-benchmarks";
import { assetsOf } from "~/domain/track-record-prices";
import { simulateEntries } from "~/domain/track-record-simulation";
import { closesVersion } from "~/models/price.server";
import { findNewest, findRow, type RecommendationRow } from "~/models/recommendation.server";
import {
  findNewestScheduled,
  findScheduled,
  listScheduled,
  type Scheduled,
} from "~/models/scheduled-recommendation.server";
import { readLedgerPlace } from "../ledger/read-ledger.server";
import {
  countChangedTexts,
  findSettledOutcome,
  findSettledOutcomes,
  withSettledCloses,
  type Settlement,
} from "../ledger/settled-outcome.server";
import { closesOf } from "../prices/prices.server";

/** The number of newest days whose closes are used: seven years. */
export const RECORD_DAYS = 2_557;
/** The number of newest recommendations that are followed: those of seven years. */
const RECORD_WEEKS = Math.ceil(RECORD_DAYS / 7);
/** The number of days after which a close that has not arrived counts as missing. */
const GRACE_DAYS = 2;

/** Returns every symbol whose closes are needed to follow some recommendations. */
const symbolsOf = (entries: readonly Entry[]): string[] => [
  ...new Set([BENCHMARK, ...entries.flatMap(({ allocation }) => assetsOf(allocation))]),
];

/** Returns the source that a recommendation was computed from, which is preferred for its outcome. */
const sourceOf = (row: RecommendationRow): PriceSourceName | undefined =>
  row.kind === "momentum" ? row.facts.source : undefined;

export interface ReadOutcome {
  outcome: Outcome;
  /** The source of the closes; `null` if there are none. */
  outcomeSource: PriceSource | null;
  /** Its settlement in the ledger; `null` until it is settled. */
  settlement: Settlement | null;
}

/** @returns the outcome of a recommendation: as settled, or as far as it is known */
export async function readOutcome(row: RecommendationRow): Promise<ReadOutcome> {
  const settled = await findSettledOutcome(row.id);
  if (!settled) {
    const { outcome, source } = await findOutcome(row);
    return { outcome, outcomeSource: source, settlement: null };
  }
  const { outcome, source, ...settlement } = settled;
  return { outcome, outcomeSource: source, settlement };
}

/**
 * @param rows recommendations of one engine, few enough for a list
 * @returns the outcome of each: as settled, or as far as it is known. They are not compared with previous ones
 */
export async function readOutcomes(
  rows: readonly RecommendationRow[],
): Promise<Map<string, Outcome>> {
  const settled = await findSettledOutcomes(rows.map(({ id }) => id));
  const open = rows.filter(({ id }) => !settled.has(id));
  const [newest] = open;
  if (!newest) return settled;
  const days = open.map(({ day }) => day).sort();
  const found = await closesOf(symbolsOf(open), days[0]!, addDays(days.at(-1)!, OUTCOME_DAYS), {
    preferred: sourceOf(newest),
  });
  const closes: Closes = found?.closes ?? new Map();
  const lastDay = lastDayOver(closes);
  return new Map([
    ...settled,
    ...open.map((row) => [row.id, computeOutcome(row, null, closes, lastDay)] as const),
  ]);
}

/** The place of a recommendation in the ledger, and whether it is in the track record, as the scheduled one of its week. */
export async function readRecordPlace({ id, kind, day }: RecommendationRow) {
  const [scheduled, ledger] = await Promise.all([findScheduled(kind, day), readLedgerPlace(id)]);
  return { isInTrackRecord: scheduled?.id === id, ledger };
}

/**
 * @returns the outcome of a recommendation in its week by the closes that are stored now, and the id of the previous
 *   recommendation, with which it is compared
 */
export async function findOutcome(row: RecommendationRow) {
  const previous = await findNewest(row.kind, row.day);
  const entries = [row, ...(previous ? [previous] : [])];
  const outcomeBy = (closes: Closes) => computeOutcome(row, previous, closes, lastDayOver(closes));
  const found = await closesOf(symbolsOf(entries), row.day, addDays(row.day, OUTCOME_DAYS), {
    preferred: sourceOf(row),
    isEnough: (closes) => outcomeBy(closes).state === "known",
  });
  const closes: Closes = found?.closes ?? new Map();
  return {
    outcome: outcomeBy(closes),
    closes,
    source: found?.source ?? null,
    previousId: previous?.id ?? null,
  };
}

/** Returns the last day whose closes should be stored: after the grace period, or as soon as any later close is. */
function lastDayOver(closes: Closes): Day {
  const [latest, expected] = [latestDay(closes), addDays(dayOf(new Date()), -1 - GRACE_DAYS)];
  return latest > expected ? latest : expected;
}

/**
 * @returns the track record of an engine until yesterday: the result of following its scheduled recommendations; cached
 *   until there is a new one, a new close or a new day. The source is `null` if there are no closes
 */
export const readEngineRecord = cacheUntilChanged(async (kind: Engine, { newest, until }) => {
  const { entries, source, closes } = await readFollowed(kind, newest, until);
  const record = simulateEntries(entries, closes, until);
  const changedTexts = await countChangedTexts(entries.map(({ id }) => id));
  return { record, source, isSample: source?.isSample ?? false, until, changedTexts };
});

/** What calculations from recommendations and closes depend on. */
interface State {
  newest: Scheduled | null;
  /** Yesterday, the last day with closes. */
  until: Day;
}

/**
 * Caches the result of `compute` for each engine until there is a new scheduled recommendation, a new close or a new
 * day. Concurrent callers share one computation.
 */
export function cacheUntilChanged<Result>(
  compute: (kind: Engine, state: State) => Promise<Result>,
): (kind: Engine) => Promise<Result> {
  const known = new Map<Engine, { version: string; reading: Promise<Result> }>();
  return async (kind) => {
    const [newest, closes] = await Promise.all([findNewestScheduled(kind), closesVersion()]);
    const until = addDays(dayOf(new Date()), -1);
    const version = [newest?.id, closes, until].join(" ");
    const before = known.get(kind);
    if (before?.version === version) return before.reading;
    const reading = compute(kind, { newest, until });
    known.set(kind, { version, reading });
    // A failure is not cached, so that the next call tries again.
    reading.catch(() => {
      if (known.get(kind)?.reading === reading) known.delete(kind);
    });
    return reading;
  };
}

/**
 * Reads the scheduled recommendation of each week, and the closes of their assets and of the benchmarks, from the first
 * of them to `until`. Closes by which an outcome was settled keep their values at the time, even if they were corrected
 * later. The source is `null` if there are no closes.
 */
export async function readFollowed(
  kind: Engine,
  newest: Scheduled | null,
  until: Day,
): Promise<{ entries: Entry[]; closes: Closes; source: PriceSource | null }> {
  const entries: Entry[] = await listScheduled(kind, RECORD_WEEKS);
  const [first] = entries;
  const row = newest && (await findRow(newest.id));
  if (!first || !row) return { entries, closes: new Map(), source: null };
  const symbols = [...new Set([...symbolsOf(entries), ...benchmarkAssets])];
  const found = await closesOf(symbols, first.day, until, { preferred: sourceOf(row) });
  if (!found) return { entries, closes: new Map(), source: null };
  const ids = entries.map(({ id }) => id);
  const closes = await withSettledCloses(found.closes, found.source.name, ids);
  return { entries, closes, source: found.source };
}

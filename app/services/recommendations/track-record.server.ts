/** How recommendations turned out: one of them after a week, and an engine as a whole. */
import { addDays, dayOf, startOf, type Day } from "~/domain/calendar-days";
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
import { simulateEntries, type EngineRecord } from "~/domain/track-record-simulation";
import { closesVersion } from "~/models/price.server";
import { findNewest, findRow, type RecommendationRow } from "~/models/recommendation.server";
import {
  findNewestScheduled,
  findScheduled,
  listScheduled,
  type Scheduled,
} from "~/models/scheduled-recommendation.server";
import { dependsOn, holdsUntil } from "../cache/dependencies.server";
import { PRICES, recommendationsTag } from "../cache/tags";
import { readLedgerPlace, type LedgerPlace } from "../ledger/read-ledger.server";
import {
  findSettledOutcome,
  withSettledCloses,
  type Settlement,
} from "../ledger/settled-outcome.server";
import { closesOf } from "../prices/prices.server";

/** How many days of closes are looked at, the newest: seven years. */
export const RECORD_DAYS = 2_557;
/** How many recommendations are followed, the newest: those of as long a time. */
const RECORD_WEEKS = Math.ceil(RECORD_DAYS / 7);
/** For so many days a close that is not there yet may still come; then it is missing. */
const GRACE_DAYS = 2;

const entryOf = ({ id, day, allocation }: Entry): Entry => ({ id, day, allocation });

/** Every symbol whose closes are needed to follow some recommendations. */
const symbolsOf = (entries: readonly Entry[]): string[] => [
  ...new Set([
    BENCHMARK,
    ...entries.flatMap(({ allocation }) =>
      Object.keys(allocation).filter((symbol) => allocation[symbol]),
    ),
  ]),
];

/**
 * The source that a recommendation was made from, whose closes are to judge it where they can; one that
 * was not made from prices has none, and is judged by what the installation prefers.
 */
const sourceOf = (row: RecommendationRow): PriceSourceName | undefined =>
  row.kind === "momentum" ? row.facts.source : undefined;

/** Each new day has closes of its own. */
function dependsOnCloses(kind: Engine): void {
  dependsOn(PRICES, recommendationsTag(kind));
  holdsUntil(startOf(addDays(dayOf(new Date()), 1)).getTime());
}

/** What became of a recommendation, and by whose closes; `null` where there are none. */
export interface ReadOutcome {
  outcome: Outcome;
  outcomeSource: PriceSource | null;
  /** What the ledger says of it; `null` until it is settled. */
  settlement: Settlement | null;
}

/** @returns what became of a recommendation in its week: as it was settled, or as far as it is known */
export async function readOutcome(row: RecommendationRow): Promise<ReadOutcome> {
  dependsOnCloses(row.kind);
  const settled = await findSettledOutcome(row.id);
  if (!settled) {
    const { outcome, source } = await findOutcome(row);
    return { outcome, outcomeSource: source, settlement: null };
  }
  const { outcome, source, ...settlement } = settled;
  return { outcome, outcomeSource: source, settlement };
}

/** What vouches for a recommendation, and whether it counts. */
export interface RecordPlace {
  /** Whether it is the one that the schedule made for its week. */
  isInTrackRecord: boolean;
  ledger: LedgerPlace;
}

/** @returns where a recommendation stands in the ledger and in the track record */
export async function readRecordPlace({ id, kind, day }: RecommendationRow): Promise<RecordPlace> {
  const [scheduled, ledger] = await Promise.all([findScheduled(kind, day), readLedgerPlace(id)]);
  return { isInTrackRecord: scheduled?.id === id, ledger };
}

/** What became of a recommendation by the closes that are stored now. */
export interface FoundOutcome {
  outcome: Outcome;
  source: PriceSource | null;
  closes: Closes;
  /** The id of the recommendation before it, which it is compared with. */
  previousId: string | null;
}

/** @returns what became of a recommendation in its week by the closes that are stored now */
export async function findOutcome(row: RecommendationRow): Promise<FoundOutcome> {
  const previous = await findNewest(row.kind, row.day);
  const entries = [row, ...(previous ? [previous] : [])];
  const outcomeBy = (closes: Closes) =>
    computeOutcome(
      entryOf(row),
      previous && entryOf(previous),
      closes,
      OUTCOME_DAYS,
      lastDayOver(closes),
    );
  const found = await closesOf(symbolsOf(entries), row.day, addDays(row.day, OUTCOME_DAYS), {
    preferred: sourceOf(row),
    isEnough: (closes) => outcomeBy(closes).state === "known",
  });
  const closes = found?.closes ?? new Map();
  return {
    ...{ outcome: outcomeBy(closes), closes },
    ...{ source: found?.source ?? null, previousId: previous?.id ?? null },
  };
}

/** The last day whose closes are expected to be there: the latest that any is known of, if not later. */
function lastDayOver(closes: Closes): Day {
  const [latest, expected] = [latestDay(closes), addDays(dayOf(new Date()), -1 - GRACE_DAYS)];
  return latest > expected ? latest : expected;
}

/** What following an engine's scheduled recommendations has come to. */
export interface ReadEngineRecord {
  record: EngineRecord;
  /** Where the closes are from; `null` when there are none. */
  source: PriceSource | null;
  isSample: boolean;
  /** The last day that is looked at: yesterday. */
  until: Day;
}

/**
 * @returns what following an engine's scheduled recommendations has come to until yesterday; computed once,
 *   and again when there is a new one, a new close or a new day
 */
export const readEngineRecord = keepUntilChanged(
  async (kind: Engine, { newest, until }): Promise<ReadEngineRecord> => {
    const { entries, source, closes } = await readFollowed(kind, newest, until);
    return {
      record: simulateEntries(entries, closes, until),
      source,
      isSample: source?.isSample ?? false,
      until,
    };
  },
);

/** What anything that is computed from recommendations and closes depends on. */
interface State {
  /** The newest recommendation of the schedule. */
  newest: Scheduled | null;
  /** Yesterday, whose closes are the last ones. */
  until: Day;
}

/**
 * Keeps what is computed for each engine until there is a new recommendation to follow, a new close or a new day.
 * Whoever asks meanwhile waits for the same result.
 */
export function keepUntilChanged<Result>(
  compute: (kind: Engine, state: State) => Promise<Result>,
): (kind: Engine) => Promise<Result> {
  const known = new Map<Engine, { version: string; reading: Promise<Result> }>();
  return async (kind) => {
    dependsOnCloses(kind);
    const [newest, closes] = await Promise.all([findNewestScheduled(kind), closesVersion()]);
    const until = addDays(dayOf(new Date()), -1);
    const version = [newest?.id, closes, until].join(" ");
    const before = known.get(kind);
    if (before?.version === version) return before.reading;
    const reading = compute(kind, { newest, until });
    known.set(kind, { version, reading });
    // What failed is tried again by the next.
    reading.catch(() => {
      if (known.get(kind)?.reading === reading) known.delete(kind);
    });
    return reading;
  };
}

/** What is followed of an engine, and the closes of it and of what it is compared with. */
export interface Followed {
  entries: Entry[];
  closes: Closes;
  /** Where the closes are from; `null` when there are none. */
  source: PriceSource | null;
}

/**
 * Reads the recommendation that the schedule made each week, and closes from the first of them to `until`: those
 * by which an outcome was settled as they were then, whatever became of them.
 */
export async function readFollowed(
  kind: Engine,
  newest: Scheduled | null,
  until: Day,
): Promise<Followed> {
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

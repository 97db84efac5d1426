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
import { findNewest, listLastOfDays, type RecommendationRow } from "~/models/recommendation.server";
import { dependsOn, holdsUntil } from "../cache/dependencies.server";
import { PRICES, recommendationsTag } from "../cache/tags";
import { closesOf } from "../prices/prices.server";

/** How many days with a recommendation are looked at, the newest: seven years of one every day. */
export const RECORD_DAYS = 2_557;
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
}

/** @returns what became of a recommendation in its week, as far as it is known */
export async function readOutcome(row: RecommendationRow): Promise<ReadOutcome> {
  dependsOnCloses(row.kind);
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
  return { outcome: outcomeBy(found?.closes ?? new Map()), outcomeSource: found?.source ?? null };
}

/** The last day whose closes are expected to be there: the latest that any is known of, if not later. */
function lastDayOver(closes: Closes): Day {
  const [latest, expected] = [latestDay(closes), addDays(dayOf(new Date()), -1 - GRACE_DAYS)];
  return latest > expected ? latest : expected;
}

/** What following every recommendation of an engine has come to. */
export interface ReadEngineRecord {
  record: EngineRecord;
  /** Where the closes are from; `null` when there are none. */
  source: PriceSource | null;
  isSample: boolean;
  /** The last day that is looked at: yesterday. */
  until: Day;
}

/**
 * @returns what following every recommendation of an engine has come to until yesterday; computed once,
 *   and again when there is a new recommendation, a new close or a new day
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
  newest: RecommendationRow | null;
  /** Yesterday, whose closes are the last ones. */
  until: Day;
}

/**
 * Keeps what is computed for each engine until there is a new recommendation, a new close or a new day.
 * Whoever asks meanwhile waits for the same result.
 */
export function keepUntilChanged<Result>(
  compute: (kind: Engine, state: State) => Promise<Result>,
): (kind: Engine) => Promise<Result> {
  const known = new Map<Engine, { version: string; reading: Promise<Result> }>();
  return async (kind) => {
    dependsOnCloses(kind);
    const [newest, closes] = await Promise.all([findNewest(kind), closesVersion()]);
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

/** Reads the last recommendation of each day, and closes from the first of them to `until`. */
export async function readFollowed(
  kind: Engine,
  newest: RecommendationRow | null,
  until: Day,
): Promise<Followed> {
  const entries = await readEntries(kind, newest);
  const [first] = entries;
  if (!first || !newest) return { entries, closes: new Map(), source: null };
  const symbols = [...new Set([...symbolsOf(entries), ...benchmarkAssets])];
  const found = await closesOf(symbols, first.day, until, { preferred: sourceOf(newest) });
  return { entries, closes: found?.closes ?? new Map(), source: found?.source ?? null };
}

/** The last recommendation of each day, also when a crash kept the newest from being noted as such. */
async function readEntries(kind: Engine, newest: RecommendationRow | null): Promise<Entry[]> {
  const entries: Entry[] = await listLastOfDays(kind, RECORD_DAYS);
  if (!newest) return entries;
  return [...entries.filter(({ day }) => day < newest.day), entryOf(newest)];
}

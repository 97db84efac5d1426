/** Settled outcomes: they are in the ledger, and do not change when their closes are corrected later. */
import { addDays, type Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/close";
import { priceSources, type PriceSource, type PriceSourceName } from "~/domain/price-sources";
import { BENCHMARK, OUTCOME_DAYS, type Closes, type Outcome } from "~/domain/track-record";
import type { WrittenKind } from "~/models/mention.server";
import { findLedgerEntriesOf, findLedgerEntriesOfKind } from "~/models/ledger.server";
import { heldSymbols } from "~/models/recommendation.server";
import { readCloses } from "~/models/price.server";

/** The content of an outcome's ledger entry, without the fields that all entries have. */
export interface OutcomeContent {
  outcome: Outcome;
  source: PriceSourceName | null;
  /** The closes it was computed from, by symbol. */
  closes: Record<string, Close[]>;
  /** The id of the previous recommendation, with which the outcome is compared. */
  previousId: string | null;
  /** The texts that counted in a scheduled sentiment recommendation and were removed or edited before this. */
  changedTexts: { count: number; listed: ChangedText[] };
}

/** What a text said about a token when it counted, without its words and its author. */
export interface ChangedText {
  change: "removed" | "edited";
  kind: WrittenKind;
  token: string;
  p: number;
  /** `v`: the weight that its author had. */
  weight: number;
}

export interface Correction {
  asset: string;
  day: Day;
  settled: number;
  now: number;
}

export interface Settlement {
  entry: { seq: number; hash: string };
  settledAt: Date;
  /** Later corrections of closes, which are not applied. */
  corrections: Correction[];
  changedTexts: OutcomeContent["changedTexts"];
}

/** @returns the settled outcome of a recommendation, or `null` if it is not settled yet */
export async function findSettledOutcome(
  id: string,
): Promise<(Settlement & { outcome: Outcome; source: PriceSource | null }) | null> {
  const { outcome: entry } = await findLedgerEntriesOf(id);
  if (!entry) return null;
  const { outcome, source, closes, changedTexts } = JSON.parse(entry.content) as OutcomeContent;
  return {
    outcome,
    source: source && priceSources[source],
    entry: { seq: entry.seq, hash: entry.hash },
    settledAt: entry.at,
    corrections: source ? await findCorrections(source, closes) : [],
    changedTexts,
  };
}

/** @returns the outcomes that are settled of some recommendations, by id */
export async function findSettledOutcomes(ids: readonly string[]): Promise<Map<string, Outcome>> {
  const entries = await findLedgerEntriesOfKind("outcome", ids);
  return new Map(
    entries.map(({ of, content }) => [of, (JSON.parse(content) as OutcomeContent).outcome]),
  );
}

/** @returns the closes that have changed at their source since they were settled */
async function findCorrections(
  source: PriceSourceName,
  settled: OutcomeContent["closes"],
): Promise<Correction[]> {
  const days = Object.values(settled).flatMap((closes) => closes.map(({ day }) => day));
  const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)];
  if (!from || !to) return [];
  const now = await readCloses({ source, assets: Object.keys(settled), from, to });
  return Object.entries(settled).flatMap(([asset, closes]) => {
    const closeOn = new Map(now.get(asset)?.map(({ day, close }) => [day, close]));
    return closes.flatMap(({ day, close }) => {
      const current = closeOn.get(day);
      return current === undefined || current === close
        ? []
        : [{ asset, day, settled: close, now: current }];
    });
  });
}

/**
 * @param closes the closes of one source
 * @param ids the ids of recommendations that may have settled outcomes
 * @returns the closes, with those used in a settled outcome replaced by their values at the time
 */
export async function withSettledCloses(
  closes: Closes,
  source: PriceSourceName,
  ids: readonly string[],
): Promise<Closes> {
  const entries = await findLedgerEntriesOfKind("outcome", ids);
  const settled = entries
    .map(({ content }) => JSON.parse(content) as OutcomeContent)
    .filter((content) => content.source === source);
  const merged = new Map(
    [...closes].map(([asset, list]) => [asset, new Map(list.map((one) => [one.day, one]))]),
  );
  for (const { closes: frozen } of settled) {
    for (const [asset, list] of Object.entries(frozen)) {
      for (const close of list) merged.get(asset)?.set(close.day, close);
    }
  }
  return new Map([...merged].map(([asset, byDay]) => [asset, [...byDay.values()]]));
}

/** @returns how many texts were removed or edited before each settlement, by the id of the recommendation */
export async function countChangedTexts(ids: readonly string[]): Promise<Map<string, number>> {
  const entries = await findLedgerEntriesOfKind("outcome", ids);
  return new Map(
    entries.map(({ of, content }) => {
      const { changedTexts } = JSON.parse(content) as OutcomeContent;
      return [of, changedTexts.count];
    }),
  );
}

/**
 * @returns the closes that an outcome follows from: each of its days for what is held and for the benchmark, and the first
 *   and the last for the rest, which only the previous recommendation holds. More would not fit in an entry
 */
export function closesForLedger(
  closes: Closes,
  { day, allocation }: { day: Day; allocation: Record<string, number> },
): OutcomeContent["closes"] {
  const held = new Set([BENCHMARK, ...heldSymbols(allocation)]);
  const ends = [day, addDays(day, OUTCOME_DAYS)];
  return Object.fromEntries(
    [...closes].map(([asset, list]) => [
      asset,
      list
        .filter((close) => held.has(asset) || ends.includes(close.day))
        .map(({ day: of, close }) => ({ day: of, close })),
    ]),
  );
}

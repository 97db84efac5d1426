import { differenceInDays } from "date-fns/differenceInDays";
import type { Engine } from "~/domain/engines";
import type { FullLedgerEntry } from "~/models/ledger.server";
import { heldSymbols, type FullRecommendation } from "~/models/recommendation.server";
import { findScheduledOf, weekKey, type Scheduled } from "~/models/scheduled-recommendation.server";
import { contentIn } from "./check-entry.server";
import { differencesOf, faultsOf, type Fault } from "../ledger/comparison";
import {
  storedContentOf,
  type RecommendationContent,
  type StoredContent,
} from "../ledger/enter-recommendation.server";

export interface Checked {
  faults: Fault[];
  /** Remarks that are not faults. */
  notes: string[];
}

export const checked = (faults: Fault[] = [], notes: string[] = []): Checked => ({ faults, notes });

/** A stored recommendation, without its inputs. */
export interface Stored {
  row: FullRecommendation<Engine>;
  entry: FullLedgerEntry | undefined;
  /** The stored recommendation of its week, from which the track record is computed. */
  week: Scheduled | undefined;
}

/** @returns recommendations with their ledger entries and the recommendations of their weeks */
export async function withWeeks(
  rows: readonly FullRecommendation<Engine>[],
  entries: readonly FullLedgerEntry[],
): Promise<Stored[]> {
  const entryOf = new Map(entries.map((entry) => [entry.of, entry]));
  const places = rows.map((row) => {
    const entry = entryOf.get(row.id);
    const said = entry && contentIn<RecommendationContent>(entry)?.recommendation;
    return { row, entry, place: said ?? row };
  });
  const weeks = await findScheduledOf(places.map(({ place }) => place));
  return places.map(({ row, entry, place: { kind, day } }) => ({
    row,
    entry,
    week: weeks.get(weekKey(kind, day)),
  }));
}

const LATE =
  "entered in the ledger more than a day after it was made, because it is sample content: " +
  "the ledger proves nothing about the time between";

/** @returns where the stored data of a recommendation, including its inputs, differs from the ledger */
export async function compareWithLedger({ row, entry, week }: Stored): Promise<Checked> {
  if (!entry) return checked([{ field: "ledger", problem: "has no entry about it" }]);
  const said = contentIn<RecommendationContent>(entry);
  // An entry that cannot be parsed is reported by `checkEntry`.
  if (!said) return checked();
  const { isScheduled, id, day, allocation } = said.recommendation;
  const isOfWeek = isScheduled || week?.id === id;
  const stored = {
    ...fieldsOf(await storedContentOf(row)),
    inputCount: row.inputs,
    tokens: row.tokens.toSorted(),
    trackRecord: isOfWeek ? week : undefined,
  };
  const expected = {
    ...fieldsOf(said),
    inputCount: Array.isArray(said.inputs) ? said.inputs.length : said.inputs.count,
    tokens: heldSymbols(allocation).toSorted(),
    trackRecord: isScheduled ? { id, day, allocation } : undefined,
  };
  const faults = faultsOf(differencesOf(stored, expected), "is in the ledger");
  const late = lateness(entry, said);
  return checked([...faults, ...late.faults], late.notes);
}

const fieldsOf = ({ recommendation, facts, calculation, inputs, method }: StoredContent) => ({
  ...recommendation,
  facts,
  calculation,
  inputs,
  method,
});

/** Checks whether a recommendation was entered in the ledger so late that it may be backdated. */
function lateness(
  { at }: FullLedgerEntry,
  { recommendation, facts }: RecommendationContent,
): Checked {
  const days = differenceInDays(at, recommendation.createdAt);
  if (days < 1) return checked();
  if ((facts as { isSample?: boolean }).isSample === true) return checked([], [LATE]);
  const problem = `is ${days} days before it was entered in the ledger: it may be backdated`;
  return checked([{ field: "createdAt", problem }]);
}

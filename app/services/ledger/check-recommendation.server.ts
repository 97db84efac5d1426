/** Checks one recommendation in every way there is. */
import type { LedgerKind } from "~/domain/ledger";
import {
  findLedgerEntriesOf,
  type FullLedgerEntry,
  type LedgerEntry,
} from "~/models/ledger.server";
import { isDatabaseUnavailable } from "~/models/outage.server";
import { findFullRecommendations } from "~/models/recommendation.server";
import { notFoundError } from "../errors";
import { findDifferences } from "../recommendations/reproduce.server";
import { checkEntry, checkOutcome, contentIn } from "./check-entry.server";
import { compareWithLedger, withWeeks, type Checked } from "./check-stored.server";
import { checkTexts } from "./check-texts.server";
import { faultsOf, within, type Fault } from "./comparison";
import type { RecommendationContent } from "./enter-recommendation.server";
import type { OutcomeContent } from "./settled-outcome.server";

/** What the check of a recommendation finds, and the entries of the ledger about it. */
export interface CheckedRecommendation extends Checked {
  entries: Partial<Record<LedgerKind, LedgerEntry>>;
}

/**
 * Checks a recommendation: computes it once more from its inputs, and those from the texts that still exist; compares
 * all that is stored with what the ledger says of it; and checks its own entries, but not the chain they are in.
 *
 * @throws ServiceError `notFound`
 */
export async function checkRecommendation(id: string): Promise<CheckedRecommendation> {
  const [[row], entries] = await Promise.all([
    findFullRecommendations([id]),
    findLedgerEntriesOf(id),
  ]);
  const { recommendation, outcome } = entries;
  if (!row) {
    if (!recommendation) throw notFoundError("Recommendation");
    return { faults: [{ field: "recommendation", problem: "is gone" }], notes: [], entries };
  }
  const [stored] = await withWeeks([row], recommendation ? [recommendation] : []);
  const parts = [
    await tried("recommendation", () => recompute(id)),
    await tried("recommendation", () => compareWithLedger(stored!)),
    ...[recommendation, outcome].map((entry) => ({
      faults: entry ? within(`ledger entry ${entry.seq}`, checkEntry(entry)) : [],
      notes: [],
    })),
    await tried("outcome", () => recomputeOutcome(entries)),
    row.kind === "sentiment"
      ? await tried("inputs", () => checkTexts(id, row.facts.method))
      : NOTHING,
  ];
  return {
    faults: parts.flatMap(({ faults }) => faults),
    notes: parts.flatMap(({ notes }) => notes),
    entries,
  };
}

const NOTHING: Checked = { faults: [], notes: [] };

const recompute = async (id: string): Promise<Checked> => ({
  faults: faultsOf(await findDifferences(id), "comes of the inputs"),
  notes: [],
});

async function recomputeOutcome({
  recommendation,
  outcome,
}: Partial<Record<LedgerKind, FullLedgerEntry>>): Promise<Checked> {
  const content = outcome && contentIn<OutcomeContent>(outcome);
  if (!content) return NOTHING;
  const before = content.previousId ? await findLedgerEntriesOf(content.previousId) : {};
  const [of, previous] = [recommendation, before.recommendation].map((entry) =>
    entry ? contentIn<RecommendationContent>(entry) : null,
  );
  const faults = checkOutcome(content, of ?? null, previous ?? null);
  return { faults: within(`ledger entry ${outcome.seq}`, faults), notes: [] };
}

/**
 * Whoever alters what is stored may leave something that no rule can be applied to: that is a fault like any other.
 *
 * @throws what says that the database is away
 */
export async function tried(field: string, check: () => Promise<Checked>): Promise<Checked> {
  try {
    return await check();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const { message } = error as Error;
    const fault: Fault = { field, problem: `is damaged and cannot be checked: ${message}` };
    return { faults: [fault], notes: [] };
  }
}

import type { LedgerKind } from "~/domain/ledger";
import {
  findLedgerEntriesOf,
  type FullLedgerEntry,
  type LedgerEntry,
} from "~/models/ledger.server";
import { isDatabaseUnavailable } from "~/models/outage.server";
import { findFullRecommendations } from "~/models/recommendation.server";
import { notFoundError } from "../errors";
import { findDifferences } from "../recommendations/engines.server";
import { checkEntry, checkOutcome, contentIn } from "./check-entry.server";
import { checked, compareWithLedger, withWeeks, type Checked } from "./check-stored.server";
import { checkTexts } from "./check-texts.server";
import { faultsOf, prefixFaults } from "../ledger/comparison";
import type { RecommendationContent } from "../ledger/enter-recommendation.server";
import type { OutcomeContent } from "../ledger/settled-outcome.server";

/**
 * Checks a recommendation: recomputes it from its inputs, and the inputs from the texts that still exist; compares all
 * stored data with the ledger; and checks its own entries, but not the chain they are in.
 * @throws ServiceError `notFound`
 */
export async function checkRecommendation(
  id: string,
): Promise<Checked & { entries: Partial<Record<LedgerKind, LedgerEntry>> }> {
  const [[row], entries] = await Promise.all([
    findFullRecommendations([id]),
    findLedgerEntriesOf(id),
  ]);
  const { recommendation, outcome } = entries;
  if (!row) {
    if (!recommendation) throw notFoundError("Recommendation");
    return { ...checked([{ field: "recommendation", problem: "is gone" }]), entries };
  }
  const [stored] = await withWeeks([row], recommendation ? [recommendation] : []);
  const parts = [
    await runCheck("recommendation", () => recompute(id)),
    await runCheck("recommendation", () => compareWithLedger(stored!)),
    ...[recommendation, outcome].map((entry) =>
      checked(entry && prefixFaults(`ledger entry ${entry.seq}`, checkEntry(entry))),
    ),
    await runCheck("outcome", () => recomputeOutcome(entries)),
    ...(row.kind === "sentiment"
      ? [await runCheck("inputs", () => checkTexts(id, row.facts))]
      : []),
  ];
  return {
    faults: parts.flatMap(({ faults }) => faults),
    notes: parts.flatMap(({ notes }) => notes),
    entries,
  };
}

const recompute = async (id: string): Promise<Checked> =>
  checked(faultsOf(await findDifferences(id), "follows from the inputs"));

async function recomputeOutcome({
  recommendation,
  outcome,
}: Partial<Record<LedgerKind, FullLedgerEntry>>): Promise<Checked> {
  const content = outcome && contentIn<OutcomeContent>(outcome);
  if (!content) return checked();
  const before = content.previousId ? await findLedgerEntriesOf(content.previousId) : {};
  const [of, previous] = [recommendation, before.recommendation].map((entry) =>
    entry ? contentIn<RecommendationContent>(entry) : null,
  );
  const faults = checkOutcome(content, of ?? null, previous ?? null);
  return checked(prefixFaults(`ledger entry ${outcome.seq}`, faults));
}

/**
 * Runs a check. Altered data may be invalid in any way, so a check that throws is reported as a fault.
 * @throws the error of `check` if it says that the database is unavailable
 */
export async function runCheck(field: string, check: () => Promise<Checked>): Promise<Checked> {
  try {
    return await check();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const { message } = error as Error;
    return checked([{ field, problem: `is damaged and cannot be checked: ${message}` }]);
  }
}

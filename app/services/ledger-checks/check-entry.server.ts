/** The checks of ledger entries that need no other stored data. */
import { hashLeaf } from "~/domain/merkle-tree";
import { computeOutcome } from "~/domain/track-record";
import type { FullLedgerEntry, LedgerEntry } from "~/models/ledger.server";
import { differencesOf, faultsOf, type Fault } from "../ledger/comparison";
import type { RecommendationContent } from "../ledger/enter-recommendation.server";
import type { OutcomeContent } from "../ledger/settled-outcome.server";

/** @returns the faults of an entry by itself: a wrong hash, or fields that contradict its content */
export function checkEntry(entry: FullLedgerEntry): Fault[] {
  const { seq, kind, of, at, hash, content } = entry;
  const said = contentIn<Pick<LedgerEntry, "seq" | "kind" | "of" | "at">>(entry);
  return [
    ...faultsOf(differencesOf({ hash }, { hash: hashLeaf(content) }), "follows from its content"),
    ...(said
      ? faultsOf(
          differencesOf(
            { seq, kind, of, at },
            { seq: said.seq, kind: said.kind, of: said.of, at: said.at },
          ),
          "is in its content",
        )
      : [{ field: "content", problem: "cannot be read" }]),
  ];
}

export function contentIn<Content>({ content }: FullLedgerEntry): Content | null {
  try {
    return JSON.parse(content) as Content | null;
  } catch {
    return null;
  }
}

/** What an outcome is computed from, besides its closes. */
type RecordedRecommendation = Pick<RecommendationContent, "recommendation">;

/**
 * Recomputes a settled outcome from the closes in its entry.
 * @param previous the ledger's record of the previous recommendation, if the outcome names one
 * @returns the differences between the settled and the recomputed outcome
 */
export function checkOutcome(
  content: OutcomeContent,
  of: RecordedRecommendation | null,
  previous: RecordedRecommendation | null,
): Fault[] {
  const { outcome, closes, previousId } = content;
  if (!of) return [{ field: "of", problem: "names a recommendation that is not in the ledger" }];
  if (previousId && !previous) {
    return [{ field: "previousId", problem: `${previousId} is not in the ledger` }];
  }
  const before = previous?.recommendation ?? null;
  const computed = computeOutcome(of.recommendation, before, new Map(Object.entries(closes)));
  return faultsOf(differencesOf({ outcome }, { outcome: computed }), "follows from its closes");
}

/** What can be checked of entries of the ledger without what is stored elsewhere. */
import { computeOutcome } from "~/domain/track-record";
import type { FullLedgerEntry, LedgerEntry } from "~/models/ledger.server";
import { hashEntry, NO_HASH } from "./canonical";
import { differencesOf, faultsOf, type Fault } from "./comparison";
import type { RecommendationContent } from "./enter-recommendation.server";
import type { OutcomeContent } from "./settled-outcome.server";
import { isSignedByUs } from "./signing-key.server";

/** @returns what is wrong with an entry by itself: its hash, its signature, or fields that its content contradicts */
export function checkEntry(entry: FullLedgerEntry): Fault[] {
  const { seq, kind, of, at, hash, previous, signature, content } = entry;
  const expected = hashEntry(previous, content);
  const said = contentIn<Pick<LedgerEntry, "seq" | "kind" | "of" | "at">>(entry);
  return [
    ...faultsOf(differencesOf({ hash }, { hash: expected }), "comes of its content"),
    ...(isSignedByUs(hash, signature)
      ? []
      : [{ field: "signature", problem: "is not made of its hash with the key of this site" }]),
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

/** @returns what is wrong with the place of an entry, after the one `before` it or as the first */
export function checkPlace({ seq, previous }: LedgerEntry, before: LedgerEntry | null): Fault[] {
  const last = before?.seq ?? 0;
  if (seq !== last + 1) {
    return [{ field: "seq", problem: `follows ${last}: what was between is not there` }];
  }
  return faultsOf(
    differencesOf({ previous }, { previous: before?.hash ?? NO_HASH }),
    before ? `is the hash of entry ${last}` : "is named by the first",
  );
}

/** @returns what an entry says, or `null` if that cannot be read */
export function contentIn<Content>({ content }: FullLedgerEntry): Content | null {
  try {
    return JSON.parse(content) as Content | null;
  } catch {
    return null;
  }
}

/** What an outcome is computed from, beside its closes. */
type Followed = Pick<RecommendationContent, "recommendation">;

/**
 * Computes a settled outcome once more, from the closes that were settled with it.
 *
 * @param content of the outcome's entry
 * @param of what the ledger says of the recommendation
 * @param previous what the ledger says of the recommendation before it, if the outcome names one
 */
export function checkOutcome(
  content: OutcomeContent,
  of: Followed | null,
  previous: Followed | null,
): Fault[] {
  const { outcome, closes, previousId } = content;
  if (!of) return [{ field: "of", problem: "names a recommendation that is not in the ledger" }];
  if (previousId && !previous) {
    return [{ field: "previousId", problem: `${previousId} is not in the ledger` }];
  }
  const before = previous?.recommendation ?? null;
  const computed = computeOutcome(of.recommendation, before, new Map(Object.entries(closes)));
  return faultsOf(differencesOf({ outcome }, { outcome: computed }), "comes of its closes");
}

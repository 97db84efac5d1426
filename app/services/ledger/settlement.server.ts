/** How outcomes enter the ledger, once the week of their recommendation is over. */
import { addDays } from "date-fns/addDays";
import { differenceInDays } from "date-fns/differenceInDays";
import { findRow } from "~/models/recommendation.server";
import {
  listDueSettlements,
  removeSettlement,
  scheduleSettlement,
} from "~/models/unsettled-outcome.server";
import { invalidate } from "../cache/invalidation.server";
import { recommendationsTag } from "../cache/tags";
import { findOutcome } from "../recommendations/track-record.server";
import { appendEntry } from "./append-entry.server";
import { closesForLedger, type OutcomeContent } from "./settled-outcome.server";

/** How many are looked at at a time. */
const SLICE = 50;
/** For so many days after a recommendation was made its closes may still come. */
const PATIENCE_DAYS = 60;

/**
 * Settles the outcomes of weeks that are over, of which every close is known. Those that still want closes are
 * looked at again the next day, for two months.
 *
 * @param signal ends it half-way
 * @returns how many were settled
 */
export async function settleOutcomes(signal?: AbortSignal): Promise<{ settled: number }> {
  let settled = 0;
  const now = new Date();
  for (;;) {
    const due = await listDueSettlements(now, SLICE);
    if (!due.length) return { settled };
    for (const id of due) {
      if (signal?.aborted) return { settled };
      if (await settle(id, now)) settled += 1;
    }
  }
}

/** @returns whether the outcome of a recommendation is settled now */
async function settle(id: string, now: Date): Promise<boolean> {
  const row = await findRow(id);
  if (!row) {
    await removeSettlement(id);
    return false;
  }
  const { outcome, source, closes, previousId } = await findOutcome(row);
  if (outcome.state === "known") {
    const body: OutcomeContent = {
      ...{ outcome, source: source?.name ?? null, previousId },
      closes: closesForLedger(closes),
    };
    await appendEntry({ kind: "outcome", of: id, body });
    await removeSettlement(id);
    await invalidate(recommendationsTag(row.kind));
    return true;
  }
  if (differenceInDays(now, row.createdAt) > PATIENCE_DAYS) await removeSettlement(id);
  else await scheduleSettlement(id, addDays(now, 1));
  return false;
}

/** Settlement: entering outcomes in the ledger when the week of their recommendation is over. */
import { addDays } from "date-fns/addDays";
import { differenceInDays } from "date-fns/differenceInDays";
import { findRow } from "~/models/recommendation.server";
import {
  listDueSettlements,
  removeSettlement,
  scheduleSettlement,
} from "~/models/unsettled-outcome.server";
import { findChangedTexts } from "./changed-texts.server";
import { findOutcome } from "./track-record.server";
import { appendEntry } from "../ledger/append-entry.server";
import { closesForLedger, type OutcomeContent } from "../ledger/settled-outcome.server";

const BATCH_SIZE = 50;
/** How many days after a recommendation was made to wait for its closes. */
const PATIENCE_DAYS = 60;

/**
 * Settles the outcomes of weeks that are over if every close is known. Outcomes with missing closes are retried daily
 * for two months.
 */
export async function settleOutcomes(signal?: AbortSignal): Promise<{ settled: number }> {
  let settled = 0;
  const now = new Date();
  for (;;) {
    const due = await listDueSettlements(now, BATCH_SIZE);
    if (!due.length) return { settled };
    for (const id of due) {
      if (signal?.aborted) return { settled };
      if (await settle(id, now)) settled += 1;
    }
  }
}

const NONE_CHANGED: OutcomeContent["changedTexts"] = { count: 0, listed: [] };

async function settle(id: string, now: Date): Promise<boolean> {
  const row = await findRow(id);
  if (!row) {
    await removeSettlement(id);
    return false;
  }
  const { outcome, source, closes, previousId } = await findOutcome(row);
  if (outcome.state === "known") {
    const body: OutcomeContent = {
      outcome,
      source: source?.name ?? null,
      previousId,
      closes: closesForLedger(closes, row),
      changedTexts:
        row.kind === "sentiment" && row.isScheduled ? await findChangedTexts(id) : NONE_CHANGED,
    };
    await appendEntry({ kind: "outcome", of: id, body });
    await removeSettlement(id);
    return true;
  }
  if (differenceInDays(now, row.createdAt) > PATIENCE_DAYS) await removeSettlement(id);
  else await scheduleSettlement(id, addDays(now, 1));
  return false;
}

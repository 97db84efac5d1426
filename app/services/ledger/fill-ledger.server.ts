/** Runs once after an upgrade from a version that had neither ledger nor schedule. */
import { mondayOf } from "~/domain/calendar-days";
import { engines } from "~/domain/engines";
import { FIRST_ID } from "~/models/id-range.server";
import { findRow, recommendationsById } from "~/models/recommendation.server";
import { listOldDays, recordScheduled } from "~/models/scheduled-recommendation.server";
import { readSetting, writeSetting } from "~/models/setting.server";
import { invalidate } from "../cache/invalidation.server";
import { recommendationsTag } from "../cache/tags";
import { enterRecommendation } from "./enter-recommendation.server";

const DONE = "ledger filled at";
/** Recommendations per batch. */
const BATCH_SIZE = 100;
/** The number of newest days of older versions that are taken over: seven years. */
const OLD_DAYS = 2_557;

/**
 * Enters every recommendation that is not in the ledger yet, and adds the first one of each week of older versions to
 * the track record. Does nothing after it has completed once.
 *
 * @returns the number of recommendations processed, or `null` if there was nothing to do or it was aborted
 */
export async function fillLedgerOnce(signal?: AbortSignal): Promise<{ looked: number } | null> {
  if (await readSetting(DONE)) return null;
  let looked = 0;
  for (let from: string | null = FIRST_ID; from;) {
    const rows = await recommendationsById.list({ from, before: null, limit: BATCH_SIZE });
    for (const { id } of rows) {
      if (signal?.aborted) return null;
      const row = await findRow(id);
      if (row) await enterRecommendation(row);
      looked += 1;
    }
    from = rows.length < BATCH_SIZE ? null : await recommendationsById.idAfter(rows.at(-1)!.id, 1);
  }
  for (const kind of engines) await takeOverOldDays(kind);
  await writeSetting(DONE, new Date());
  await invalidate(...engines.map(recommendationsTag));
  return looked ? { looked } : null;
}

async function takeOverOldDays(kind: (typeof engines)[number]): Promise<void> {
  const weeks = new Set<string>();
  for (const entry of await listOldDays(kind, OLD_DAYS)) {
    const week = mondayOf(entry.day);
    if (!weeks.has(week)) await recordScheduled({ kind, ...entry });
    weeks.add(week);
  }
}

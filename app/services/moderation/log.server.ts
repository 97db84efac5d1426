/** The public log of moderation: what was decided, by which rule and role, and what became of it. */
import { MODERATION_LOG } from "~/config/page-tags";
import type { Cursor, Page } from "~/domain/cursor";
import {
  addLogEntry,
  countBatches,
  listFollowing,
  listLoggedDecisions,
  streamLog,
  type LogFilter,
  type ModerationLogEntry,
} from "~/models/moderation-log.server";
import { invalidate } from "../cache/invalidation.server";
import { enforceRateLimit } from "../rate-limits.server";

/** Adds an entry about a decision to the public log, unless it is there already. */
export async function writeToLog(...entry: Parameters<typeof addLogEntry>): Promise<void> {
  await addLogEntry(...entry);
  await invalidate(MODERATION_LOG);
}

/** A decision with what followed on it. */
export interface LoggedDecision extends ModerationLogEntry {
  /** Appeals, their outcomes, and that it was undone; oldest first. */
  followed: ModerationLogEntry[];
  /** The number of decisions of the same bulk act; `null` if it was none. */
  together: number | null;
}

interface LogList extends Omit<LogFilter, "during"> {
  /** Such as `2026-01`. */
  month?: string | undefined;
  after?: Cursor | null | undefined;
  limit: number;
}

/** Lists the decisions of the log, newest first, by any combination of filters. */
export async function browseLog({
  month,
  after = null,
  limit,
  ...filter
}: LogList): Promise<Page<LoggedDecision>> {
  const { items, ...places } = await listLoggedDecisions(
    { ...filter, during: month === undefined ? undefined : monthOf(month) },
    { after, limit },
  );
  const [following, sizes] = await Promise.all([
    listFollowing(items.map(({ decisionId }) => decisionId)),
    countBatches([...new Set(items.flatMap(({ batchId }) => batchId ?? []))]),
  ]);
  const sorted = following.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return {
    ...places,
    items: items.map((entry) => ({
      ...entry,
      followed: sorted.filter(({ decisionId }) => decisionId === entry.decisionId),
      together: entry.batchId === null ? null : (sizes.get(entry.batchId) ?? 1),
    })),
  };
}

function monthOf(month: string) {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const before = new Date(from);
  before.setUTCMonth(from.getUTCMonth() + 1);
  return { from, before };
}

/**
 * Reads all entries in the order in which they were added.
 * @param afterId the last entry that the reader has; without it, all are read
 * @throws ServiceError `limited`
 */
export async function exportLog(
  address: string,
  afterId: string | null,
): Promise<AsyncIterable<ModerationLogEntry>> {
  await enforceRateLimit("logExports", address);
  return streamLog(afterId);
}

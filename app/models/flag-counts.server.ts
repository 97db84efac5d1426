/** The numbers of a case are counted from its flags after each change, so that none is ever counted twice. */
import { weightTogether } from "~/domain/flag-weight";
import type { ModerationReason, ModerationTarget } from "~/domain/moderation";
import { FlagModel, openOn } from "./flag.server";
import { listUncounted, noteFlagChange, setFlagCounts } from "./moderation-case.server";

interface SumRow {
  _id: {
    reason: ModerationReason;
    /** Whether these are the flags of people of whom one had been upheld before. */
    isProven: boolean;
  };
  flags: number;
  weight: number;
  byYoungAccounts: number;
}

/** Adds up the open flags of something by reason, and by whether a flag of the same people was upheld before. */
export const sumOpenFlags = (target: ModerationTarget): Promise<SumRow[]> =>
  FlagModel.aggregate<SumRow>([
    { $match: openOn(target) },
    {
      $group: {
        _id: { reason: "$reason", isProven: { $gt: ["$upheldBefore", 0] } },
        flags: { $sum: 1 },
        weight: { $sum: "$weight" },
        byYoungAccounts: { $sum: { $cond: ["$isByYoungAccount", 1, 0] } },
      },
    },
  ]);

const total = (rows: readonly SumRow[], field: "flags" | "weight" | "byYoungAccounts"): number =>
  rows.reduce((sum, row) => sum + row[field], 0);

const totals = (rows: readonly SumRow[]) => ({
  flags: total(rows, "flags"),
  weight: total(rows, "weight"),
});

/** Counts the open flags of a case. Call it after each change of them. */
export async function countFlags(target: ModerationTarget): Promise<void> {
  const change = await noteFlagChange(target);
  if (change === null) return;
  const rows = await sumOpenFlags(target);
  const proven = totals(rows.filter(({ _id }) => _id.isProven));
  const unproven = totals(rows.filter(({ _id }) => !_id.isProven));
  const reasons = [...new Set(rows.map(({ _id }) => _id.reason))].map((reason) => ({
    reason,
    count: total(
      rows.filter(({ _id }) => _id.reason === reason),
      "flags",
    ),
  }));
  await setFlagCounts(target, change, {
    flags: proven.flags + unproven.flags,
    weight: weightTogether(proven, unproven),
    reasons: reasons.sort((one, other) => other.count - one.count),
    byYoungAccounts: total(rows, "byYoungAccounts"),
    byUnproven: unproven.flags,
  });
}

const BATCH_SIZE = 100;

/** Counts what a crash left uncounted. @returns how many cases */
export async function countUncounted(): Promise<number> {
  const cases = await listUncounted(BATCH_SIZE);
  for (const { target } of cases) await countFlags(target);
  return cases.length;
}

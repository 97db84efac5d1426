/** The numbers of a case are counted from its flags after each change, so that none is ever counted twice. */
import { weightTogether } from "~/domain/flag-weight";
import type { ModerationTarget } from "~/domain/moderation";
import { sumOpenFlags } from "~/models/flag.server";
import { listUncounted, noteFlagChange, setFlagCounts } from "~/models/moderation-case.server";

/** Counts the open flags of a case. Call it after each change of them. */
export async function countFlags(target: ModerationTarget): Promise<void> {
  const change = await noteFlagChange(target);
  if (change === null) return;
  const { proven, unproven, last } = await sumOpenFlags(target);
  await setFlagCounts(target, change, {
    flags: proven.flags + unproven.flags,
    weight: weightTogether(proven, unproven),
    byYoungAccounts: proven.byYoungAccounts + unproven.byYoungAccounts,
    byUnproven: unproven.flags,
    last,
  });
}

const BATCH_SIZE = 100;

/** Counts what a crash left uncounted. @returns how many cases */
export async function countUncounted(): Promise<number> {
  const cases = await listUncounted(BATCH_SIZE);
  for (const { target } of cases) await countFlags(target);
  return cases.length;
}

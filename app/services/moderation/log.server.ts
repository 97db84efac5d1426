/** The public log of moderation: what was decided, by which rule and role, and what became of it. */
import { MODERATION_LOG } from "~/config/page-tags";
import { addLogEntry } from "~/models/moderation-log.server";
import { invalidate } from "../cache/invalidation.server";

/** Adds an entry about a decision to the public log, unless it is there already. */
export async function writeToLog(...entry: Parameters<typeof addLogEntry>): Promise<void> {
  await addLogEntry(...entry);
  await invalidate(MODERATION_LOG);
}

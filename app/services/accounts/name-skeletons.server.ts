import { setTimeout as wait } from "node:timers/promises";
import { fillNameSkeletons } from "~/models/name-skeletons.server";
import { readSetting, writeSetting } from "~/models/setting.server";
import { REST_MS } from "../jobs/once-a-day.server";

/** Users per batch. */
const BATCH_SIZE = 200;
const DONE = "name skeletons filled";

/**
 * Stores the skeletons of user names from before skeletons existed, once per installation, so that no new name can
 * look like one of them. Pauses between batches, because it runs in the background.
 *
 * @param signal aborts the run; the next one starts from the beginning
 * @returns whether this run completed the work
 */
export async function fillNameSkeletonsOnce(signal: AbortSignal): Promise<boolean> {
  if (await readSetting(DONE)) return false;
  let last = await fillNameSkeletons(null, BATCH_SIZE);
  while (last && !signal.aborted) {
    await wait(REST_MS, undefined, { signal }).catch(() => {});
    last = await fillNameSkeletons(last, BATCH_SIZE);
  }
  if (last) return false;
  await writeSetting(DONE, new Date());
  return true;
}

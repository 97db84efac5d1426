import { setTimeout as wait } from "node:timers/promises";
import { fillNameSkeletons } from "~/models/name-skeletons.server";
import { readSetting, writeSetting } from "~/models/setting.server";
import { REST_MS } from "../jobs/once-a-day.server";

/** Users per slice. */
const SLICE = 200;
const DONE = "name skeletons filled";

/**
 * Fills in, once for an installation, what names of earlier versions need so that new ones do not look like
 * them. Goes slowly, as a background job of the site.
 *
 * @param signal ends it half-way; the next run begins anew
 * @returns whether it was done just now
 */
export async function fillNameSkeletonsOnce(signal: AbortSignal): Promise<boolean> {
  if (await readSetting(DONE)) return false;
  let last = await fillNameSkeletons(null, SLICE);
  while (last && !signal.aborted) {
    await wait(REST_MS, undefined, { signal }).catch(() => {});
    last = await fillNameSkeletons(last, SLICE);
  }
  if (last) return false;
  await writeSetting(DONE, new Date());
  return true;
}

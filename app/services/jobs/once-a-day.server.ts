/** What the site does by itself once a day, by whichever of its processes looks first. */
import { millisecondsInHour } from "date-fns/constants";
import { differenceInMilliseconds } from "date-fns/differenceInMilliseconds";
import { readSetting, writeSetting } from "~/models/setting.server";
import { releaseLock, acquireLock } from "~/models/job-lock.server";
import { holdLock, LOCK_MS } from "./hold-lock.server";

/** Less than a day, so that an hourly look never puts it off to the next one. */
const ONCE_A_DAY_MS = 23.5 * millisecondsInHour;
/** To rest between slices, so that the site answers meanwhile as if nothing were going on. */
export const REST_MS = 200;

/** How work is done beside a site that answers. */
export interface QuietPace {
  restMs: number;
  /** Aborted when the work is to end, done or not. */
  signal: AbortSignal;
}

/**
 * Does something once a day. It counts as done when it has come to its end: what fails, is ended or
 * dies with its process is due again at the next look.
 *
 * @param name of the work
 * @param signal ends it half-way
 * @returns what came of it, or `null` when it was not due, is done by another process, or was ended
 * @throws what the work throws
 */
export async function onceADay<Result>(
  name: string,
  work: (pace: QuietPace) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result | null> {
  const lock = await acquireLock(`daily ${name}`, LOCK_MS);
  if (!lock.isMine) return null;
  try {
    return await holdLock(lock.id, async (holding) => {
      const now = new Date();
      const doneAt = (await readSetting(factOf(name))) as Date | null;
      if (doneAt && differenceInMilliseconds(now, doneAt) < ONCE_A_DAY_MS) return null;
      const ending = AbortSignal.any([holding.signal, ...(signal ? [signal] : [])]);
      const result = await work({ restMs: REST_MS, signal: ending }).catch((error: unknown) => {
        if (!ending.aborted) throw error;
      });
      if (ending.aborted) return null;
      await writeSetting(factOf(name), now);
      return result as Result;
    });
  } finally {
    // Where the database is away, the lock expires because it is not renewed.
    await releaseLock(lock.id, { state: "withdrawn" }).catch(() => {});
  }
}

const factOf = (name: string) => `${name} done at`;

/** Background jobs that run once a day, or once per version, in whichever process checks first. */
import { millisecondsInHour } from "date-fns/constants";
import { differenceInMilliseconds } from "date-fns/differenceInMilliseconds";
import { readSetting, writeSetting } from "~/models/setting.server";
import { underLock } from "./hold-lock.server";

/** Slightly less than a day, so that an hourly check does not find the job barely not due and run it an hour later. */
const ONCE_A_DAY_MS = 23.5 * millisecondsInHour;
/** The pause between batches, so that a job does not slow down requests. */
export const REST_MS = 200;

export interface QuietPace {
  restMs: number;
  /** Aborted when the job has to stop. */
  signal: AbortSignal;
}

/**
 * Runs a job once a day. A job that fails, is aborted, or dies with its process is due again at the next check.
 * @returns the result of the job, or `null` if it was not due, is run by another process, or was aborted
 */
export async function onceADay<Result>(
  name: string,
  work: (pace: QuietPace) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result | null> {
  return underLock(`daily ${name}`, signal, async (ending) => {
    const now = new Date();
    const doneAt = (await readSetting(settingOf(name))) as Date | null;
    if (doneAt && differenceInMilliseconds(now, doneAt) < ONCE_A_DAY_MS) return null;
    const result = await work({ restMs: REST_MS, signal: ending }).catch((error: unknown) => {
      if (!ending.aborted) throw error;
    });
    if (ending.aborted) return null;
    await writeSetting(settingOf(name), now);
    return result as Result;
  });
}

const settingOf = (name: string) => `${name} done at`;

/**
 * Runs a job whose result is stored once per version of its method. A job that fails, is aborted, or dies with its
 * process begins anew at the next check.
 * @returns the result of the job, or `null` if it has run or was aborted
 */
export async function oncePerVersion<Result>(
  name: string,
  version: number,
  work: (pace: QuietPace) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  if ((await readSetting(`${name} version`)) === version) return null;
  const result = await work({ restMs: REST_MS, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (signal.aborted) return null;
  await writeSetting(`${name} version`, version);
  return result as Result;
}

/** Packs the mentions of past hours, so that a week of mentions is read quickly. */
import { setTimeout as wait } from "node:timers/promises";
import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import { SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import { packHour } from "~/models/mention-batches.server";
import {
  hourOf,
  isSettled,
  newestPackedHour,
  readChangedHours,
  removeHoursBefore,
  stateOf,
} from "~/models/mention-hour.server";
import { inWorker } from "../worker/worker.server";

/** How long packed hours are kept: a day longer than the sentiment engine reads them. */
const KEPT_MS = (SENTIMENT_DAYS + 1) * millisecondsInDay;
/** The pause between hours, so that packing does not slow down requests. */
const REST_MS = 20;

interface Packing {
  /** The current time in milliseconds since 1970. */
  now?: number;
  restMs?: number;
  /** Aborts after the current hour. */
  signal?: AbortSignal;
}

/**
 * Packs the hours that have ended since the last run and those that have changed, and removes the ones that are too
 * old for the sentiment engine.
 *
 * @returns the number of hours packed
 */
export async function packMentionHours({
  now = Date.now(),
  restMs = REST_MS,
  signal,
}: Packing = {}): Promise<number> {
  const first = hourOf(now - KEPT_MS);
  await removeHoursBefore(new Date(first));
  const changed = await readChangedHours({ from: new Date(first), to: new Date(now) }, now);
  const newest = await newestPackedHour();
  const next = newest === null ? first : newest + millisecondsInHour;
  const hours = [...changed.keys()].filter((hour) => hour < next && isSettled(hour, now));
  for (let hour = next; isSettled(hour, now); hour += millisecondsInHour) hours.push(hour);

  if (!hours.length || signal?.aborted) return 0;
  return inWorker("mentionHours", async (job) => {
    let packed = 0;
    for (const hour of hours) {
      if (await packHour(hour, stateOf(changed, hour), job.packRows)) packed += 1;
      if (signal?.aborted) break;
      if (restMs) await wait(restMs, undefined, { signal }).catch(() => {});
    }
    return packed;
  });
}

/** When people have read discussions and lists, so that what is new since then can be marked. */
import { subMinutes } from "date-fns/subMinutes";

/** After so many minutes without opening it again, somebody who opens a page has come back to it. */
const SITTING_MINUTES = 30;
/** Maximum number of discussions and lists of which a person's readings are kept; the latest read are. */
export const MAX_READINGS = 2_000;
export const READINGS_KEPT_DAYS = 365;
/** What is new is counted no further. */
export const MAX_NEW_COUNTED = 99;

export interface Reading {
  /** When the sitting before the latest one ended; `null` if there was none. */
  previousAt: Date | null;
  latestAt: Date;
}

/** @returns the time before which an earlier opening belongs to an earlier sitting */
export const sittingBegan = (now: Date): Date => subMinutes(now, SITTING_MINUTES);

/**
 * @param isContinued whether a later page is opened, which belongs to the sitting in which the first one was
 * @returns what is newer is new to the reader; `null` for somebody who reads it for the first time
 */
export function newSince(reading: Reading | null, now: Date, isContinued = false): Date | null {
  if (!reading) return null;
  const isBack = !isContinued && reading.latestAt < sittingBegan(now);
  return isBack ? reading.latestAt : reading.previousAt;
}

/**
 * Counts what happens by day, for the operator: without cookies, addresses or anything else about who it was. Each
 * process adds to numbers in memory, and stores them every few seconds; one that is killed loses the last of them.
 */
import { setTimeout as delay } from "node:timers/promises";
import { dayOf } from "~/domain/calendar-days";
import { addDayCounts, type DayMetric } from "~/models/day-count.server";
import { reportWarning } from "./warnings.server";

const STORE_MS = 5_000;

let counted = new Map<DayMetric, number>();
let storing: Promise<void> | null = null;
let stopWaiting = new AbortController();

/** Counts one more for today. Costs nothing that a request would notice, and never throws. */
export function countToday(metric: DayMetric): void {
  counted.set(metric, (counted.get(metric) ?? 0) + 1);
  storing ??= storeUntilEmpty().finally(() => (storing = null));
}

/** Stores at once what has been counted. */
export async function storeDayCounts(): Promise<void> {
  stopWaiting.abort();
  await storing;
  stopWaiting = new AbortController();
}

async function storeUntilEmpty(): Promise<void> {
  while (counted.size) {
    await delay(STORE_MS, undefined, { signal: stopWaiting.signal, ref: false }).catch(() => {});
    const added = counted;
    counted = new Map();
    await addDayCounts(dayOf(new Date()), added).catch(reportWarning("days could not be counted"));
  }
}

/** Counts a response that was sent to a GET request: of a page, for a reader or our own scripts, or of the API. */
export function countRead(path: string, contentType: string): void {
  if (path.startsWith("/api/")) countToday("apiReads");
  else if (contentType.startsWith("text/html") || contentType.startsWith("text/x-script")) {
    countToday("pageReads");
  }
}

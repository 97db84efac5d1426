/**
 * Counts what happens by day, for the operator: without cookies, addresses or anything else about who it was. Each
 * process adds to numbers in memory, and stores them every few seconds; one that is killed loses the last of them.
 */
import { dayOf } from "~/domain/calendar-days";
import { addDayCounts, type DayMetric } from "~/models/day-count.server";
import { createBatch } from "./jobs/batch.server";

const STORE_MS = 5_000;

let counted = new Map<DayMetric, number>();
const batch = createBatch<DayMetric>(store, "days could not be counted", STORE_MS);

/** Counts one more for today. Costs nothing that a request would notice, and never throws. */
export function countToday(metric: DayMetric): void {
  counted.set(metric, (counted.get(metric) ?? 0) + 1);
  batch.add(metric, metric);
}

/** Stores at once what has been counted. */
export const storeDayCounts = batch.finish;

async function store(): Promise<void> {
  const added = counted;
  counted = new Map();
  await addDayCounts(dayOf(new Date()), added);
}

/** Counts a response that was sent to a GET request: of a page, for a reader or our own scripts, or of the API. */
export function countRead(path: string, contentType: string): void {
  if (path.startsWith("/api/")) countToday("apiReads");
  else if (contentType.startsWith("text/html") || contentType.startsWith("text/x-script")) {
    countToday("pageReads");
  }
}

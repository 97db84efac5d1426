/** Limits the number of stored events, and anonymises their addresses after some days. */
import { setTimeout as delay } from "node:timers/promises";
import { subDays } from "date-fns/subDays";
import { environment } from "~/config/env.server";
import { removeOldestEvents, shortenAddresses } from "~/models/event.server";
import { REST_MS } from "../jobs/once-a-day.server";
import { shortenAddress } from "./shorten-address.server";

/** The maximum number of stored events of each level. */
export const EVENTS_KEPT = 50_000;
/** Rows per batch; other requests can run between batches. */
const BATCH_SIZE = 500;

/** The number of events changed by `tidyEvents`. */
export interface EventUpkeep {
  shortened: number;
  removed: number;
}

/**
 * Shortens addresses older than `EVENT_ADDRESS_DAYS` and removes the oldest events beyond `EVENTS_KEPT` of
 * each level. Events older than 90 days are removed by the database itself.
 */
export async function tidyEvents({
  restMs = REST_MS,
  keep = EVENTS_KEPT,
  signal,
}: { restMs?: number; keep?: number; signal?: AbortSignal } = {}): Promise<EventUpkeep> {
  const inBatches = async (work: () => Promise<number>) => {
    for (let sum = 0; ;) {
      const found = await work();
      sum += found;
      if (found < BATCH_SIZE || signal?.aborted) return sum;
      await delay(restMs);
    }
  };
  const before = subDays(new Date(), environment().EVENT_ADDRESS_DAYS);
  const shortened = await inBatches(() => shortenAddresses(before, shortenAddress, BATCH_SIZE));
  const info = await inBatches(() => removeOldestEvents("info", keep, BATCH_SIZE));
  const warn = await inBatches(() => removeOldestEvents("warn", keep, BATCH_SIZE));
  return { shortened, removed: info + warn };
}

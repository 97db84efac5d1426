import { setTimeout as delay } from "node:timers/promises";
import { subDays } from "date-fns/subDays";
import { environment } from "~/config/env.server";
import {
  listEvents,
  reassignActs,
  reassignEvents,
  removeOldestEvents,
  shortenAddresses,
} from "~/models/event.server";
import type { Feature } from "../feature";
import { REST_MS } from "../jobs/once-a-day.server";
import { storeCollectedEvents } from "./events.server";
import { shortenAddress } from "./shorten-address.server";

/** The maximum number of stored events of each level. */
export const EVENTS_KEPT = 50_000;
/** Rows per batch; other requests can run between batches. */
const TIDY_BATCH_SIZE = 500;

/**
 * Shortens addresses older than `EVENT_ADDRESS_DAYS` and removes the oldest events beyond `EVENTS_KEPT` of
 * each level. Events older than 90 days are removed by the database itself.
 */
export async function tidyEvents({
  restMs = REST_MS,
  keep = EVENTS_KEPT,
  signal,
}: { restMs?: number; keep?: number; signal?: AbortSignal } = {}) {
  const inBatches = async (work: () => Promise<number>) => {
    for (let sum = 0; ;) {
      const found = await work();
      sum += found;
      if (found < TIDY_BATCH_SIZE || signal?.aborted) return sum;
      await delay(restMs);
    }
  };
  const before = subDays(new Date(), environment().EVENT_ADDRESS_DAYS);
  const shortened = await inBatches(() =>
    shortenAddresses(before, shortenAddress, TIDY_BATCH_SIZE),
  );
  const info = await inBatches(() => removeOldestEvents("info", keep, TIDY_BATCH_SIZE));
  const warn = await inBatches(() => removeOldestEvents("warn", keep, TIDY_BATCH_SIZE));
  return { shortened, removed: info + warn };
}

/** Events per batch; other requests can run between batches. */
const BATCH_SIZE = 200;

async function* readEventsOf(user: string) {
  for (let before: string | undefined; ;) {
    const found = await listEvents({ user, before }, BATCH_SIZE);
    for (const { address, details, ...event } of found) {
      const { administrator, ...own } = details;
      // The address of a refused action may be somebody else's, and that of an administrator's is.
      const isOwn = event.level === "info" && administrator === undefined;
      yield { ...event, details: own, address: isOwn ? address : null };
    }
    before = found.at(-1)?.id;
    if (found.length < BATCH_SIZE) return;
  }
}

/** Events about accounts, which are kept for some time. */
export const events: Feature = {
  async deleteFor({ id, successor }) {
    await storeCollectedEvents();
    while (await reassignEvents(id, successor.id, BATCH_SIZE));
    while (await reassignActs(id, successor.id, BATCH_SIZE));
  },
  exported: { events: readEventsOf },
  upkeep: {
    async events(log, signal) {
      const tidied = await tidyEvents({ signal });
      if (tidied.shortened || tidied.removed) log.info(tidied, "events were tidied");
    },
  },
};

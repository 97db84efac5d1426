import { listEvents, reassignEvents } from "~/models/event.server";
import type { Feature } from "../feature";
import { tidyEvents } from "./event-upkeep.server";
import { storeCollectedEvents } from "./events.server";

/** Events per batch; other requests can run between batches. */
const BATCH_SIZE = 200;

async function* readEventsOf(user: string) {
  for (let before: string | undefined; ;) {
    const found = await listEvents({ user, before }, BATCH_SIZE);
    for (const { address, ...event } of found) {
      // The address of a refused action may be somebody else's.
      yield { ...event, address: event.level === "info" ? address : null };
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
  },
  exported: { events: readEventsOf },
  upkeep: {
    async events(log, signal) {
      const tidied = await tidyEvents({ signal });
      if (tidied.shortened || tidied.removed) log.info(tidied, "events were tidied");
    },
  },
};

/** Tells people about announced events, in batches, after the response. */
import { addMilliseconds } from "date-fns/addMilliseconds";
import { claimAnnouncement, removeAnnouncement } from "~/models/announcement.server";
import { createWorkQueue } from "../jobs/work-queue.server";

/** How long a process may take for one batch before another process tells it again. */
const BATCH_MS = 20_000;

async function deliverNext(): Promise<boolean> {
  const now = new Date();
  const announcement = await claimAnnouncement(now, addMilliseconds(now, BATCH_MS));
  if (!announcement) return false;
  await removeAnnouncement(announcement.id);
  return true;
}

/** The events that people are still to be told about. */
export const announcementQueue = createWorkQueue({
  doNext: deliverNext,
  pollMs: 10_000,
  endingMs: 5_000,
  warning: "people could not be told about what has happened",
});

/** Counts the commenters on the week's articles in advance, so that a generation need not read all comments. */
import { setTimeout as wait } from "node:timers/promises";
import { millisecondsInDay } from "date-fns/constants";
import { decodeCursor, type Cursor } from "~/domain/cursor";
import { SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import { listSupport, storeOtherCommenters } from "~/models/article-counts.server";
import { countOtherCommenters } from "~/models/comment.server";
import type { Pace } from "../jobs/recount.server";

/** Articles per batch. */
const BATCH_SIZE = 50;
/** The pause between batches, in milliseconds, so that counting does not slow down requests. */
const REST_MS = 20;

/**
 * Counts the commenters other than the author on the articles in the window of the sentiment engine, if their comments
 * have changed since the last count.
 *
 * @param now the current time in milliseconds since 1970
 * @returns the number of articles whose commenters were counted
 */
export async function countWeeksCommenters({
  now = Date.now(),
  restMs = REST_MS,
  signal,
}: Pick<Pace, "restMs" | "signal"> & { now?: number } = {}): Promise<number> {
  const since = new Date(now - SENTIMENT_DAYS * millisecondsInDay);
  let counted = 0;
  for (let after: Cursor | null = null; !signal?.aborted;) {
    const page: Awaited<ReturnType<typeof listSupport>> = await listSupport(since, {
      limit: BATCH_SIZE,
      after,
    });
    const open = page.items.filter(({ otherCommenters }) => otherCommenters === null);
    const others = await countOtherCommenters(new Map(open.map((one) => [one.id, one.authorId])));
    await storeOtherCommenters(
      open.map((support) => ({ support, otherCommenters: others.get(support.id) ?? 0 })),
    );
    counted += open.length;
    if (page.next === null) break;
    after = decodeCursor(page.next);
    if (restMs) await wait(restMs, undefined, { signal }).catch(() => {});
  }
  return counted;
}

/** Counts who has commented on the week's articles, so that a generation need not read all comments. */
import { setTimeout as wait } from "node:timers/promises";
import { millisecondsInDay } from "date-fns/constants";
import { decodeCursor, type Cursor } from "~/domain/cursor";
import { SENTIMENT_DAYS } from "~/domain/sentiment/mention";
import { listSupport, storeOtherCommenters } from "~/models/article-counts.server";
import { countOtherCommenters } from "~/models/comment.server";
import type { Pace } from "../jobs/recount.server";

/** How many articles are looked at at a time. */
const SLICE = 50;
/** To rest between slices, in milliseconds, so that the site answers meanwhile as if nothing were going on. */
const REST_MS = 20;

/**
 * Counts the other people behind the comments on articles that are listened to, where comments have changed since they
 * were last counted.
 *
 * @param now in milliseconds
 * @returns of how many articles they were counted
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
      limit: SLICE,
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

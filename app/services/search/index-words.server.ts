import { setTimeout as wait } from "node:timers/promises";
import { articleWordIndex } from "~/models/article.server";
import { commentWordIndex } from "~/models/comment.server";
import { reviewWordIndex } from "~/models/review.server";
import { REST_MS } from "../jobs/daily.server";

/** How many documents get their words at a time. */
const SLICE = 200;

interface Filling {
  /** To rest between slices, in milliseconds. */
  restMs?: number;
  /** Ends it after the slice it is at. */
  signal?: AbortSignal;
}

/**
 * Notes the words of what was written before words were kept, or past them: found by an index, so that
 * it costs nothing where there is no such thing.
 *
 * @returns how many documents it looked at
 */
export async function indexMissingWords({ restMs = 0, signal }: Filling = {}): Promise<number> {
  let filled = 0;
  for (const findable of [articleWordIndex, reviewWordIndex, commentWordIndex]) {
    while (!signal?.aborted) {
      const count = await findable.fill(SLICE);
      filled += count;
      if (count < SLICE) break;
      if (restMs) await wait(restMs, undefined, { signal }).catch(() => {});
    }
  }
  return filled;
}

/** Fills in what is missing, as the site does by itself. @returns `null` when nothing was */
export async function indexMissingWordsInBackground(
  signal?: AbortSignal,
): Promise<{ documents: number } | null> {
  const documents = await indexMissingWords({ restMs: REST_MS, signal });
  return documents ? { documents } : null;
}

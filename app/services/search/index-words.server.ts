import { setTimeout as wait } from "node:timers/promises";
import { articleWordIndex } from "~/models/article.server";
import { commentWordIndex } from "~/models/comment.server";
import { reviewWordIndex } from "~/models/review.server";

/** Documents per batch. */
const BATCH_SIZE = 50;
/** Pause between batches in the background, in milliseconds. Short, because search misses documents without words. */
const REST_MS = 50;

interface IndexingOptions {
  /** Pause between batches, in milliseconds. */
  restMs?: number;
  /** Stops after the current batch. */
  signal?: AbortSignal;
}

/**
 * Indexes the words of documents that have none, such as those imported or created by earlier versions.
 * Uses an index, so it is cheap if there are none.
 *
 * @returns how many documents were processed
 */
export async function indexMissingWords({
  restMs = 0,
  signal,
}: IndexingOptions = {}): Promise<number> {
  let processed = 0;
  for (const index of [articleWordIndex, reviewWordIndex, commentWordIndex]) {
    while (!signal?.aborted) {
      const count = await index.fill(BATCH_SIZE);
      processed += count;
      if (count < BATCH_SIZE) break;
      if (restMs) await wait(restMs, undefined, { signal }).catch(() => {});
    }
  }
  return processed;
}

/**
 * Indexes missing words slowly, as a background job of the site. @returns `null` if there was nothing to do
 */
export async function indexMissingWordsInBackground(
  signal?: AbortSignal,
): Promise<{ documents: number } | null> {
  const documents = await indexMissingWords({ restMs: REST_MS, signal });
  return documents ? { documents } : null;
}

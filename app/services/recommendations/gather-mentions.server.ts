/** Hands the mentions of a week to whoever computes a sentiment from them. */
import type { MentionBatch } from "~/models/decode-mentions";
import { readMentionBatches } from "~/models/mention-batches.server";
import type { Window } from "~/models/mention-row";
import { readOutsideMentions } from "../sources/outside.server";
import type { RemoteJob } from "../worker/worker.server";
import { ArticleWeights } from "./article-weights.server";
import type { MentionIntake } from "./mention-intake";
import { rescoreOutdated } from "./mentions.server";
import { readOldestAccounts, readTrust } from "./supporters.server";

/** How many batches of a week are taken in at once: enough that reading goes on while a new thread starts. */
const BATCHES_UNDER_WAY = 24;

export interface Gathering {
  /**
   * Weighs articles by the upvotes and comments there were when the window ended, and leaves outside
   * sources alone, which know of no past.
   */
  asOfThen?: boolean;
  signal?: AbortSignal;
}

/**
 * Gathers the mentions of what was written in a time, with what each document counts for. Rows of an older
 * method are scored again first.
 *
 * @param window `from` belongs to it, `to` does not
 * @param intake is given the mentions a batch at a time, here or in a worker thread, as there may be more
 *   than fit into memory
 * @returns the outside sources that were heard, as people call them
 */
export async function gatherMentions(
  window: Window,
  intake: MentionIntake | RemoteJob<MentionIntake>,
  { asOfThen = false, signal }: Gathering = {},
): Promise<string[]> {
  const outside = asOfThen ? null : readOutsideMentions(window, signal);
  await rescoreOutdated(window, signal);
  const oldest = await readOldestAccounts();
  const weights = new ArticleWeights(asOfThen ? window.to : undefined);
  // One after the other, so that the order of what is stored does not depend on which answer comes first.
  const takeIn = async (batch: MentionBatch, before: Promise<void> | undefined) => {
    const { number, articles, newAuthors } = await intake.decode(batch);
    weights.add(articles);
    await before;
    await intake.trust(number, await readTrust(newAuthors, window.to, oldest));
  };
  // While one batch is looked up here, the next is decoded in the thread.
  const underWay: Promise<void>[] = [];
  for await (const batch of readMentionBatches(window)) {
    signal?.throwIfAborted();
    if (underWay.length >= BATCHES_UNDER_WAY) await underWay.shift();
    const takingIn = takeIn(batch, underWay.at(-1));
    // Should reading fail first, nobody awaits it; else it is thrown above.
    takingIn.catch(() => {});
    underWay.push(takingIn);
  }
  // Only now that the thread has all rows: it has more left to do than these queries take.
  const weightsSoFar = weights.lookUp();
  // Should a batch fail first, nobody awaits it; else it is thrown below.
  weightsSoFar.catch(() => {});
  await Promise.all(underWay);
  const addOutside = async () => {
    const { mentions = [], heard = [] } = (await outside) ?? {};
    await intake.add(mentions);
    await intake.close();
    return heard;
  };
  const [heard, ...found] = await Promise.all([addOutside(), weightsSoFar, weights.lookUp()]);
  for (const some of found.flat()) await intake.weigh(some);
  return heard;
}

/** Hands the mentions of a week to whoever computes a sentiment from them. */
import { readMentionBatches } from "~/models/mention-batches.server";
import type { Window } from "~/models/mention-row";
import { readOutsideMentions } from "../sources/outside.server";
import type { RemoteJob } from "../worker/worker.server";
import { weighArticles } from "./article-weights.server";
import type { DecodedBatch, MentionIntake } from "./mention-intake";
import { rescoreOutdated } from "./mentions.server";
import { readOldestAccounts, readTrust } from "./supporters.server";

/**
 * Of how many batches the authors are looked up together: with more, they are fewer queries, and more is held in memory
 * meanwhile.
 */
const BATCHES_AT_A_TIME = 24;

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
  const articles = new Map<string, string>();
  const take = async (decoding: readonly Promise<DecodedBatch>[], before: Promise<void>) => {
    const decoded = await Promise.all(decoding);
    for (const [id, author] of decoded.flatMap((batch) => [...batch.articles])) {
      articles.set(id, author);
    }
    const newAuthors = decoded.flatMap((batch) => batch.newAuthors);
    const trusts = await readTrust(newAuthors, window.to, oldest);
    await before;
    await intake.takeDecoded(decoded.length, trusts);
  };
  let decoding: Promise<DecodedBatch>[] = [];
  let taking = Promise.resolve();
  for await (const batch of readMentionBatches(window)) {
    signal?.throwIfAborted();
    if (decoding.length === BATCHES_AT_A_TIME) {
      await taking;
      taking = awaitedLater(take(decoding, taking));
      decoding = [];
    }
    // While it is decoded in the thread, the next is read.
    decoding.push(awaitedLater(intake.decode(batch)));
  }
  taking = awaitedLater(take(decoding, taking));
  const addOutside = async () => {
    const { mentions = [], heard = [] } = (await outside) ?? {};
    await intake.add(mentions);
    await intake.close();
    return heard;
  };
  await taking;
  const [heard, weights] = await Promise.all([
    addOutside(),
    weighArticles(articles, asOfThen ? window.to : undefined),
  ]);
  await intake.weigh(weights);
  return heard;
}

/** Keeps a promise that is awaited later from being reported as unhandled, should something else fail first. */
function awaitedLater<Result>(result: Result | Promise<Result>): Promise<Result> {
  const promise = Promise.resolve(result);
  promise.catch(() => {});
  return promise;
}

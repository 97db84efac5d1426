/** Reads the mentions of a week and passes them to the sentiment calculation. */
import { readMentionBatches } from "~/models/mention-batches.server";
import type { Window } from "~/models/mention-row";
import { readOutsideMentions } from "../sources/outside.server";
import type { RemoteJob } from "../worker/worker.server";
import { weighArticles } from "./article-weights.server";
import type { DecodedBatch, MentionIntake } from "./mention-intake";
import { rescoreOutdated } from "./mentions.server";
import { readOldestAccounts, readTrust } from "./supporters.server";

/**
 * The number of batches whose authors are looked up together. A larger number means fewer queries, but more memory.
 */
const BATCHES_AT_A_TIME = 24;

export interface Gathering {
  /**
   * Weighs articles by the upvotes and comments at the end of the window, and skips outside sources, which cannot be
   * queried for the past.
   */
  asOfThen?: boolean;
  signal?: AbortSignal;
}

/**
 * Gathers the mentions in documents written in a time window, with the weights of the documents. Mentions scored by an
 * older method are scored again first.
 *
 * @param window `from` is inclusive, `to` is exclusive
 * @param intake receives the mentions in batches, in this thread or in a worker thread, because they may not all fit
 *   into memory
 * @returns the display names of the outside sources that responded
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
    // The next batch is read while the worker thread decodes this one.
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

/** Marks a promise that is awaited later as handled, in case something else fails before. */
function awaitedLater<Result>(result: Result | Promise<Result>): Promise<Result> {
  const promise = Promise.resolve(result);
  promise.catch(() => {});
  return promise;
}

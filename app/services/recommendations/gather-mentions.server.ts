/** Reads the mentions of a week, weighed for the sentiment calculation. */
import { readMentions, type StoredMention, type Window } from "~/models/mention.server";
import { rescoreOutdated } from "./mentions.server";
import type { SketchedMention } from "../scoring/sentiment-calculation";
import { readOldestAccounts, readTrust } from "./supporters.server";
import { documentWeight, MAX_WEIGHT } from "~/domain/sentiment/sentiment";
import { findCounts, weighing } from "~/models/article-counts.server";
import { countOtherCommenters } from "~/models/comment.server";
import { countOtherUpvoters } from "~/models/upvote.server";
import { lookUpInBatches } from "./look-up.server";

/** Mentions per batch, few enough to be copied to a worker thread within some milliseconds. */
const BATCH_SIZE = 500;

export interface Gathering {
  /** Weighs articles by the upvotes and comments at the end of the window. */
  asOfThen?: boolean;
  signal?: AbortSignal;
}

/**
 * Yields the mentions in documents written in a time window, in batches, with the weights of their documents and the
 * trust in their authors. Mentions scored by an older method are scored again first, and those by authors without trust
 * are left out.
 */
export async function* gatherMentions(
  window: Window,
  { asOfThen = false, signal }: Gathering = {},
): AsyncGenerator<SketchedMention[], void, undefined> {
  await rescoreOutdated(window, signal);
  const oldest = await readOldestAccounts();
  const trusts = new Map<string, number>();
  const weigh = async (mentions: readonly StoredMention[]): Promise<SketchedMention[]> => {
    const authors = new Set(mentions.map(({ author }) => author).filter((id) => !trusts.has(id)));
    const articles = mentions.filter(({ kind }) => kind === "article");
    const [found, weights] = await Promise.all([
      readTrust([...authors], window.to, oldest),
      weighArticles(
        new Map(articles.map(({ document, author }) => [document, author])),
        asOfThen ? window.to : undefined,
      ),
    ]);
    for (const author of authors) trusts.set(author, found.get(author) ?? 0);
    return mentions
      .map(({ method: _, ...mention }) => ({
        ...mention,
        weight: weights.get(mention.document) ?? 1,
        trust: trusts.get(mention.author) ?? 0,
        isCopy: false,
      }))
      .filter(({ trust }) => trust > 0);
  };
  let batch: StoredMention[] = [];
  for await (const mention of readMentions(window)) {
    batch.push(mention);
    if (batch.length < BATCH_SIZE) continue;
    signal?.throwIfAborted();
    yield await weigh(batch);
    batch = [];
  }
  yield await weigh(batch);
}

const ARTICLES_PER_BATCH = 250;

/**
 * @param authors author ids by article id
 * @param before if given, only upvotes and comments from before this date count
 * @returns the weights of the articles by id
 */
export function weighArticles(
  authors: ReadonlyMap<string, string>,
  before?: Date,
): Promise<Map<string, number>> {
  return lookUpInBatches([...authors], ARTICLES_PER_BATCH, (some) =>
    weighSome(new Map(some), before),
  );
}

/** The number of upvotes that gives an article the maximum weight, even if one of them is its author's. */
const ENOUGH_UPVOTES = Math.ceil(Math.exp(MAX_WEIGHT - 1) - 1) + 1;

async function weighSome(
  authors: ReadonlyMap<string, string>,
  before: Date | undefined,
): Promise<Map<string, number>> {
  // Stored counts are current, so they cannot be used for an earlier date.
  const known = before ? new Map<string, number>() : await knownWeights([...authors.keys()]);
  const open = new Map([...authors].filter(([id]) => !known.has(id)));
  const [upvoters, commenters] = await Promise.all([
    countOtherUpvoters(open, before),
    countOtherCommenters(open, before),
  ]);
  const found = [...open.keys()].map((id): [string, number] => [
    id,
    documentWeight(upvoters.get(id) ?? 0, commenters.get(id) ?? 0),
  ]);
  return new Map([...known, ...found]);
}

/** @returns the weights of the articles whose stored counts are enough to know them, which are most */
async function knownWeights(ids: readonly string[]): Promise<Map<string, number>> {
  const weights = new Map<string, number>();
  for (const counts of await findCounts(ids)) {
    const { upvotes, commentsByOthers } = weighing(counts);
    // One of the upvotes may be the author's.
    if (upvotes >= ENOUGH_UPVOTES) weights.set(counts.id, MAX_WEIGHT);
    else if (!upvotes && !commentsByOthers) weights.set(counts.id, documentWeight(0, 0));
  }
  return weights;
}

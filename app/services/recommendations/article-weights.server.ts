import { documentWeight, MAX_WEIGHT } from "~/domain/sentiment/sentiment";
import { findCounts, weighing } from "~/models/article-counts.server";
import { countOtherCommenters } from "~/models/comment.server";
import { countOtherUpvoters } from "~/models/upvote.server";
import { lookUpInBatches } from "./look-up.server";

/** Articles per batch. */
const BATCH_SIZE = 250;

/**
 * @param authors author ids by article id
 * @param before if given, only upvotes and comments from before this date count
 * @returns the weights of the articles by id
 */
export function weighArticles(
  authors: ReadonlyMap<string, string>,
  before?: Date,
): Promise<Map<string, number>> {
  return lookUpInBatches([...authors], BATCH_SIZE, (some) => weighSome(new Map(some), before));
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

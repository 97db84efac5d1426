import { documentWeight, MOST_WEIGHT } from "~/domain/sentiment/sentiment";
import { findSupport, weighing, type Support } from "~/models/article-counts.server";
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
const ENOUGH_UPVOTES = Math.ceil(Math.exp(MOST_WEIGHT - 1) - 1) + 1;

async function weighSome(
  authors: ReadonlyMap<string, string>,
  before: Date | undefined,
): Promise<Map<string, number>> {
  // Stored counts are current, so they cannot be used for an earlier date.
  const support = before ? [] : await findSupport([...authors.keys()]);
  const known = knownWeights(support);
  const open = [...authors].filter(([id]) => !known.has(id));
  const commenters = knownCommenters(support);
  const [upvotes, comments] = await Promise.all([
    countOtherUpvoters(new Map(open), before),
    countOtherCommenters(new Map(open.filter(([id]) => !commenters.has(id))), before),
  ]);
  const found = open.map(([id]): [string, number] => [
    id,
    documentWeight(upvotes.get(id) ?? 0, commenters.get(id) ?? comments.get(id) ?? 0),
  ]);
  return new Map([...known, ...found]);
}

/** @returns the weights of the articles whose stored counts are enough to know them, which are most */
function knownWeights(support: readonly Support[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const one of support) {
    const { upvotes } = weighing(one);
    // One of the upvotes may be the author's.
    const atLeast =
      upvotes >= ENOUGH_UPVOTES ? MOST_WEIGHT : documentWeight(0, one.otherCommenters ?? 0);
    const isKnown = atLeast === MOST_WEIGHT || (upvotes === 0 && one.otherCommenters !== null);
    if (isKnown) weights.set(one.id, atLeast);
  }
  return weights;
}

const knownCommenters = (support: readonly Support[]): Map<string, number> =>
  new Map(
    support.flatMap(({ id, otherCommenters }) =>
      otherCommenters === null ? [] : [[id, otherCommenters]],
    ),
  );

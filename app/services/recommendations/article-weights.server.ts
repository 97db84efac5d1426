import { documentWeight, MOST_WEIGHT } from "~/domain/sentiment/sentiment";
import { findSupport } from "~/models/article-counts.server";
import { countOtherCommenters } from "~/models/comment.server";
import { countOtherUpvoters } from "~/models/upvote.server";

/** How many articles are looked up at a time. */
const ARTICLES = 250;

/** Looks up what articles count for, while more of them are still being found. */
export class ArticleWeights {
  private readonly added = new Set<string>();
  /** Author ids by article id, of the articles that are not looked up yet. */
  private waiting = new Map<string, string>();

  /** @param before counts only the upvotes and comments from before this date */
  constructor(private readonly before: Date | undefined) {}

  /** @param authors author ids by article id; articles that were added before are left out */
  add(authors: ReadonlyMap<string, string>): void {
    for (const [id, author] of authors) {
      if (!this.added.has(id)) this.waiting.set(id, author);
      this.added.add(id);
    }
  }

  /** @returns the weights of the articles that were added since the last call, in several maps by article id */
  async lookUp(): Promise<Map<string, number>[]> {
    const articles = [...this.waiting];
    this.waiting = new Map();
    const weights: Map<string, number>[] = [];
    for (let from = 0; from < articles.length; from += ARTICLES) {
      weights.push(await weightsOf(new Map(articles.slice(from, from + ARTICLES)), this.before));
    }
    return weights;
  }
}

/** From how many upvotes an article has the most weight, even if one of them is its author's. */
const ENOUGH_UPVOTES = Math.ceil(Math.exp(MOST_WEIGHT - 1) - 1) + 1;

/**
 * @param authors of articles, by their ids
 * @returns what the articles count for
 */
async function weightsOf(
  authors: ReadonlyMap<string, string>,
  before: Date | undefined,
): Promise<Map<string, number>> {
  const weights = before ? new Map<string, number>() : await knownWeights([...authors.keys()]);
  const open = new Map([...authors].filter(([id]) => !weights.has(id)));
  if (!open.size) return weights;
  const [upvoters, commenters] = await Promise.all([
    countOtherUpvoters(open, before),
    countOtherCommenters(open, before),
  ]);
  for (const id of open.keys()) {
    weights.set(id, documentWeight(upvoters.get(id) ?? 0, commenters.get(id) ?? 0));
  }
  return weights;
}

/** @returns the weights of those articles of which the stored counts say enough: most of them */
async function knownWeights(ids: readonly string[]): Promise<Map<string, number>> {
  const support = await findSupport(ids);
  return new Map(
    [...support].flatMap(([id, { upvotes, commentsByOthers }]): [string, number][] => {
      if (upvotes >= ENOUGH_UPVOTES) return [[id, MOST_WEIGHT]];
      return upvotes || commentsByOthers ? [] : [[id, documentWeight(0, 0)]];
    }),
  );
}

/** The steps of a recount: each compares stored counts with the rows, twice, and corrects them. */
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { topics } from "~/domain/topics";
import { workScore } from "~/domain/work-score";
import { correctCounts, type StoredCounts } from "~/models/article-counts.server";
import { countArticles, hasPosted } from "~/models/article.server";
import {
  correctCommentCounts,
  type CommentCounts,
  type CommentUpvotes,
} from "~/models/comment-counts.server";
import { countComments } from "~/models/comment.server";
import {
  correctHub,
  countContributors,
  readHubCounts,
  removeContributors,
  type Contributor,
  type HubCounts,
} from "~/models/hub.server";
import { countReviews, hasReviewed } from "~/models/review.server";
import { scoreReviews, sumRatings, type SummedRatings } from "~/models/review-scores.server";
import { countUpvotes } from "~/models/upvote.server";
import { correctWork, findWorks, type WorkRatings } from "~/models/work.server";

/** The result of a step. Wrong counts that were not corrected were being changed at the time. */
export interface Corrected {
  wrong: number;
  corrected: number;
}

/**
 * Corrects counts that are equally wrong in two comparisons. If the rows changed between these, a write may be in
 * progress that has not updated the count yet, so the count is left for the next recount.
 * @param findWrong the wrong counts among those of some keys, by key
 * @param correct corrects a count unless it has changed since it was read, and returns whether it did
 */
async function correctWrong<Found extends { actual: object }>(
  keys: readonly string[],
  recheckDelayMs: number,
  findWrong: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
  correct: (key: string, found: Found) => Promise<unknown>,
): Promise<Corrected> {
  const first = await findWrong(keys);
  if (!first.size) return { wrong: 0, corrected: 0 };
  await delay(recheckDelayMs);
  const second = await findWrong([...first.keys()]);
  let corrected = 0;
  for (const [key, found] of second) {
    if (!isDeepStrictEqual(found.actual, first.get(key)?.actual)) continue;
    if (await correct(key, found)) corrected += 1;
  }
  return { wrong: second.size, corrected };
}

export const correctArticles = (
  slice: readonly StoredCounts[],
  recheckDelayMs: number,
): Promise<Corrected> =>
  correctWrong(
    slice.map(({ id }) => id),
    recheckDelayMs,
    (ids) => wrongArticles(slice.filter(({ id }) => ids.includes(id))),
    (_, found) => correctCounts([found]),
  );

async function wrongArticles(slice: readonly StoredCounts[]) {
  const authors = new Map(slice.map(({ id, authorId }) => [id, authorId]));
  const [upvotes, comments] = await Promise.all([
    countUpvotes("article", authors),
    countComments(authors),
  ]);
  const wrong = new Map<
    string,
    { stored: StoredCounts; actual: Omit<StoredCounts, "id" | "authorId" | "category"> }
  >();
  for (const stored of slice) {
    const { id, authorId, category, ...counts } = stored;
    const actual: typeof counts = {
      upvotes: upvotes.get(id)?.all ?? 0,
      commentCount: comments.get(id)?.all ?? 0,
      commentsByOthers: comments.get(id)?.byOthers ?? 0,
      weightlessUpvotes: upvotes.get(id)?.weightless ?? 0,
      unprovenComments: comments.get(id)?.unproven ?? 0,
    };
    if (!isDeepStrictEqual(counts, actual)) wrong.set(id, { stored, actual });
  }
  return wrong;
}

export const correctComments = (
  slice: readonly CommentCounts[],
  recheckDelayMs: number,
): Promise<Corrected> =>
  correctWrong(
    slice.map(({ id }) => id),
    recheckDelayMs,
    (ids) => wrongComments(slice.filter(({ id }) => ids.includes(id))),
    (_, { stored, actual }) => correctCommentCounts(stored, actual),
  );

async function wrongComments(slice: readonly CommentCounts[]) {
  const authors = new Map(slice.map(({ id, authorId }) => [id, authorId]));
  const counted = await countUpvotes("comment", authors);
  const wrong = new Map<string, { stored: CommentCounts; actual: CommentUpvotes }>();
  for (const stored of slice) {
    const { all, weightless } = counted.get(stored.id) ?? { all: 0, weightless: 0 };
    const actual = { upvotes: all - weightless, unprovenUpvotes: weightless };
    const { id, authorId: _, ...counts } = stored;
    if (!isDeepStrictEqual(counts, actual)) wrong.set(id, { stored, actual });
  }
  return wrong;
}

/** Corrects the ratings of some works, and the scores of their reviews. */
export const correctWorks = (
  workKeys: readonly string[],
  recheckDelayMs: number,
): Promise<Corrected> =>
  correctWrong(workKeys, recheckDelayMs, wrongWorks, async (workKey, { stored, actual }) => {
    const ratings = await correctWork(workKey, stored, actual);
    if (ratings) await scoreReviews(workKey, ratings);
    return ratings;
  });

async function wrongWorks(workKeys: readonly string[]) {
  const [works, sums] = await Promise.all([findWorks(workKeys), sumRatings(workKeys)]);
  const wrong = new Map<string, { stored?: WorkRatings; actual: SummedRatings }>();
  for (const actual of sums) {
    const stored = works.get(actual.workKey);
    const score = workScore(actual.sum, actual.count);
    const isRight =
      stored?.sum === actual.sum &&
      stored.count === actual.count &&
      actual.lowestScore === score &&
      actual.highestScore === score;
    if (!isRight) wrong.set(actual.workKey, { stored, actual });
  }
  return wrong;
}

/**
 * Removes contributors who have nothing in the hub, because their only review there has moved. Sends one query at a
 * time, so that other queries are not delayed.
 */
export async function removeFormerContributors(slice: readonly Contributor[]): Promise<void> {
  const outdatedIds: string[] = [];
  for (const { id, userId, hub } of slice) {
    const hasContent = (await hasReviewed(userId, hub)) || (await hasPosted(userId, hub));
    if (!hasContent) outdatedIds.push(id);
  }
  await removeContributors(outdatedIds);
}

export const correctHubs = (recheckDelayMs: number): Promise<Corrected> =>
  correctWrong(
    topics.map(({ slug }) => slug),
    recheckDelayMs,
    wrongHubs,
    (slug, { stored, actual }) => correctHub(slug, stored, actual),
  );

async function wrongHubs(slugs: readonly string[]) {
  const counts = await readHubCounts();
  const wrong = new Map<string, { stored?: HubCounts; actual: HubCounts }>();
  for (const slug of slugs) {
    const [reviews, articles, contributors] = await Promise.all([
      countReviews({ hub: slug }),
      countArticles(slug),
      countContributors(slug),
    ]);
    const stored = counts.get(slug);
    const actual = { papers: reviews + articles, contributors };
    const isRight = isDeepStrictEqual(stored ?? { papers: 0, contributors: 0 }, actual);
    if (!isRight) wrong.set(slug, { stored, actual });
  }
  return wrong;
}

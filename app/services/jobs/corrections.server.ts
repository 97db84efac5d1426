/** The steps of a recount: each compares stored counts with the rows, twice, and corrects them. */
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { topics } from "~/domain/topics";
import { workScore } from "~/domain/work-score";
import { correctCounts, type StoredCounts } from "~/models/article-counts.server";
import { countArticles, hasPosted } from "~/models/article.server";
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
 * Corrects the counts of some articles. If the rows of an article changed between the two comparisons, a write may be
 * in progress that has not updated the counts yet, so the article is left for the next recount.
 * @returns how many articles had wrong counts, and how many were corrected
 */
export async function correctArticles(
  slice: readonly StoredCounts[],
  recheckDelayMs: number,
): Promise<Corrected> {
  const first = await findWrong(slice);
  if (!first.length) return { wrong: 0, corrected: 0 };
  await delay(recheckDelayMs);
  // `correctCounts` skips documents that have changed since they were read.
  const before = new Map(first.map(({ stored, actual }) => [stored.id, actual]));
  const second = await findWrong(first.map(({ stored }) => stored));
  const corrected = await correctCounts(
    second.filter(({ stored, actual }) => isDeepStrictEqual(actual, before.get(stored.id))),
  );
  return { wrong: second.length, corrected };
}

async function findWrong(slice: readonly StoredCounts[]) {
  const authors = new Map(slice.map(({ id, authorId }) => [id, authorId]));
  const [upvotes, comments] = await Promise.all([countUpvotes(authors), countComments(authors)]);
  return slice
    .map((stored) => ({
      stored,
      actual: {
        upvotes: upvotes.get(stored.id)?.all ?? 0,
        commentCount: comments.get(stored.id)?.all ?? 0,
        commentsByOthers: comments.get(stored.id)?.byOthers ?? 0,
        weightlessUpvotes: upvotes.get(stored.id)?.weightless ?? 0,
        unprovenComments: comments.get(stored.id)?.unproven ?? 0,
      },
    }))
    .filter(({ stored: { id, authorId, category, ...counts }, actual }) =>
      Object.entries(actual).some(([name, count]) => counts[name as keyof typeof counts] !== count),
    );
}

/** Like `correctArticles`, for the ratings of works and the scores of their reviews. */
export async function correctWorks(
  workKeys: readonly string[],
  recheckDelayMs: number,
): Promise<Corrected> {
  if (!workKeys.length) return { wrong: 0, corrected: 0 };
  const first = await wrongWorks(workKeys);
  if (!first.size) return { wrong: 0, corrected: 0 };
  await delay(recheckDelayMs);
  let corrected = 0;
  const second = await wrongWorks([...first.keys()]);
  for (const [workKey, { stored, actual }] of second) {
    if (!isDeepStrictEqual(actual, first.get(workKey)?.actual)) continue;
    const ratings = await correctWork(workKey, stored, actual);
    if (!ratings) continue;
    await scoreReviews(workKey, ratings);
    corrected += 1;
  }
  return { wrong: second.size, corrected };
}

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

/** Like `correctArticles`, for the counts of hubs. */
export async function correctHubs(recheckDelayMs: number): Promise<Corrected> {
  const first = await wrongHubs(topics.map(({ slug }) => slug));
  if (!first.size) return { wrong: 0, corrected: 0 };
  await delay(recheckDelayMs);
  let corrected = 0;
  const second = await wrongHubs([...first.keys()]);
  for (const [slug, { stored, actual }] of second) {
    if (!isDeepStrictEqual(actual, first.get(slug)?.actual)) continue;
    if (await correctHub(slug, stored, actual)) corrected += 1;
  }
  return { wrong: second.size, corrected };
}

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

import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { findTopic, topics } from "~/domain/topics";
import { workScore } from "~/domain/work-score";
import { correctCounts, listCounts, type StoredCounts } from "~/models/article-counts.server";
import { countArticles, hasPosted } from "~/models/article.server";
import { countComments } from "~/models/comment.server";
import {
  correctHub,
  countContributors,
  listContributors,
  ensureContributors,
  readHubCounts,
  removeContributors,
  type Contributor,
  type HubCounts,
} from "~/models/hub.server";
import { countReviews, hasReviewed } from "~/models/review.server";
import {
  listCountedReviews,
  scoreReviews,
  sumRatings,
  type SummedRatings,
} from "~/models/review-scores.server";
import { countUpvotes } from "~/models/upvote.server";
import { correctWork, findWorks, type WorkRatings } from "~/models/work.server";
import { invalidate } from "../cache/invalidation.server";
import { EVERYTHING } from "../cache/tags";
import { onceADay } from "./once-a-day.server";

/** How many rows are counted at a time, so that the site goes on answering meanwhile. */
const SLICE = 200;
/** How long a count that looks wrong is given to become right: the row may be just ahead of it. */
const SECOND_LOOK_MS = 1000;

export interface Recount {
  articles: number;
  reviews: number;
  corrected: number;
}

interface Pace {
  /** To rest between slices, in milliseconds. */
  restMs?: number;
  /** As `SECOND_LOOK_MS` says; less where nobody else is writing. */
  secondLookMs?: number;
  /** Ends it after the slice it is at; what was put right by then stays so. */
  signal?: AbortSignal;
}

/**
 * Sets all counts right from the rows they follow: a crash between a row and its count leaves one too
 * low. Articles first, then the works that are reviewed, then what the hubs come to.
 *
 * @returns how many articles and reviews there are, and how many counts were put right
 * @throws when it is ended half-way
 */
export async function recount(pace: Pace = {}): Promise<Recount> {
  const { secondLookMs = SECOND_LOOK_MS } = pace;
  const sum: Recount = { articles: 0, reviews: 0, corrected: 0 };
  await inSlices(pace, byId(listCounts), async (slice) => {
    sum.articles += slice.length;
    sum.corrected += await correctArticles(slice, secondLookMs);
    const papers = slice.filter(({ category }) => findTopic(category));
    await ensureContributors(papers.map(({ category, authorId }) => pair(category, authorId)));
  });
  let lastWork: string | undefined;
  await inSlices(pace, listCountedReviews, async (slice) => {
    sum.reviews += slice.length;
    const works = new Set(slice.map(({ workKey }) => workKey));
    // The slice before has ended with it: however many slices a work fills, it is looked at once.
    if (lastWork !== undefined) works.delete(lastWork);
    lastWork = slice.at(-1)?.workKey;
    sum.corrected += await correctWorks([...works], secondLookMs);
    await ensureContributors(slice.map(({ hub, userId }) => pair(hub, userId)));
  });
  await inSlices(pace, byId(listContributors), removeStrangers);
  sum.corrected += await correctHubs(secondLookMs);
  if (sum.corrected) await invalidate(EVERYTHING);
  return sum;
}

const pair = (hub: string, userId: string) => ({ hub, userId });

/** Reads the next rows after one, or from the beginning. */
type Read<Row> = (after: Row | null, limit: number) => Promise<Row[]>;

const byId =
  <Row extends { id: string }>(
    read: (afterId: string | null, limit: number) => Promise<Row[]>,
  ): Read<Row> =>
  (after, limit) =>
    read(after?.id ?? null, limit);

async function inSlices<Row>(
  { restMs, signal }: Pace,
  read: Read<Row>,
  work: (slice: Row[]) => Promise<void>,
) {
  for (let after: Row | null = null; ;) {
    const slice: Row[] = await read(after, SLICE);
    await work(slice);
    signal?.throwIfAborted();
    after = slice.at(-1) ?? null;
    if (slice.length < SLICE) return;
    if (restMs) await wait(restMs, undefined, { signal });
  }
}

async function correctArticles(
  slice: readonly StoredCounts[],
  secondLookMs: number,
): Promise<number> {
  const first = await findWrong(slice);
  if (!first.length) return 0;
  await wait(secondLookMs);
  // What was counted anew meanwhile was in use: its own counting may still be under way, so it waits
  // for the next time. `correctCounts` leaves alone what changed in the document.
  const before = new Map(first.map(({ stored, actual }) => [stored.id, actual]));
  const second = await findWrong(first.map(({ stored }) => stored));
  return correctCounts(
    second.filter(({ stored, actual }) => isDeepStrictEqual(actual, before.get(stored.id))),
  );
}

async function findWrong(slice: readonly StoredCounts[]) {
  const [upvotes, comments] = await Promise.all([
    countUpvotes(slice.map(({ id }) => id)),
    countComments(new Map(slice.map(({ id, authorId }) => [id, authorId]))),
  ]);
  return slice
    .map((stored) => ({
      stored,
      actual: {
        upvotes: upvotes.get(stored.id) ?? 0,
        commentCount: comments.get(stored.id)?.all ?? 0,
        commentsByOthers: comments.get(stored.id)?.byOthers ?? 0,
      },
    }))
    .filter(
      ({ stored, actual }) =>
        stored.upvotes !== actual.upvotes ||
        stored.commentCount !== actual.commentCount ||
        stored.commentsByOthers !== actual.commentsByOthers,
    );
}

/** @returns how many of some works had ratings, or reviews with a score, that were wrong */
async function correctWorks(workKeys: readonly string[], secondLookMs: number): Promise<number> {
  if (!workKeys.length) return 0;
  const first = await wrongWorks(workKeys);
  if (!first.size) return 0;
  await wait(secondLookMs);
  let corrected = 0;
  for (const [workKey, { stored, actual }] of await wrongWorks([...first.keys()])) {
    if (!isDeepStrictEqual(actual, first.get(workKey)?.actual)) continue;
    const ratings = await correctWork(workKey, stored, actual);
    if (!ratings) continue;
    await scoreReviews(workKey, ratings);
    corrected += 1;
  }
  return corrected;
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
 * Takes off the contributors who has nothing in the hub: their only review there has moved. One question
 * at a time, so that others have theirs answered in between.
 */
async function removeStrangers(slice: readonly Contributor[]): Promise<void> {
  const strangers: string[] = [];
  for (const { id, userId, hub } of slice) {
    const isAtHome = (await hasReviewed(userId, hub)) || (await hasPosted(userId, hub));
    if (!isAtHome) strangers.push(id);
  }
  await removeContributors(strangers);
}

async function correctHubs(secondLookMs: number): Promise<number> {
  const first = await wrongHubs(topics.map(({ slug }) => slug));
  if (!first.size) return 0;
  await wait(secondLookMs);
  let corrected = 0;
  for (const [slug, { stored, actual }] of await wrongHubs([...first.keys()])) {
    if (!isDeepStrictEqual(actual, first.get(slug)?.actual)) continue;
    if (await correctHub(slug, stored, actual)) corrected += 1;
  }
  return corrected;
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

/** Recounts once a day, beside a site that answers. @returns as `onceADay` does */
export const recountDaily = (signal?: AbortSignal): Promise<Recount | null> =>
  onceADay("recount", recount, signal);

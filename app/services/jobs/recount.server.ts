import { setTimeout as delay } from "node:timers/promises";
import { subDays } from "date-fns/subDays";
import { EVERYTHING } from "~/config/page-tags";
import type { UpvotedKind } from "~/domain/upvotes";
import { findTopic, topics } from "~/domain/topics";
import { findCounts, listCounts } from "~/models/article-counts.server";
import { findCommentCounts, listCommentCounts } from "~/models/comment-counts.server";
import { countAnswers, listCommentPlaces } from "~/models/comment.server";
import { ensureContributors, findContributors, listContributors } from "~/models/hub.server";
import { firstIdSince } from "~/models/ids.server";
import { listLowered, type Lowered } from "~/models/lowered-counts.server";
import {
  listCountedReviews,
  listReplacedReviews,
  listReviewsById,
  type CountedReview,
} from "~/models/review-scores.server";
import { listUpvoted } from "~/models/upvote.server";
import { users } from "~/models/user.server";
import { recountWriter } from "~/models/writer.server";
import { invalidate } from "../cache/invalidation.server";
import {
  correctArticles,
  correctComments,
  correctHubs,
  correctWorks,
  removeFormerContributors,
  type Corrected,
} from "./corrections.server";
import { onceADay, REST_MS } from "./once-a-day.server";

/** Rows per batch, few enough that the recount does not slow down requests. */
export const BATCH_SIZE = 50;
/** The pause before a wrong count is checked again, because a write may have stored the row but not the count yet. */
export const RECHECK_DELAY_MS = 1000;

export interface Recount {
  articles: number;
  reviews: number;
  corrected: number;
}

export interface Pace {
  /** The pause between batches, in milliseconds. */
  restMs?: number;
  /** See `RECHECK_DELAY_MS`; less if no other process is writing. */
  recheckDelayMs?: number;
  /** Aborts after the current batch; earlier corrections stay. */
  signal?: AbortSignal;
}

/**
 * Corrects all counts from the rows, because a crash between writing a row and its count leaves the count too low.
 * Counts articles first, then upvotes of comments, then reviewed works, then what each person has written, then hubs.
 * @returns the number of articles, of reviews, and of corrected counts
 */
export async function recount(pace: Pace = {}): Promise<Recount> {
  const { recheckDelayMs = RECHECK_DELAY_MS } = pace;
  const sum: Recount = { articles: 0, reviews: 0, corrected: 0 };
  await inBatches(pace, byId(listCounts), async (slice) => {
    sum.articles += slice.length;
    sum.corrected += (await correctArticles(slice, recheckDelayMs)).corrected;
    const papers = slice.filter(({ category }) => findTopic(category));
    await ensureContributors(papers.map(({ category, authorId }) => pair(category, authorId)));
  });
  await inBatches(pace, byId(listCommentCounts), async (slice) => {
    sum.corrected += (await correctComments(slice, recheckDelayMs)).corrected;
  });
  let lastWork: string | undefined;
  await inBatches(pace, listCountedReviews, async (slice) => {
    sum.reviews += slice.length;
    const works = new Set(slice.map(({ workKey }) => workKey));
    // Checked with the previous batch: a work whose reviews span several batches is checked once.
    if (lastWork !== undefined) works.delete(lastWork);
    lastWork = slice.at(-1)?.workKey;
    sum.corrected += (await correctWorks([...works], recheckDelayMs)).corrected;
    await ensureContributors(slice.map(({ hub, userId }) => pair(hub, userId)));
  });
  await inBatches(pace, byId(listContributors), removeFormerContributors);
  await inBatches(pace, byId(users.listAfter), async (slice) => {
    for (const { id, hasProvenEmail } of slice) if (hasProvenEmail) await recountWriter(id);
  });
  sum.corrected += (await correctHubs(recheckDelayMs)).corrected;
  if (sum.corrected) await invalidate(EVERYTHING);
  return sum;
}

const listUpvotesOf = (kind: UpvotedKind) => (afterId: string | null, limit: number) =>
  listUpvoted(kind, afterId, limit);

const pair = (hub: string, userId: string) => ({ hub, userId });

/** Reads the next rows after a row, or from the beginning. */
type Read<Row> = (after: Row | null, limit: number) => Promise<Row[]>;

export const byId =
  <Row extends { id: string }>(
    read: (afterId: string | null, limit: number) => Promise<Row[]>,
  ): Read<Row> =>
  (after, limit) =>
    read(after?.id ?? null, limit);

/** Processes all rows in batches, with a pause between them. */
export async function inBatches<Row>(
  { restMs, signal }: Pace,
  read: Read<Row>,
  work: (slice: Row[]) => Promise<void>,
): Promise<void> {
  for (let after: Row | null = null; ;) {
    const slice: Row[] = await read(after, BATCH_SIZE);
    await work(slice);
    signal?.throwIfAborted();
    after = slice.at(-1) ?? null;
    if (slice.length < BATCH_SIZE) return;
    if (restMs) await delay(restMs, undefined, { signal });
  }
}

/** Counts that change while they are checked are checked again, at most this many times. */
const MAX_ROUNDS = 10;

/**
 * Corrects the counts that a process may have left wrong when it was killed: those of rows written since a time, and
 * those of articles and comments that were about to lose an upvote or a comment. A count that the removal of a review
 * or an article left too high is corrected by the daily recount.
 */
export async function recountSince(since: Date, pace: Pace = {}): Promise<number> {
  const { recheckDelayMs = RECHECK_DELAY_MS } = pace;
  const written = <Row extends { id: string }>(
    read: (afterId: string, limit: number) => Promise<Row[]>,
    work: (slice: Row[]) => Promise<void>,
  ) => inBatches(pace, (last, limit) => read(last?.id ?? firstIdSince(since), limit), work);
  let corrected = 0;
  let mayChangeHubs = false;
  const correct = async (step: () => Promise<Corrected>) => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const found = await step();
      corrected += found.corrected;
      if (found.wrong === found.corrected) return;
    }
  };
  const correctReviewed = async (reviews: readonly CountedReview[]) => {
    if (reviews.length) mayChangeHubs = true;
    const works = [...new Set(reviews.map(({ workKey }) => workKey))];
    await correct(() => correctWorks(works, recheckDelayMs));
    await ensureContributors(reviews.map(({ hub, userId }) => pair(hub, userId)));
  };

  await written(listCounts, async (articles) => {
    const papers = articles.filter(({ category }) => findTopic(category));
    if (papers.length) mayChangeHubs = true;
    await ensureContributors(papers.map(({ category, authorId }) => pair(category, authorId)));
  });
  const correctArticlesOf = (ids: readonly string[]) =>
    correct(async () => correctArticles(await findCounts([...new Set(ids)]), recheckDelayMs));
  const correctAnswers = async (rootIds: readonly string[]) => {
    for (const id of new Set(rootIds)) if (await countAnswers(id)) corrected += 1;
  };
  await written(listCommentPlaces, async (rows) => {
    await correctArticlesOf(
      rows.flatMap(({ subject }) => (subject.kind === "article" ? [subject.id] : [])),
    );
    await correctAnswers(rows.map(({ rootId }) => rootId));
  });
  await written(listUpvotesOf("article"), (rows) =>
    correctArticlesOf(rows.map(({ textId }) => textId)),
  );
  const correctCommentsOf = async (ids: readonly string[]) => {
    await correct(async () =>
      correctComments(await findCommentCounts([...new Set(ids)]), recheckDelayMs),
    );
    await correctAnswers(ids);
  };
  await written(listUpvotesOf("comment"), (rows) =>
    correctCommentsOf(rows.map(({ textId }) => textId)),
  );
  for (const [kind, correctCounts] of [
    ["article", correctArticlesOf],
    ["comment", correctCommentsOf],
  ] as const) {
    const listSince = (last: Lowered | null, limit: number) =>
      listLowered(kind, since, last, limit);
    await inBatches(pace, listSince, (texts) => correctCounts(texts.map(({ id }) => id)));
  }
  await written(listReviewsById, correctReviewed);
  const listReplaced = (last: CountedReview | null, limit: number) =>
    listReplacedReviews(since, last, limit);
  await inBatches(pace, listReplaced, async (reviews) => {
    await correctReviewed(reviews);
    // A review that has moved may have been its author's last in its former hub.
    const hubs = topics.map(({ slug }) => slug);
    const authors = [...new Set(reviews.map(({ userId }) => userId))];
    await removeFormerContributors(await findContributors(hubs, authors));
  });
  if (mayChangeHubs) await correct(() => correctHubs(recheckDelayMs));
  if (corrected) await invalidate(EVERYTHING);
  return corrected;
}

/** Corrects the counts of what was written in the last day. @returns the number of corrected counts */
export const recountLastDay = (signal: AbortSignal): Promise<number> =>
  recountSince(subDays(new Date(), 1), { restMs: REST_MS, signal });

/** Recounts once a day, in the background. @returns as `onceADay` does */
export const recountDaily = (signal?: AbortSignal): Promise<Recount | null> =>
  onceADay("recount", recount, signal);

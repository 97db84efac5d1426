import { setTimeout as wait } from "node:timers/promises";
import { findTopic } from "~/domain/topics";
import { listCounts } from "~/models/article-counts.server";
import { ensureContributors, listContributors } from "~/models/hub.server";
import { listCountedReviews } from "~/models/review-scores.server";
import { invalidate } from "../cache/invalidation.server";
import { EVERYTHING } from "../cache/tags";
import { correctArticles, correctHubs, correctWorks, removeStrangers } from "./corrections.server";
import { onceADay } from "./once-a-day.server";

/** How many rows are counted at a time, so that the site goes on answering meanwhile. */
export const SLICE = 50;
/** How long a count that looks wrong is given to become right: the row may be just ahead of it. */
export const SECOND_LOOK_MS = 1000;

export interface Recount {
  articles: number;
  reviews: number;
  corrected: number;
}

export interface Pace {
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
    sum.corrected += (await correctArticles(slice, secondLookMs)).corrected;
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
    sum.corrected += (await correctWorks([...works], secondLookMs)).corrected;
    await ensureContributors(slice.map(({ hub, userId }) => pair(hub, userId)));
  });
  await inSlices(pace, byId(listContributors), removeStrangers);
  sum.corrected += (await correctHubs(secondLookMs)).corrected;
  if (sum.corrected) await invalidate(EVERYTHING);
  return sum;
}

export const pair = (hub: string, userId: string) => ({ hub, userId });

/** Reads the next rows after one, or from the beginning. */
type Read<Row> = (after: Row | null, limit: number) => Promise<Row[]>;

export const byId =
  <Row extends { id: string }>(
    read: (afterId: string | null, limit: number) => Promise<Row[]>,
  ): Read<Row> =>
  (after, limit) =>
    read(after?.id ?? null, limit);

/** Reads rows in slices, from the beginning or after one, and rests between them. */
export async function inSlices<Row>(
  { restMs, signal }: Pace,
  read: Read<Row>,
  work: (slice: Row[]) => Promise<void>,
): Promise<void> {
  for (let after: Row | null = null; ;) {
    const slice: Row[] = await read(after, SLICE);
    await work(slice);
    signal?.throwIfAborted();
    after = slice.at(-1) ?? null;
    if (slice.length < SLICE) return;
    if (restMs) await wait(restMs, undefined, { signal });
  }
}

/** Recounts once a day, beside a site that answers. @returns as `onceADay` does */
export const recountDaily = (signal?: AbortSignal): Promise<Recount | null> =>
  onceADay("recount", recount, signal);

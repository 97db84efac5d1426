import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { correctCounts, listCounts, type StoredCounts } from "~/models/article.server";
import { countComments } from "~/models/comment.server";
import { takeLease } from "~/models/lease.server";
import { countUpvotes } from "~/models/upvote.server";

/** How many articles are counted at a time, so that the site goes on answering meanwhile. */
const SLICE = 200;
/** How long a count that looks wrong is given to become right: the row may be just ahead of it. */
const SECOND_LOOK_MS = 1000;

export interface Recount {
  articles: number;
  corrected: number;
}

/**
 * Sets the counts of all articles right from the rows they follow: a crash between a row and its count
 * leaves one too low.
 *
 * @param options.restMs to rest between slices, in milliseconds
 * @param options.signal ends it after the slice it is at
 * @returns how many articles there are, and how many had a count put right
 */
export async function recountArticles({
  restMs = 0,
  signal,
}: { restMs?: number; signal?: AbortSignal } = {}): Promise<Recount> {
  const sum: Recount = { articles: 0, corrected: 0 };
  for (let after: string | null = null; ;) {
    const slice: StoredCounts[] = await listCounts(after, SLICE);
    sum.articles += slice.length;
    sum.corrected += await correctSlice(slice);
    after = slice.at(-1)?.id ?? null;
    if (slice.length < SLICE || signal?.aborted) return sum;
    if (restMs) await wait(restMs);
  }
}

async function correctSlice(slice: readonly StoredCounts[]): Promise<number> {
  const first = await findWrong(slice);
  if (!first.length) return 0;
  await wait(SECOND_LOOK_MS);
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

/** Less than a day, so that an hourly look never puts it off to the next one. */
const ONCE_A_DAY_MS = 23.5 * 3_600_000;
/** Between slices, so that the site answers meanwhile as if nothing were going on. */
const REST_MS = 200;

/** Recounts if no process has done so within the day. @returns `null` when there was nothing to do */
export async function recountDaily(signal?: AbortSignal): Promise<Recount | null> {
  const isDue = await takeLease("recount", ONCE_A_DAY_MS);
  return isDue ? recountArticles({ restMs: REST_MS, signal }) : null;
}

import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { correctCounts, listCounts, type StoredCounts } from "~/models/article.server";
import { countComments } from "~/models/comment.server";
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
 * @param pauseMs to rest between slices, in milliseconds
 * @returns how many articles there are, and how many had a count put right
 */
export async function recountArticles(pauseMs = 0): Promise<Recount> {
  const sum: Recount = { articles: 0, corrected: 0 };
  for (let after: string | null = null; ;) {
    const slice: StoredCounts[] = await listCounts(after, SLICE);
    sum.articles += slice.length;
    sum.corrected += await correctSlice(slice);
    after = slice.at(-1)?.id ?? null;
    if (slice.length < SLICE) return sum;
    if (pauseMs) await wait(pauseMs);
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

import { findTopic, topics } from "~/domain/topics";
import { findCounts, listCounts } from "~/models/article-counts.server";
import { listCommentedArticles } from "~/models/comment.server";
import { ensureContributors, findContributors } from "~/models/hub.server";
import { firstIdSince } from "~/models/ids.server";
import {
  listReplacedReviews,
  listReviewsById,
  type CountedReview,
  type ReplacedReview,
} from "~/models/review-scores.server";
import { listUpvotedArticles } from "~/models/upvote.server";
import { invalidate } from "../cache/invalidation.server";
import { EVERYTHING } from "../cache/tags";
import {
  correctArticles,
  correctHubs,
  correctWorks,
  removeFormerContributors,
  type Corrected,
} from "./corrections.server";
import { inBatches, pair, RECHECK_DELAY_MS, type Pace } from "./recount.server";

/** Counts that change while they are checked are checked again, at most this many times. */
const MOST_ROUNDS = 10;

/**
 * Corrects the counts that a killed process may have left wrong: those of rows written since a time. A removal leaves
 * no new row, so a count that it left too high is corrected by the daily recount, or when the interrupted command is
 * run again.
 *
 * @returns the number of corrected counts
 * @throws if it is aborted
 */
export async function recountSince(since: Date, pace: Pace = {}): Promise<number> {
  const { recheckDelayMs = RECHECK_DELAY_MS } = pace;
  const afterId = firstIdSince(since);
  const seen = new Set<string>();
  let corrected = 0;
  let mayChangeHubs = false;

  const correctOf = async (articleIds: readonly string[]) => {
    const unseen = [...new Set(articleIds)].filter((id) => !seen.has(id));
    for (const id of unseen) seen.add(id);
    if (!unseen.length) return;
    corrected += await untilRight(async () =>
      correctArticles(await findCounts(unseen), recheckDelayMs),
    );
  };
  const correctReviewed = async (reviews: readonly CountedReview[]) => {
    if (!reviews.length) return;
    mayChangeHubs = true;
    const works = [...new Set(reviews.map(({ workKey }) => workKey))];
    corrected += await untilRight(() => correctWorks(works, recheckDelayMs));
    await ensureContributors(reviews.map(({ hub, userId }) => pair(hub, userId)));
  };

  await inBatches(pace, after(afterId, listCounts), async (articles) => {
    const papers = articles.filter(({ category }) => findTopic(category));
    if (papers.length) mayChangeHubs = true;
    await ensureContributors(papers.map(({ category, authorId }) => pair(category, authorId)));
  });
  for (const list of [listCommentedArticles, listUpvotedArticles]) {
    await inBatches(pace, after(afterId, list), (rows) =>
      correctOf(rows.map(({ articleId }) => articleId)),
    );
  }
  await inBatches(pace, after(afterId, listReviewsById), correctReviewed);
  const listReplaced = (last: ReplacedReview | null, limit: number) =>
    listReplacedReviews(since, last, limit);
  await inBatches(pace, listReplaced, async (reviews) => {
    await correctReviewed(reviews);
    // A review that has moved may have been its author's last in its former hub.
    const hubs = topics.map(({ slug }) => slug);
    const authors = [...new Set(reviews.map(({ userId }) => userId))];
    await removeFormerContributors(await findContributors(hubs, authors));
  });
  if (mayChangeHubs) corrected += await untilRight(() => correctHubs(recheckDelayMs));
  if (corrected) await invalidate(EVERYTHING);
  return corrected;
}

/** Adapts a reader of rows by id, so that it starts after `first`. */
const after =
  <Row extends { id: string }>(
    first: string,
    read: (afterId: string, limit: number) => Promise<Row[]>,
  ) =>
  (last: Row | null, limit: number): Promise<Row[]> =>
    read(last?.id ?? first, limit);

async function untilRight(correct: () => Promise<Corrected>): Promise<number> {
  let sum = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { wrong, corrected } = await correct();
    sum += corrected;
    if (wrong === corrected) break;
  }
  return sum;
}

/** Supporters: older accounts that have upvoted an author's articles. Their number decides the trust in the author. */
import { millisecondsInDay } from "date-fns/constants";
import { OLDER_BY_DAYS, SUPPORTERS_NEEDED, trustOf } from "~/domain/sentiment/author-trust";
import { findCounts } from "~/models/article-counts.server";
import {
  countSupporters,
  removeUnseenSupport,
  storeSupport,
  type Support,
} from "~/models/supporter.server";
import { listUpvotes, type ListedUpvote } from "~/models/upvote.server";
import { findAccountAges, findOldestAccounts } from "~/models/user.server";
import { byId, inBatches, type Pace } from "../jobs/recount.server";
import { onceADay } from "../jobs/once-a-day.server";

/** The number of supporters stored per author. One more than needed, in case an account is deleted. */
const SUPPORTERS_STORED = SUPPORTERS_NEEDED + 1;

const OLDER_BY_MS = OLDER_BY_DAYS * millisecondsInDay;

/** Stores the supporters of all authors again, from all upvotes. @returns the number of upvotes */
export async function refreshSupporters(pace: Pace = {}): Promise<{ upvotes: number }> {
  const startedAt = new Date();
  const noted = new Map<string, Set<string>>();
  let upvotes = 0;
  await inBatches<ListedUpvote>(pace, byId(listUpvotes), async (slice) => {
    upvotes += slice.length;
    const supports = (await supportIn(slice)).filter(({ author, supporter }) => {
      const own = noted.get(author) ?? new Set();
      noted.set(author, own);
      if (own.has(supporter) || own.size >= SUPPORTERS_STORED) return false;
      own.add(supporter);
      return true;
    });
    await storeSupport(supports, startedAt);
  });
  await removeUnseenSupport(startedAt);
  return { upvotes };
}

/** @returns the upvotes that count as support: those by accounts that are older than the author's */
async function supportIn(upvotes: readonly ListedUpvote[]): Promise<Support[]> {
  const articles = await findCounts([...new Set(upvotes.map(({ articleId }) => articleId))]);
  const authors = new Map(articles.map(({ id, authorId }) => [id, authorId]));
  const people = new Set([...authors.values(), ...upvotes.map(({ userId }) => userId)]);
  const ages = await findAccountAges([...people]);
  return upvotes.flatMap(({ articleId, userId, createdAt }) => {
    const author = authors.get(articleId);
    const [since, other] = [ages.get(author ?? ""), ages.get(userId)];
    if (!author || !since || !other?.isProven) return [];
    const isOlder = since.createdAt.getTime() - other.createdAt.getTime() >= OLDER_BY_MS;
    return isOlder ? [{ author, supporter: userId, since: createdAt }] : [];
  });
}

/** Refreshes the supporters once a day. @returns as `onceADay` does */
export const refreshSupportersDaily = (signal?: AbortSignal): Promise<{ upvotes: number } | null> =>
  onceADay("supporters", refreshSupporters, signal);

/** @returns the creation dates of the oldest accounts, oldest first, as many as an author needs supporters */
export const readOldestAccounts = (): Promise<Date[]> => findOldestAccounts(SUPPORTERS_NEEDED);

/**
 * @param authors the ids of accounts; other ids are left out of the result
 * @param at the time for which the trust is computed
 * @param oldest the result of `readOldestAccounts`
 * @returns the trust in each author, from 0 (for an unconfirmed address) to 1
 */
export async function readTrust(
  authors: readonly string[],
  at: Date,
  oldest: readonly Date[],
): Promise<Map<string, number>> {
  const [ages, supporters] = await Promise.all([
    findAccountAges(authors),
    // During a refresh, previous rows may exist besides the new ones.
    countSupporters(authors, at, 2 * SUPPORTERS_STORED),
  ]);
  const trustIn = (id: string, since: number) =>
    trustOf({
      ageDays: (at.getTime() - since) / millisecondsInDay,
      supporters: supporters.get(id) ?? 0,
      olderAccounts: oldest.filter((other) => since - other.getTime() >= OLDER_BY_MS).length,
    });
  return new Map(
    [...ages].map(([id, { createdAt, isProven }]) => [
      id,
      isProven ? trustIn(id, createdAt.getTime()) : 0,
    ]),
  );
}

/** Who stands behind whom: the upvotes of older accounts, which the trust in an author is made of. */
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
import { byId, inSlices, type Pace } from "../jobs/recount.server";
import { onceADay } from "../jobs/once-a-day.server";
import { lookUpInBatches } from "./look-up.server";

/** How many supporters are noted of an author. One more than needed, should an account be deleted. */
const NOTED = SUPPORTERS_NEEDED + 1;

const OLDER_BY_MS = OLDER_BY_DAYS * millisecondsInDay;

/**
 * Notes anew who supports whom, from all upvotes.
 *
 * @returns how many upvotes there are
 * @throws when it is ended half-way
 */
export async function refreshSupporters(pace: Pace = {}): Promise<{ upvotes: number }> {
  const startedAt = new Date();
  const noted = new Map<string, Set<string>>();
  let upvotes = 0;
  await inSlices<ListedUpvote>(pace, byId(listUpvotes), async (slice) => {
    upvotes += slice.length;
    const supports = (await supportIn(slice)).filter(({ author, supporter }) => {
      const own = noted.get(author) ?? new Set();
      noted.set(author, own);
      if (own.has(supporter) || own.size >= NOTED) return false;
      own.add(supporter);
      return true;
    });
    await storeSupport(supports, startedAt);
  });
  await removeUnseenSupport(startedAt);
  return { upvotes };
}

/** @returns the support in some upvotes: those of others than the author, with accounts that are older */
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

/** Notes the supporters anew once a day. @returns as `onceADay` does */
export const refreshSupportersDaily = (signal?: AbortSignal): Promise<{ upvotes: number } | null> =>
  onceADay("supporters", refreshSupporters, signal);

/** @returns when the accounts were made that decide who has older ones: the oldest, oldest first */
export const readOldestAccounts = (): Promise<Date[]> => findOldestAccounts(SUPPORTERS_NEEDED);

/** Of how many authors the trust is looked up at a time. */
const AUTHORS = 125;

/**
 * @param authors ids of accounts; others get no trust
 * @param at of which moment the trust is
 * @param oldest as `readOldestAccounts` gives it
 * @returns what each author counts for, from 0 for those with an unproven address to 1
 */
export function readTrust(
  authors: readonly string[],
  at: Date,
  oldest: readonly Date[],
): Promise<Map<string, number>> {
  return lookUpInBatches(authors, AUTHORS, (some) => trustOfSome(some, at, oldest));
}

async function trustOfSome(
  authors: readonly string[],
  at: Date,
  oldest: readonly Date[],
): Promise<[id: string, trust: number][]> {
  const [ages, supporters] = await Promise.all([
    findAccountAges(authors),
    // While they are noted anew, there may be those of before beside them.
    countSupporters(authors, at, 2 * NOTED),
  ]);
  return [...ages].map(([id, { createdAt, isProven }]) => {
    const isOlder = (other: Date) => createdAt.getTime() - other.getTime() >= OLDER_BY_MS;
    const standing = {
      ageDays: (at.getTime() - createdAt.getTime()) / millisecondsInDay,
      supporters: supporters.get(id) ?? 0,
      olderAccounts: oldest.filter(isOlder).length,
    };
    return [id, isProven ? trustOf(standing) : 0];
  });
}

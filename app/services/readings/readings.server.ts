/** When people have read discussions and lists, and how much is new since then. */
import { MAX_NEW_COUNTED, newSince } from "~/domain/reading";
import type { CommentSubject } from "~/domain/threads";
import { listNewArticles } from "~/models/article.server";
import {
  findReading,
  removeOldestReadings,
  storeReadings,
  type NewReading,
} from "~/models/reading.server";
import { listNewReviews } from "~/models/review.server";
import { listNewComments } from "~/models/threads.server";
import { createBatch } from "../jobs/batch.server";

/** A discussion or a list that people read. */
export type ReadPlace =
  | { discussion: CommentSubject }
  | { articles: string | null }
  | { reviews: string; category?: string | undefined }
  | { following: true }
  | { frontPage: true };

/** The name that a place is stored under. */
function nameOf(place: ReadPlace): string {
  if ("discussion" in place) return `${place.discussion.kind} ${place.discussion.id}`;
  if ("articles" in place) return place.articles ? `category ${place.articles}` : "community";
  if ("following" in place) return "following";
  if ("frontPage" in place) return "front page";
  return ["hub", place.reviews, ...(place.category ? [place.category] : [])].join(" ");
}

/**
 * @param isContinued whether a later page is opened, which belongs to the sitting in which the first one was
 * @returns what is newer than this is new to the reader; `null` if the reader was never there before
 */
export const readSince = async (
  userId: string,
  place: ReadPlace,
  isContinued: boolean,
): Promise<Date | null> =>
  newSince(await findReading(userId, nameOf(place)), new Date(), isContinued);

const batch = createBatch<NewReading>(async (read) => {
  for (const userId of await storeReadings(read)) await removeOldestReadings(userId);
}, "it could not be stored where readers are");

/** Stores that a person opens a place now, after the response. */
export function storeReadingLater(userId: string, place: ReadPlace): void {
  const name = nameOf(place);
  batch.add(`${userId} ${name}`, { userId, place: name, at: new Date() });
}

/** Stores at once what has been collected. */
export const storeCollectedReadings = batch.finish;

/** What has been added by others: how many, counted up to `MAX_NEW_COUNTED`, and the id of the first. */
export interface News {
  count: number;
  isMore: boolean;
  firstId: string;
}

/** Counts what others have added to a place since a time. @returns `null` if nothing */
export async function countNews(
  userId: string,
  place: Exclude<ReadPlace, { following: true }>,
  since: Date,
): Promise<News | null> {
  const query = { since, exceptBy: userId, limit: MAX_NEW_COUNTED + 1 };
  const ids = await listNew(place, query);
  const [firstId] = ids;
  return firstId === undefined
    ? null
    : {
        count: Math.min(ids.length, MAX_NEW_COUNTED),
        isMore: ids.length > MAX_NEW_COUNTED,
        firstId,
      };
}

function listNew(
  place: Exclude<ReadPlace, { following: true }>,
  query: { since: Date; exceptBy: string; limit: number },
): Promise<string[]> {
  if ("discussion" in place) return listNewComments(place.discussion, query);
  if ("articles" in place) return listNewArticles(place.articles, query);
  if ("frontPage" in place) return listNewArticles(null, query);
  return listNewReviews({ hub: place.reviews, category: place.category }, query);
}

import { EVERYTHING } from "~/config/page-tags";
import { articleWordIndex } from "~/models/article.server";
import { noteWordIndex } from "~/models/bookmark.server";
import { commentWordIndex } from "~/models/comment.server";
import { reviewWordIndex } from "~/models/review.server";
import { invalidate } from "../cache/invalidation.server";
import type { Feature } from "../feature";
import { oncePerVersion } from "../jobs/once-a-day.server";
import { byId, inBatches, type Pace } from "../jobs/recount.server";

/** The version of the indexed words and folded texts. Increment it when the same document gets others. */
export const WORDS_VERSION = 2;

/** Indexes the words of all documents again. @returns how many documents were processed @throws if it is aborted */
export async function indexAllWords(pace: Pace = {}): Promise<{ documents: number }> {
  let documents = 0;
  for (const index of [articleWordIndex, reviewWordIndex, commentWordIndex, noteWordIndex]) {
    await inBatches(pace, byId(index.refresh), async (indexed) => {
      documents += indexed.length;
    });
  }
  if (documents) await invalidate(EVERYTHING);
  return { documents };
}

/** The words that searches find. */
export const search: Feature = {
  upkeep: {
    async words(log, signal) {
      const indexed = await oncePerVersion("search words", WORDS_VERSION, indexAllWords, signal);
      if (indexed?.documents) log.info(indexed, "search words were added");
    },
  },
};

import type { Feature } from "../feature";
import { oncePerVersion } from "../jobs/once-a-day.server";
import { indexAllWords, WORDS_VERSION } from "./index-words.server";

/** The words that searches find. */
export const search: Feature = {
  upkeep: {
    async words(log, signal) {
      const indexed = await oncePerVersion("search words", WORDS_VERSION, indexAllWords, signal);
      if (indexed?.documents) log.info(indexed, "search words were added");
    },
  },
};

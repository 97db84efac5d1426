import { setImmediate as others } from "node:timers/promises";
import {
  encodePlace,
  RESULTS_PER_PAGE,
  searchKinds,
  type SearchKind,
  type SearchPlace,
} from "~/domain/search";
import { queryWords } from "~/domain/tokenizer";
import { articleWordIndex } from "~/models/article.server";
import { commentWordIndex } from "~/models/comment.server";
import type { WordIndex, WordQuery, WordField } from "~/models/word-index.server";
import { reviewWordIndex } from "~/models/review.server";
import type { SearchQuery } from "~/schemas/search";
import { readSubjectTitles } from "../articles/subject-titles.server";
import {
  serializeArticleResult,
  serializeCommentResult,
  serializeReviewResult,
  type SearchResult,
} from "./search-results";

/**
 * The number of documents containing the rarest word that are scanned per page and for the match counts. Limits
 * the cost of searching for words that are common but rarely occur together.
 */
export const SEARCH_WINDOW = 1000;

/** The number of matches; a lower bound if `isMore`, because not all documents were scanned. */
export interface MatchCount {
  count: number;
  isMore: boolean;
}

export interface SearchResults {
  kind: SearchKind;
  /** The searched words; empty if the query contained none. */
  words: string[];
  /** Whether the query had more words than the limit. */
  hasMoreWords: boolean;
  counts: Record<SearchKind, MatchCount>;
  results: SearchResult[];
  /** Where to continue, encoded; `null` when everything has been scanned. */
  next: string | null;
  /** How many documents were scanned, if the page is short because of the limit. */
  lookedAt: number | null;
}

interface Page<Item> {
  items: Item[];
  next: SearchPlace | null;
  lookedAt: number | null;
}

const NO_MATCHES: MatchCount = { count: 0, isMore: false };

/**
 * Searches for documents that contain every word: first those with all words in the title, then the rest,
 * each newest first. Without `kind`, shows the first kind that has matches.
 */
export async function search({ q, kind, after }: SearchQuery): Promise<SearchResults> {
  const { words, hasMore } = queryWords(q);
  const request = { words, hasMoreWords: hasMore };
  if (!words.length) {
    const counts = { articles: NO_MATCHES, reviews: NO_MATCHES, comments: NO_MATCHES };
    const nothing = { counts, results: [], next: null, lookedAt: null };
    return { ...request, ...nothing, kind: kind ?? "articles" };
  }
  // Sequential, because the embedded database yields to other requests only between queries.
  const counted = {
    articles: await countMatches(articleWordIndex, words),
    reviews: await countMatches(reviewWordIndex, words),
    comments: await countMatches(commentWordIndex, words),
  };
  const shown =
    kind ?? searchKinds.find((candidate) => mayHaveMatches(counted[candidate])) ?? "articles";
  const { results, next, lookedAt } = await readResults(shown, words, counted[shown].rarest, after);
  return {
    ...request,
    kind: shown,
    counts: {
      articles: countOf(counted.articles),
      reviews: countOf(counted.reviews),
      comments: countOf(counted.comments),
    },
    results,
    lookedAt,
    next: next && encodePlace(next),
  };
}

type Rarest = WordQuery["rarest"];
type Counted = MatchCount & { rarest: Rarest };
const countOf = ({ count, isMore }: Counted): MatchCount => ({ count, isMore });
const mayHaveMatches = ({ count, isMore }: MatchCount) => count > 0 || isMore;

/** Counts the matches among the newest `SEARCH_WINDOW` documents with the rarest word. */
async function countMatches<Item>(
  index: WordIndex<Item>,
  words: readonly string[],
): Promise<Counted> {
  const rarest = await findRarestWord(index, "words", words);
  const isMore = rarest.count > SEARCH_WINDOW;
  if (rarest.count === 0) return { ...NO_MATCHES, rarest };
  if (words.length === 1) return { count: Math.min(rarest.count, SEARCH_WINDOW), isMore, rarest };
  const wordQuery = { words, rarest, field: "words", window: SEARCH_WINDOW } as const;
  return { count: await index.countMatches(wordQuery), isMore, rarest };
}

/** A word in at most this many documents is rare enough to stop looking for a rarer one. */
const RARE_ENOUGH = 50;

/** Finds the word that occurs in the fewest documents; counts stop at the search window. */
async function findRarestWord<Item>(
  index: WordIndex<Item>,
  field: WordField,
  words: readonly string[],
): Promise<Rarest> {
  let rarest: Rarest | null = null;
  for (const word of words) {
    const count = await index.count(field, word, SEARCH_WINDOW + 1);
    if (!rarest || count < rarest.count) rarest = { word, count };
    if (rarest.count <= RARE_ENOUGH) break;
  }
  return rarest ?? { word: "", count: 0 };
}

async function readResults(
  kind: SearchKind,
  words: readonly string[],
  rarest: Rarest,
  after: SearchPlace | null,
): Promise<Omit<Page<SearchResult>, "items"> & { results: SearchResult[] }> {
  const request = { words, rarest, after };
  if (kind === "articles") {
    const { items, ...page } = await findMatches(articleWordIndex, request);
    const results: SearchResult[] = [];
    for (const article of items) {
      results.push(serializeArticleResult(article, words));
      await others(); // Highlighting a long text takes some milliseconds.
    }
    return { ...page, results };
  }
  if (kind === "reviews") {
    const { items, ...page } = await findMatches(reviewWordIndex, request);
    return { ...page, results: items.map((review) => serializeReviewResult(review, words)) };
  }
  const { items, ...page } = await findMatches(commentWordIndex, {
    ...request,
    // Comments have no titles, so there is no title part to continue in.
    after: after?.part === "texts" ? after : { part: "texts", after: null },
  });
  const titleOf = await readSubjectTitles(items);
  return {
    ...page,
    results: items.map((comment) => serializeCommentResult(comment, titleOf(comment), words)),
  };
}

interface MatchRequest {
  words: readonly string[];
  rarest: Rarest;
  after: SearchPlace | null;
}

/** Reads a page of matches: those with every word in the title, then the rest. */
async function findMatches<Item>(
  index: WordIndex<Item>,
  request: MatchRequest,
): Promise<Page<Item>> {
  const { words, rarest, after } = request;
  const inTitles =
    rarest.count === 0 || after?.part === "texts"
      ? { items: [], next: null, lookedAt: null }
      : await findTitleMatches(index, request);
  if (rarest.count === 0 || inTitles.next) return inTitles;
  const place = after?.part === "texts" ? after.after : null;
  const wordQuery = { words, rarest, field: "words", window: SEARCH_WINDOW } as const;
  const rest = { ...wordQuery, excludesTitleMatches: true, after: place };
  const room = RESULTS_PER_PAGE - inTitles.items.length;
  if (room === 0) {
    // The page is full of title matches; check whether any other matches follow.
    const first = await index.find(rest, 1);
    const isThere = first.items.length > 0 || first.next !== null;
    return { ...inTitles, next: isThere ? { part: "texts", after: null } : null };
  }
  const { items, next } = await index.find(rest, room);
  return {
    items: [...inTitles.items, ...items],
    next: next && { part: "texts", after: next },
    lookedAt: next && items.length < room ? SEARCH_WINDOW : null,
  };
}

async function findTitleMatches<Item>(
  index: WordIndex<Item>,
  { words, after }: MatchRequest,
): Promise<Page<Item>> {
  const rarest = await findRarestWord(index, "titleWords", words);
  if (rarest.count === 0) return { items: [], next: null, lookedAt: null };
  const { items, next } = await index.find(
    { words, rarest, field: "titleWords", after: after?.after, window: SEARCH_WINDOW },
    RESULTS_PER_PAGE,
  );
  return {
    items,
    next: next && { part: "titles", after: next },
    lookedAt: next && items.length < RESULTS_PER_PAGE ? SEARCH_WINDOW : null,
  };
}

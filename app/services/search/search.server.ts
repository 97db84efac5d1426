import {
  encodePlace,
  RESULTS_PER_PAGE,
  searchKinds,
  type SearchKind,
  type SearchPlace,
} from "~/domain/search";
import { queryWords } from "~/domain/tokenizer";
import { articleWordIndex, findTitles } from "~/models/article.server";
import { commentWordIndex } from "~/models/comment.server";
import type { WordIndex, WordQuery, WordField } from "~/models/word-index.server";
import { reviewWordIndex } from "~/models/review.server";
import type { SearchQuery } from "~/schemas/search";
import {
  serializeArticleResult,
  serializeCommentResult,
  serializeReviewResult,
  type SearchResult,
} from "./search-results";
import { givingWay } from "../giving-way.server";

/**
 * How many documents that have the rarest word are looked at for one page, and for the number of all
 * that match: words that are common, and seldom together, are looked for so far and no further.
 */
export const SEARCH_WINDOW = 1000;

/** How many documents match: so many, or more than that where not all were looked at. */
export interface MatchCount {
  count: number;
  isMore: boolean;
}

export interface SearchResults {
  kind: SearchKind;
  /** The words that were looked for; none when the search had no word in it. */
  words: string[];
  /** Whether it had more of them than are looked for. */
  hasMoreWords: boolean;
  counts: Record<SearchKind, MatchCount>;
  results: SearchResult[];
  /** Where to look on, as text; `null` when everything has been looked at. */
  next: string | null;
  /** How many documents were looked at, where the page is short for that reason. */
  lookedAt: number | null;
}

interface Page<Item> {
  items: Item[];
  next: SearchPlace | null;
  lookedAt: number | null;
}

const NOTHING: MatchCount = { count: 0, isMore: false };

/**
 * Searches what the community has written: documents that have every word, those with all of them in
 * the title first, the newest first within that. Without a kind, the first that has anything is shown.
 */
export async function search({ q, kind, after }: SearchQuery): Promise<SearchResults> {
  const { words, hasMore } = queryWords(q);
  const asked = { words, hasMoreWords: hasMore };
  if (!words.length) {
    const counts = { articles: NOTHING, reviews: NOTHING, comments: NOTHING };
    const nothing = { counts, results: [], next: null, lookedAt: null };
    return { ...asked, ...nothing, kind: kind ?? "articles" };
  }
  // One after the other: the embedded database gives way to others between its reads, and would find
  // none but ours if they were asked all at once.
  const articles = await countMatches(articleWordIndex, words);
  const reviews = await countMatches(reviewWordIndex, words);
  const comments = await countMatches(commentWordIndex, words);
  const counted = { articles, reviews, comments };
  const shown = kind ?? searchKinds.find((each) => mayHave(counted[each])) ?? "articles";
  const { results, next, lookedAt } = await resultsOf(shown, words, counted[shown].rarest, after);
  return {
    ...asked,
    kind: shown,
    counts: {
      articles: countOf(counted.articles),
      reviews: countOf(counted.reviews),
      comments: countOf(counted.comments),
    },
    ...{ results, lookedAt },
    next: next && encodePlace(next),
  };
}

type Counted = MatchCount & { rarest: WordQuery["rarest"] };
const countOf = ({ count, isMore }: Counted): MatchCount => ({ count, isMore });
const mayHave = ({ count, isMore }: MatchCount) => count > 0 || isMore;

/** Counts what matches among the newest of those that have the rarest word. */
async function countMatches<Item>(
  findable: WordIndex<Item>,
  words: readonly string[],
): Promise<Counted> {
  const rarest = await rarestOf(findable, "words", words);
  const isMore = rarest.count > SEARCH_WINDOW;
  if (rarest.count === 0) return { ...NOTHING, rarest };
  if (words.length === 1) return { count: Math.min(rarest.count, SEARCH_WINDOW), isMore, rarest };
  const sought = { words, rarest, field: "words", window: SEARCH_WINDOW } as const;
  return { count: await findable.countMatches(sought), isMore, rarest };
}

/** A word that is in so few documents that it is no use to look for a rarer one. */
const RARE = 50;

/** The word that leads to the fewest documents; beyond the window they are all as common. */
async function rarestOf<Item>(
  findable: WordIndex<Item>,
  field: WordField,
  words: readonly string[],
): Promise<WordQuery["rarest"]> {
  let rarest: WordQuery["rarest"] | null = null;
  for (const word of words) {
    const count = await findable.count(field, word, SEARCH_WINDOW + 1);
    if (!rarest || count < rarest.count) rarest = { word, count };
    if (rarest.count <= RARE) break;
  }
  return rarest ?? { word: "", count: 0 };
}

async function resultsOf(
  kind: SearchKind,
  words: readonly string[],
  rarest: WordQuery["rarest"],
  after: SearchPlace | null,
): Promise<Omit<Page<SearchResult>, "items"> & { results: SearchResult[] }> {
  const asked = { words, rarest, after };
  if (kind === "articles") {
    const { items, ...page } = await pageOf(articleWordIndex, asked);
    const results = await givingWay(
      each(items, (article) => serializeArticleResult(article, words)),
    );
    return { ...page, results };
  }
  if (kind === "reviews") {
    const { items, ...page } = await pageOf(reviewWordIndex, asked);
    return { ...page, results: items.map((review) => serializeReviewResult(review, words)) };
  }
  const { items, ...page } = await pageOf(commentWordIndex, {
    ...asked,
    // Comments have no titles: a place among those is none.
    after: after?.part === "texts" ? after : { part: "texts", after: null },
  });
  const titles = await findTitles(items.map(({ articleId }) => articleId));
  return {
    ...page,
    results: items.map((comment) =>
      serializeCommentResult(comment, titles.get(comment.articleId), words),
    ),
  };
}

interface SearchInput {
  words: readonly string[];
  /** Of them in texts and titles together. */
  rarest: WordQuery["rarest"];
  after: SearchPlace | null;
}

/** A page of what was found: what has every word in its title, and then the rest. */
async function pageOf<Item>(findable: WordIndex<Item>, asked: SearchInput): Promise<Page<Item>> {
  const { words, rarest, after } = asked;
  const inTitles =
    rarest.count === 0 || after?.part === "texts"
      ? { items: [], next: null, lookedAt: null }
      : await titlesOf(findable, asked);
  if (rarest.count === 0 || inTitles.next) return inTitles;
  const place = after?.part === "texts" ? after.after : null;
  const sought = { words, rarest, field: "words", window: SEARCH_WINDOW } as const;
  const rest = { ...sought, excludesTitleMatches: true, after: place };
  const room = RESULTS_PER_PAGE - inTitles.items.length;
  if (room === 0) {
    // A page that titles have filled leads on to the texts, if there is anything to be had.
    const first = await findable.find(rest, 1);
    const isThere = first.items.length > 0 || first.next !== null;
    return { ...inTitles, next: isThere ? { part: "texts", after: null } : null };
  }
  const { items, next } = await findable.find(rest, room);
  return {
    items: [...inTitles.items, ...items],
    next: next && { part: "texts", after: next },
    lookedAt: next && items.length < room ? SEARCH_WINDOW : null,
  };
}

async function titlesOf<Item>(
  findable: WordIndex<Item>,
  { words, after }: SearchInput,
): Promise<Page<Item>> {
  const rarest = await rarestOf(findable, "titleWords", words);
  if (rarest.count === 0) return { items: [], next: null, lookedAt: null };
  const { items, next } = await findable.find(
    { words, rarest, field: "titleWords", after: after?.after, window: SEARCH_WINDOW },
    RESULTS_PER_PAGE,
  );
  return {
    items,
    next: next && { part: "titles", after: next },
    lookedAt: next && items.length < RESULTS_PER_PAGE ? SEARCH_WINDOW : null,
  };
}

/** Texts are long: finding what to show of one is a step, between which others have their turn. */
function* each<Item, Result>(items: readonly Item[], work: (item: Item) => Result) {
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    yield;
  }
  return results;
}

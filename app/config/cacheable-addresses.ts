/**
 * The URLs whose responses are the same for all visitors who are not signed in, with the query parameters and the
 * stored data that the responses depend on. Responses for all other URLs are not cached.
 */
import { engines } from "../domain/engines";
import { topics } from "../domain/topics";
import { articleListQuery, communityQuery } from "../schemas/articles";
import { listQuery, longListQuery } from "../schemas/pagination";
import { hubQuery, reviewListQuery } from "../schemas/reviews";
import { mentionsApiQuery, mentionsQuery } from "../schemas/sentiment";
import { feedPaths } from "./feeds";
import { hubPaths } from "./hubs";
import {
  ARTICLES,
  articleTag,
  PEOPLE,
  RECOMMENDATIONS,
  REVIEWS,
  SUPPORT,
  VIEWS,
  type PageTag,
} from "./page-tags";

interface Row {
  /** What a write has to change to change the response; a function of the id in the path if it depends on that. */
  tags: readonly PageTag[] | ((id: string) => readonly PageTag[]);
  parameters?: readonly string[];
  /**
   * Whether it is the page of the article whose id is in the path: a person who gets it has viewed the article, and it
   * also depends on the hottest articles of its category, which are shown beside it.
   */
  isArticlePage?: true;
}

const parametersOf = (schema: { shape: object }) => Object.keys(schema.shape);

const NOTHING: Row = { tags: [] };
/** Lists of articles with all their counts. */
const LISTED = [ARTICLES, SUPPORT, VIEWS];
/** Reviews with the newest articles below, whose upvotes are shown. */
const HUB = [REVIEWS, ARTICLES, SUPPORT];
/** The numbers of papers, which are articles and reviews, and of their authors. */
const HUB_COUNTS = [REVIEWS, ARTICLES];
const ALL_PAGES = [ARTICLES, REVIEWS, RECOMMENDATIONS, PEOPLE];
/** The mentions of a sentiment recommendation link to comments and reviews that may be removed. */
const WITH_MENTIONS = [RECOMMENDATIONS, REVIEWS, ARTICLES];

function feedTags(path: string): PageTag[] {
  const [scope] = path.split("/");
  if (scope === "community") return [ARTICLES];
  return engines.some((engine) => engine === scope) ? [RECOMMENDATIONS] : [REVIEWS];
}

/** Pages and API calls with a fixed path. */
export const cacheablePaths = new Map<string, Row>([
  ["/", { tags: [...HUB_COUNTS, SUPPORT, RECOMMENDATIONS] }],
  ["/community", { tags: LISTED, parameters: parametersOf(communityQuery) }],
  ["/research", { tags: HUB_COUNTS }],
  ["/research-hub", { tags: HUB_COUNTS }],
  ["/investmentclub", NOTHING],
  ["/partner", { tags: [PEOPLE] }],
  ["/declaration", NOTHING],
  ["/privacy", NOTHING],
  ["/terms", NOTHING],
  ["/stay-tuned", NOTHING],
  ["/whitepaper", { tags: [], parameters: ["view"] }],
  ["/api", NOTHING],
  ...hubPaths.map(
    (path) => [`/${path}`, { tags: HUB, parameters: parametersOf(hubQuery) }] as const,
  ),
  ["/momentum", { tags: [RECOMMENDATIONS], parameters: ["view"] }],
  ["/sentiment", { tags: [RECOMMENDATIONS] }],
  ...engines.flatMap((engine) =>
    ["track-record", "track-record.csv"].map(
      (page) => [`/${engine}/${page}`, { tags: [RECOMMENDATIONS] }] as const,
    ),
  ),
  ["/momentum/backtest.csv", { tags: [RECOMMENDATIONS] }],
  ...feedPaths.map((path) => [`/${path}`, { tags: feedTags(path) }] as const),
  ["/sitemap.xml", { tags: ALL_PAGES }],
  ["/robots.txt", NOTHING],
  ["/api/articles", { tags: LISTED, parameters: parametersOf(articleListQuery) }],
  ["/api/reviews", { tags: [REVIEWS], parameters: parametersOf(reviewListQuery) }],
  ["/api/research-hubs", { tags: HUB_COUNTS }],
  ["/api/pdf-content", NOTHING],
  ["/api/openapi.json", NOTHING],
  ...engines.map(
    (engine) =>
      [
        `/api/${engine}-recommendations`,
        { tags: [RECOMMENDATIONS], parameters: parametersOf(listQuery) },
      ] as const,
  ),
]);

const ID = "([0-9a-f]{24})";
const SLUG = "[a-z-]{1,40}";
const topicSlugs = `(?:${topics.map(({ slug }) => slug).join("|")})`;

const patterns: readonly (readonly [string, Row])[] = [
  [
    `/article/${ID}`,
    {
      tags: (id) => [articleTag(id), ARTICLES],
      parameters: ["after", "comment"],
      isArticlePage: true,
    },
  ],
  [`/category/${SLUG}`, { tags: LISTED, parameters: parametersOf(communityQuery) }],
  [`/${topicSlugs}/reviews/${ID}`, { tags: HUB, parameters: ["review"] }],
  [`/momentum/${ID}`, { tags: [RECOMMENDATIONS] }],
  [`/sentiment/${ID}`, { tags: WITH_MENTIONS, parameters: parametersOf(mentionsQuery) }],
  [`/sitemap/[a-z]{1,20}(?:-[1-9]\\d{0,5})?\\.xml`, { tags: ALL_PAGES }],
  [`/api-docs/${SLUG}`, NOTHING],
  [`/api/articles/${ID}`, { tags: (id) => [articleTag(id)] }],
  [`/api/momentum-recommendations/${ID}`, { tags: [RECOMMENDATIONS] }],
  [
    `/api/sentiment-recommendations/${ID}`,
    { tags: WITH_MENTIONS, parameters: parametersOf(mentionsApiQuery) },
  ],
  [
    `/api/articles/${ID}/comments`,
    { tags: (id) => [articleTag(id)], parameters: parametersOf(longListQuery) },
  ],
  [`/api/categories/${SLUG}`, NOTHING],
  [`/api/categories/${SLUG}/articles`, { tags: LISTED, parameters: parametersOf(longListQuery) }],
];

/** Pages and API calls with an id or a slug in their path. */
export const cacheablePatterns = patterns.map(
  ([path, row]) => [new RegExp(`^${path}$`), row] as const,
);

/**
 * Parameters whose responses are not cached: searches hardly ever repeat, and opening the comments of a card
 * has to be counted as a view.
 */
const NOT_CACHED: ReadonlySet<string> = new Set(["q", "comments"]);

/** No link on the site is longer, in characters. */
const MAX_LENGTH = 500;

/** A URL whose response may be cached. */
export interface CacheableAddress {
  /** Its path and query without parameters that are not read, and the others in a fixed order. */
  address: string;
  tags: readonly PageTag[];
  /** The article whose page it is; its view is counted each time the response is sent. */
  viewedArticle: string | null;
}

/**
 * @param target the path and query of a request
 * @returns `null` if the response is not cached
 */
export function cacheableAddress(target: string): CacheableAddress | null {
  if (target.length > MAX_LENGTH) return null;
  const [path = "", ...rest] = target.split("?");
  const found = findRow(path);
  if (!found) return null;
  const { row, id } = found;
  const query = knownParameters(row.parameters ?? [], new URLSearchParams(rest.join("?")));
  if (!query) return null;
  return {
    address: query.size ? `${path}?${query}` : path,
    tags: typeof row.tags === "function" ? row.tags(id) : row.tags,
    viewedArticle: row.isArticlePage ? id : null,
  };
}

function findRow(path: string): { row: Row; id: string } | null {
  const fixed = cacheablePaths.get(path);
  if (fixed) return { row: fixed, id: "" };
  for (const [pattern, row] of cacheablePatterns) {
    const match = pattern.exec(path);
    if (match) return { row, id: match[1] ?? "" };
  }
  return null;
}

/** @returns the parameters that are read, or `null` if the response is not cached because of them */
function knownParameters(names: readonly string[], given: URLSearchParams): URLSearchParams | null {
  // Some loaders read the first value of a repeated parameter, others the last.
  if (names.some((name) => given.getAll(name).length > 1)) return null;
  if (names.some((name) => NOT_CACHED.has(name) && given.get(name))) return null;
  const known = names.filter((name) => given.has(name) && !NOT_CACHED.has(name));
  return new URLSearchParams(known.map((name) => [name, given.get(name)!]));
}

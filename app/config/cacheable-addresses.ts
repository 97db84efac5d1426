/**
 * The URLs whose responses are the same for all visitors who are not signed in, with the query parameters that
 * the responses depend on. Responses for all other URLs are not cached.
 */
import { engines } from "../domain/engines";
import { topics } from "../domain/topics";
import { articleListQuery, communityQuery } from "../schemas/articles";
import { listQuery, longListQuery } from "../schemas/pagination";
import { hubQuery, reviewListQuery } from "../schemas/reviews";
import { mentionsApiQuery, mentionsQuery } from "../schemas/sentiment";
import { feedPaths } from "./feeds";
import { hubPaths } from "./hubs";

type Parameters = readonly string[];

const parametersOf = (schema: { shape: object }): Parameters => Object.keys(schema.shape);

const ID = "[0-9a-f]{24}";
const SLUG = "[a-z-]{1,40}";
const oneOf = (names: readonly string[]) => `(?:${names.join("|")})`;
const topicSlugs = oneOf(topics.map(({ slug }) => slug));

/** Pages and API calls with a fixed path. */
export const cacheablePaths = new Map<string, Parameters>([
  ["/", []],
  ["/community", parametersOf(communityQuery)],
  ["/research", []],
  ["/research-hub", []],
  ["/investmentclub", []],
  ["/partner", []],
  ["/declaration", []],
  ["/privacy", []],
  ["/terms", []],
  ["/stay-tuned", []],
  ["/whitepaper", ["view"]],
  ["/api", []],
  ...hubPaths.map((path) => [`/${path}`, parametersOf(hubQuery)] as const),
  ["/momentum", ["view"]],
  ["/sentiment", []],
  ...engines.flatMap((engine) =>
    ["track-record", "track-record.csv"].map((page) => [`/${engine}/${page}`, []] as const),
  ),
  ["/momentum/backtest.csv", []],
  ...feedPaths.map((path) => [`/${path}`, []] as const),
  ["/sitemap.xml", []],
  ["/robots.txt", []],
  ["/api/articles", parametersOf(articleListQuery)],
  ["/api/reviews", parametersOf(reviewListQuery)],
  ["/api/research-hubs", []],
  ["/api/pdf-content", []],
  ["/api/openapi.json", []],
  ...engines.map((engine) => [`/api/${engine}-recommendations`, parametersOf(listQuery)] as const),
]);

/** Pages and API calls with an id or a slug in their path. */
export const cacheablePatterns: readonly (readonly [RegExp, Parameters])[] = [
  [`/article/${ID}`, ["after", "comment"]],
  [`/category/${SLUG}`, parametersOf(communityQuery)],
  [`/${topicSlugs}/reviews/${ID}`, ["review"]],
  [`/momentum/${ID}`, []],
  [`/sentiment/${ID}`, parametersOf(mentionsQuery)],
  [`/sitemap/[a-z]{1,20}(?:-[1-9]\\d{0,5})?\\.xml`, []],
  [`/api/articles/${ID}`, []],
  [`/api/momentum-recommendations/${ID}`, []],
  [`/api/sentiment-recommendations/${ID}`, parametersOf(mentionsApiQuery)],
  [`/api/articles/${ID}/comments`, parametersOf(longListQuery)],
  [`/api/categories/${SLUG}`, []],
  [`/api/categories/${SLUG}/articles`, parametersOf(longListQuery)],
].map(([path, parameters]) => [new RegExp(`^${path as string}$`), parameters as Parameters]);

/**
 * Parameters whose responses are not cached: searches hardly ever repeat, and opening the comments of a card
 * has to be counted as a view.
 */
const NOT_CACHED: ReadonlySet<string> = new Set(["q", "comments"]);

/** No link on the site is longer, in characters. */
const MAX_LENGTH = 500;

/**
 * Normalises a URL whose response may be cached, for use as a cache key: parameters that are not read are removed,
 * the others are put in a fixed order.
 *
 * @param target the path and query of a request
 * @returns the normalised path and query, or `null` if the response is not cached
 */
export function pageCacheKey(target: string): string | null {
  if (target.length > MAX_LENGTH) return null;
  const [path = "", ...rest] = target.split("?");
  const parameters =
    cacheablePaths.get(path) ?? cacheablePatterns.find(([pattern]) => pattern.test(path))?.[1];
  if (!parameters) return null;
  if (!rest.length || !parameters.length) return path;
  const given = new URLSearchParams(rest.join("?"));
  // Some loaders read the first value of a repeated parameter, others the last.
  if (parameters.some((name) => given.getAll(name).length > 1)) return null;
  if ([...NOT_CACHED].some((name) => parameters.includes(name) && given.get(name))) return null;
  const known = parameters.filter((name) => given.has(name) && !NOT_CACHED.has(name));
  if (!known.length) return path;
  return `${path}?${new URLSearchParams(known.map((name) => [name, given.get(name)!]))}`;
}

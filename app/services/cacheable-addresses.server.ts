/**
 * The URLs whose responses are the same for all visitors who are not signed in, with the query parameters and the
 * stored data that the responses depend on. Responses for all other URLs are not cached.
 */
import { ARTICLES, PEOPLE, RECOMMENDATIONS, REVIEWS } from "~/config/page-tags";
import { topics } from "~/domain/topics";
import type { CachedAddress } from "./feature";
import { features } from "./features.server";

/** The sitemap lists the pages of all features. */
const ALL_PAGES = [ARTICLES, REVIEWS, RECOMMENDATIONS, PEOPLE];

const rows: readonly CachedAddress[] = [
  ...features.flatMap(({ cached = [] }) => cached),
  { path: "/sitemap.xml", tags: ALL_PAGES },
  { path: "/sitemap/:part.xml", tags: ALL_PAGES },
];

const parameterPatterns: Readonly<Record<string, string>> = {
  ":id": "(?<id>[0-9a-f]{24})",
  ":hub": `(?:${topics.map(({ slug }) => slug).join("|")})`,
  ":slug": "[a-z-]{1,40}",
  ":year": "20\\d{2}",
  ":part": "[a-z]{1,20}(?:-[1-9]\\d{0,5})?",
};

const hasParameter = ({ path }: CachedAddress) => path.includes(":");

/** Fixed paths come first, because some of them match a path with a parameter as well. */
export const cacheablePages = [
  ...rows.filter((row) => !hasParameter(row)),
  ...rows.filter(hasParameter),
].map((row) => {
  const source = row.path
    .replaceAll(".", "\\.")
    .replace(/:[a-z]+/g, (name) => parameterPatterns[name]!);
  return { row, pattern: new RegExp(`^${source}$`) };
});

/**
 * Parameters whose responses are not cached: searches, forms to answer a comment, opened mentions and marked sentences
 * hardly ever repeat, and opening the comments of a card has to be counted as a view.
 */
const NOT_CACHED: ReadonlySet<string> = new Set(["q", "comments", "reply", "mention", "mark"]);

/** In characters. No link on the site is longer, except deep in a long thread. */
const MAX_LENGTH = 500;

/** @param target the path and query of a request @returns `null` if the response is not cached */
export function cacheableAddress(target: string) {
  if (target.length > MAX_LENGTH) return null;
  const [path = "", ...rest] = target.split("?");
  const page = cacheablePages.find(({ pattern }) => pattern.test(path));
  if (!page) return null;
  const { row, pattern } = page;
  const id = pattern.exec(path)?.groups?.id ?? "";
  const query = knownParameters(row.parameters ?? [], new URLSearchParams(rest.join("?")));
  if (!query) return null;
  return {
    /** Its path and query without parameters that are not read, and the others in a fixed order. */
    address: query.size ? `${path}?${query}` : path,
    /** Whether the response depends on the view of articles that the browser remembers. */
    hasViews: !!row.parameters?.includes("view") && !query.has("view"),
    tags: typeof row.tags === "function" ? row.tags(id) : row.tags,
    /** The article whose page it is; its view is counted each time the response is sent. */
    viewedArticle: row.isArticlePage ? id : null,
  };
}

/** @returns the parameters that are read, or `null` if the response is not cached because of them */
function knownParameters(names: readonly string[], given: URLSearchParams): URLSearchParams | null {
  // Some loaders read the first value of a repeated parameter, others the last.
  if (names.some((name) => given.getAll(name).length > 1)) return null;
  if (names.some((name) => NOT_CACHED.has(name) && given.get(name))) return null;
  const known = names.filter((name) => given.has(name) && !NOT_CACHED.has(name));
  return new URLSearchParams(known.map((name) => [name, given.get(name)!]));
}

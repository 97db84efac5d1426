/** All feeds and their URLs: every growing list, in three formats. */
import { engines, type Engine } from "../domain/engines";
import { topics, type TopicSlug } from "../domain/topics";

export const feedFormats = ["rss", "atom", "json"] as const;
export type FeedFormat = (typeof feedFormats)[number];

/**
 * The content of a feed: the community's articles, a hub's reviews, an engine's recommendations or the log of
 * moderation.
 */
export type FeedScope = "community" | TopicSlug | Engine | "moderation/log";

const scopes: readonly FeedScope[] = [
  "community",
  ...topics.map(({ slug }) => slug),
  ...engines,
  "moderation/log",
];

interface FeedAddress {
  scope: FeedScope;
  format: FeedFormat;
}

const feeds = new Map<string, FeedAddress>(
  scopes.flatMap((scope) =>
    feedFormats.map((format) => [`${scope}/feed.${format}`, { scope, format }] as const),
  ),
);

/** All feed paths, for the route configuration. */
export const feedPaths: readonly string[] = [...feeds.keys()];

/**
 * @param pathname a path that the router has matched as a feed
 * @returns the feed's scope and format
 * @throws Error for any other path
 */
export function feedAt(pathname: string): FeedAddress {
  const feed = feeds.get(matchedPath(pathname));
  if (!feed) throw new Error(`${pathname} is not the path of a feed`);
  return feed;
}

/**
 * @param pathname a path that the router has matched as a feed
 * @returns the feed's format
 * @throws Error for any other path
 */
export function feedFormatAt(pathname: string): FeedFormat {
  const path = matchedPath(pathname);
  const format = feedFormats.find((one) => path.endsWith(`/feed.${one}`));
  if (!format) throw new Error(`${pathname} is not the path of a feed`);
  return format;
}

/** Normalises a path as the router does, which decodes it and ignores case and a trailing slash. */
const matchedPath = (pathname: string): string =>
  decodeURIComponent(pathname)
    .toLowerCase()
    .replace(/^\/+|\/+$/g, "");

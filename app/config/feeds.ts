/** The feeds and their addresses: each list that grows, in three formats. */
import { engines, type Engine } from "../domain/engines";
import { topics, type TopicSlug } from "../domain/topics";

export const feedFormats = ["rss", "atom", "json"] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** What is followed: the community's articles, the reviews of a hub, an engine's recommendations. */
export type FeedScope = "community" | TopicSlug | Engine;

const scopes: readonly FeedScope[] = ["community", ...topics.map(({ slug }) => slug), ...engines];

interface FeedAddress {
  scope: FeedScope;
  format: FeedFormat;
}

const feeds = new Map<string, FeedAddress>(
  scopes.flatMap((scope) =>
    feedFormats.map((format) => [`${scope}/feed.${format}`, { scope, format }] as const),
  ),
);

/** Every path of a feed, as the router writes it: the page it is of, and the format. */
export const feedPaths: readonly string[] = [...feeds.keys()];

/** @returns which feed is at a path that the router has found to be a feed's */
export function feedAt(pathname: string): FeedAddress {
  const path = decodeURIComponent(pathname)
    .toLowerCase()
    .replace(/^\/+|\/+$/g, "");
  const feed = feeds.get(path);
  if (!feed) throw new Error(`${pathname} is no address of a feed`);
  return feed;
}

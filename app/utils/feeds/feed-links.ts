import { feedFormats, type FeedFormat } from "~/config/feeds";
import type { FeedLink } from "../seo/meta";

/** What each format is called, and the media type under which readers know it. */
export const feedKinds: Record<FeedFormat, { label: string; type: string }> = {
  rss: { label: "RSS", type: "application/rss+xml" },
  atom: { label: "Atom", type: "application/atom+xml" },
  json: { label: "JSON", type: "application/feed+json" },
};

/** @returns where a page's content is to be had in a format */
export const feedPath = (path: string, format: FeedFormat) => `${path}/feed.${format}`;

/**
 * The feeds of a page, for its head.
 *
 * @param path the page's one address, such as `/community`
 * @param title what is in them
 */
export const feedLinks = (path: string, title: string): FeedLink[] =>
  feedFormats.map((format) => ({
    type: feedKinds[format].type,
    title: `${title} (${feedKinds[format].label})`,
    path: feedPath(path, format),
  }));

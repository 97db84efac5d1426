import { feedFormats, type FeedFormat } from "~/config/feeds";
import type { FeedLink } from "../seo/meta";

export const feedKinds: Record<FeedFormat, { label: string; type: string }> = {
  rss: { label: "RSS", type: "application/rss+xml" },
  atom: { label: "Atom", type: "application/atom+xml" },
  json: { label: "JSON", type: "application/feed+json" },
};

/** @param path of the page, with its filters if the feed has them, too */
export const feedPath = (path: string, format: FeedFormat) =>
  path.replace(/(?=\?)|$/, `/feed.${format}`);

/**
 * Feed links for a page's head.
 * @param path the page's canonical path, such as `/community`
 */
export const feedLinks = (path: string, title: string): FeedLink[] =>
  feedFormats.map((format) => ({
    type: feedKinds[format].type,
    title: `${title} (${feedKinds[format].label})`,
    path: feedPath(path, format),
  }));

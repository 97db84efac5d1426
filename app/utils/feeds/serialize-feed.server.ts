import { generateAtomFeed, generateJsonFeed, generateRssFeed } from "feedsmith";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FeedFormat } from "~/config/feeds";
import { site } from "~/config/site";
import type { Feed, FeedEntry } from "~/services/feeds/feed";
import { entryHtml, paragraphHtml } from "./entry-content.server";
import { feedKinds, feedPath } from "./feed-links";

/**
 * The maximum length of the HTML of all entries of a feed, in characters. Thirty ordinary articles stay far below it,
 * but a short text crafted for the purpose can become twenty times as long when it is rendered.
 */
export const MAX_FEED_HTML_LENGTH = 1_000_000;

/**
 * Serializes a feed. Once its entries reach `MAX_FEED_HTML_LENGTH`, the older ones are serialized without their Markdown
 * content. It yields to the event loop after each entry.
 *
 * @param feed with its entries newest first
 */
export const serializeFeed = async (
  feed: Feed,
  format: FeedFormat,
  origin: string,
): Promise<string> => writers[format](await toAbsolute(feed, format, origin));

/** @returns the feed with absolute URLs, and with the epoch as the last change of an empty one */
async function toAbsolute(feed: Feed, format: FeedFormat, origin: string) {
  const entries: ReturnType<typeof toEntry>[] = [];
  let length = 0;
  for (const entry of feed.entries) {
    const shown = length < MAX_FEED_HTML_LENGTH ? entry : { ...entry, markdown: undefined };
    const one = toEntry(shown, origin + entry.path);
    length += one.html.length;
    entries.push(one);
    await nextTurn(); // Rendering a long text can take tens of milliseconds.
  }
  return {
    ...feed,
    title: `${feed.title} · ${site.name}`,
    updated: feed.updated ?? new Date(0),
    pageUrl: origin + feed.path,
    url: origin + feedPath(feed.ownPath ?? feed.path, format),
    icon: `${origin}/icons/icon-512.png`,
    entries,
  };
}

export const feedType = (format: FeedFormat) => `${feedKinds[format].type}; charset=utf-8`;

/**
 * Serializes an entry. Characters that are invalid in XML are removed before escaping, because removing
 * them later could join other characters into a CDATA end (`]]>`).
 */
const toEntry = (entry: FeedEntry, url: string) => ({
  ...entry,
  url,
  title: forXml(entry.title),
  author: forXml(entry.author ?? site.name),
  summary: forXml(entry.summary),
  html: forXml(entryHtml(entry, url)),
});

const writers: Record<FeedFormat, (feed: Awaited<ReturnType<typeof toAbsolute>>) => string> = {
  /** RSS 2.0, following the RSS Advisory Board's profile. */
  rss: (feed) =>
    generateRssFeed(
      {
        title: feed.title,
        link: feed.pageUrl,
        description: feed.description,
        language: "en",
        lastBuildDate: feed.updated,
        docs: "https://www.rssboard.org/rss-specification",
        atom: { links: [{ href: feed.url, rel: "self", type: feedKinds.rss.type }] },
        items: feed.entries.map((entry) => ({
          title: entry.title,
          link: entry.url,
          guid: { value: entry.id, isPermaLink: false },
          pubDate: entry.published,
          // RSS's own `author` must be an email address, so `dc:creator` is used instead.
          dc: { creators: [entry.author] },
          categories: entry.categories.map((name) => ({ name })),
          description: paragraphHtml(entry.summary),
          content: { encoded: entry.html },
          atom: { updated: entry.updated },
        })),
      },
      { strict: true },
    ),

  /** Atom, RFC 4287. */
  atom: (feed) =>
    generateAtomFeed(
      {
        id: feed.id,
        title: { value: feed.title, type: "text" },
        subtitle: { value: feed.description, type: "text" },
        updated: feed.updated,
        icon: feed.icon,
        links: [
          { href: feed.url, rel: "self", type: feedKinds.atom.type },
          { href: feed.pageUrl, rel: "alternate", type: "text/html" },
        ],
        authors: [{ name: site.name }],
        entries: feed.entries.map((entry) => ({
          id: entry.id,
          title: { value: entry.title, type: "text" },
          updated: entry.updated,
          published: entry.published,
          authors: [{ name: entry.author }],
          categories: entry.categories.map((term) => ({ term })),
          links: [
            { href: entry.url, rel: "alternate", type: "text/html" },
            ...(entry.source ? [{ href: entry.source.url, rel: "related" }] : []),
          ],
          summary: { value: entry.summary, type: "text" },
          content: { value: entry.html, type: "html" },
        })),
      },
      { strict: true },
    ),

  /** JSON Feed 1.1. */
  json: (feed) => {
    const items = feed.entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      external_url: entry.source?.url,
      title: entry.title,
      content_html: entry.html,
      summary: entry.summary,
      image: entry.imageUrl,
      date_published: entry.published,
      date_modified: entry.updated,
      authors: [{ name: entry.author }],
      tags: entry.categories,
    }));
    const jsonFeed = generateJsonFeed(
      {
        title: feed.title,
        home_page_url: feed.pageUrl,
        feed_url: feed.url,
        description: feed.description,
        icon: feed.icon,
        language: "en",
        authors: [{ name: site.name }],
        items,
      },
      { strict: true },
    );
    // feedsmith omits an empty `items`, which the format requires.
    return JSON.stringify({ items: [], ...(jsonFeed as object) });
  },
};

/** Characters that XML 1.0 cannot contain even as references: control characters and unpaired surrogates. */
const INVALID_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const forXml = (text: string): string => text.replace(INVALID_IN_XML, "");

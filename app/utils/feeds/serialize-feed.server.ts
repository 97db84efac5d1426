import { generateAtomFeed, generateJsonFeed, generateRssFeed } from "feedsmith";
import type { FeedFormat } from "~/config/feeds";
import { site } from "~/config/site";
import type { Feed, FeedEntry } from "~/services/feeds/feeds.server";
import { entryHtml, paragraphHtml } from "./entry-content.server";
import { feedKinds, feedPath } from "./feed-links";
import { forXml } from "./xml-text";

/** An entry with all that the formats want of it. */
interface Written extends Omit<FeedEntry, "author"> {
  url: string;
  html: string;
  /** Who made it: the site itself, where nobody did. */
  author: string;
}

/** A feed as it is seen from outside. */
interface Located extends Omit<Feed, "updated" | "entries"> {
  entries: Written[];
  /** When it changed last; of one with nothing in it, the beginning of time. */
  updated: Date;
  /** The page whose content it is. */
  pageUrl: string;
  /** Its own address. */
  url: string;
  icon: string;
}

/**
 * Writes a feed in a format.
 *
 * @param origin where the site is found, for absolute addresses
 */
export function serializeFeed(feed: Feed, format: FeedFormat, origin: string): string {
  return writers[format]({
    ...feed,
    title: `${feed.title} · ${site.name}`,
    updated: feed.updated ?? new Date(0),
    pageUrl: origin + feed.path,
    url: origin + feedPath(feed.path, format),
    icon: `${origin}/icons/icon-512.png`,
    entries: feed.entries.map((entry) => written(entry, origin + entry.path)),
  });
}

/** The media type of a format, with the encoding. */
export const feedType = (format: FeedFormat) => `${feedKinds[format].type}; charset=utf-8`;

/** Cleaned before it is escaped: what was taken out later could leave an end of a section behind. */
const written = (entry: FeedEntry, url: string): Written => ({
  ...entry,
  url,
  title: forXml(entry.title),
  author: forXml(entry.author ?? site.name),
  summary: forXml(entry.summary),
  html: forXml(entryHtml(entry, url)),
});

const writers: Record<FeedFormat, (feed: Located) => string> = {
  /** RSS 2.0 by the RSS Advisory Board's profile. */
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
          // Its own `author` is an email address, and nobody's is told.
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
    const written = generateJsonFeed(
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
    // An empty list would be left out, which the format does not allow.
    return JSON.stringify({ items: [], ...(written as object) });
  },
};

import type { MetaDescriptor, UIMatch } from "@remix-run/react";
import type { Site } from "~/config/site";
import { siteWithoutLoader, type RootData } from "../root-data";
import type { StructuredData } from "./structured-data";

/** The picture that goes with a link to a page, where others show it. */
export interface PageImage {
  /** A path on this site, or an https address elsewhere. Not an SVG: nobody shows those. */
  url: string;
  /** What it shows. */
  alt: string;
  /** In pixels, where known. */
  size?: { width: number; height: number };
}

/** The page's content as a feed; `feedLinks()` makes them. */
export interface FeedLink {
  /** Such as `application/atom+xml`. */
  type: string;
  title: string;
  /** On this site. */
  path: string;
}

/** Where this is, for those who write structured data. */
export interface Here {
  site: Site;
  /** A path of this site as it is called from outside: absolute where the site's origin is known. */
  url: (path: string) => string;
}

interface PageMeta {
  /** What `meta` was called with. */
  matches: readonly unknown[];
  /** Without the site's name, which is added; left out on the front page. */
  title?: string;
  /** One or two plain sentences; what is longer is cut between words. */
  description?: string;
  /** The one address of this screen, where several lead to it. */
  path?: string;
  /** Kept out of search engines. */
  hidden?: boolean;
  /** An article is one text of one day; all else is of the site. */
  type?: "website" | "article";
  /** When an article was published, in ISO 8601. */
  published?: string;
  /** In place of the site's own card. */
  image?: PageImage;
  /** What is here, for machines (JSON-LD). */
  structured?: (here: Here) => StructuredData | readonly StructuredData[];
  feeds?: readonly FeedLink[];
}

/** The longest that is shown where links are; the community's summaries fit. */
const DESCRIPTION_LENGTH = 200;

/** Drawn by `scripts/icons.mjs`. */
const cardOf = ({ name, tagline }: Site): PageImage => ({
  url: "/social-card.png",
  alt: `${name}: ${tagline}`,
  size: { width: 1200, height: 630 },
});

/** Everything in a page's head that is about the page, for its `meta` export. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const root = (page.matches as UIMatch[]).find((match) => match?.id === "root")?.data as
    RootData | undefined;
  const site = root?.site ?? siteWithoutLoader();
  const url = (path: string) => (path.startsWith("/") ? (root?.origin ?? "") + path : path);
  const { title, path, hidden = false, feeds = [] } = page;
  const description = shorten(page.description ?? `${site.tagline}.`);
  return [
    { title: title ? `${title} · ${site.name}` : `${site.name} · ${site.tagline}` },
    { name: "description", content: description },
    ...(hidden ? [{ name: "robots", content: "noindex" }] : []),
    ...(path ? [{ tagName: "link", rel: "canonical", href: url(path) }] : []),
    ...feeds.map((feed) => ({
      tagName: "link",
      rel: "alternate",
      type: feed.type,
      title: feed.title,
      href: url(feed.path),
    })),
    ...cards({ page, site, title: title ?? site.name, description, url }),
    ...structuredOf(page, { site, url }),
  ];
}

interface Cards extends Here {
  page: PageMeta;
  title: string;
  description: string;
}

/** Open Graph, and what the one network wants that does not read all of it. */
function cards({ page, site, title, description, url }: Cards): MetaDescriptor[] {
  const { type = "website", published, path } = page;
  const { size, alt, ...image } = page.image ?? cardOf(site);
  return [
    { property: "og:site_name", content: site.name },
    { property: "og:locale", content: "en_GB" },
    { property: "og:type", content: type },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    ...(path ? [{ property: "og:url", content: url(path) }] : []),
    { property: "og:image", content: url(image.url) },
    ...(size
      ? [
          { property: "og:image:width", content: String(size.width) },
          { property: "og:image:height", content: String(size.height) },
        ]
      : []),
    { property: "og:image:alt", content: alt },
    ...(published ? [{ property: "article:published_time", content: published }] : []),
    { name: "twitter:card", content: "summary_large_image" },
    { name: "twitter:title", content: title },
    { name: "twitter:description", content: description },
    { name: "twitter:image", content: url(image.url) },
    { name: "twitter:image:alt", content: alt },
  ];
}

/**
 * In one script: what belongs together is read together. Remix writes it so that nothing in it can
 * end the script, and a script of data is not one that a content security policy is about.
 */
function structuredOf({ structured }: PageMeta, here: Here): MetaDescriptor[] {
  const items = [structured?.(here) ?? []].flat() as StructuredData[];
  if (items.length === 0) return [];
  const [only] = items;
  const content = items.length === 1 ? only : { "@graph": items };
  return [{ "script:ld+json": { "@context": "https://schema.org", ...content } as never }];
}

/** A text in one line, and not too long for where it is shown. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  const cut = line.slice(0, DESCRIPTION_LENGTH - 1);
  const words = cut.replace(/[\s,;:.–-]*\s\S*$/, "");
  // What is one endless word is cut where it has to be.
  return `${words.length > DESCRIPTION_LENGTH / 2 ? words : cut}…`;
}

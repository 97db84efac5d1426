import type { MetaDescriptor, MetaFunction, UIMatch } from "@remix-run/react";
import type { Site } from "~/config/site";
import type { Engine } from "~/domain/engines";
import { characterCount, firstCharacters } from "~/domain/character-count";
import { fallbackSite, type RootData } from "../root-data";
import type { MetaContext, StructuredData } from "./structured-data";

/** The preview image of a page for links on other sites. */
export interface PageImage {
  /** A path on this site or an absolute https URL. Not an SVG, which link previews do not support. */
  url: string;
  alt: string;
  size?: { width: number; height: number };
}

/** A feed of the page; created by `feedLinks()`. */
export interface FeedLink {
  type: string;
  title: string;
  path: string;
}

interface PageMeta {
  matches: readonly unknown[];
  /** The site's name is appended; omitted on the front page. */
  title?: string;
  /** One or two plain sentences; longer texts are truncated. */
  description?: string;
  path?: string;
  hidden?: boolean;
  type?: "website" | "article";
  published?: string;
  /** Overrides the site's social card. */
  image?: PageImage;
  structured?: (context: MetaContext) => StructuredData | readonly StructuredData[];
  feeds?: readonly FeedLink[];
}

/** Of the social card and of drawn images: what link previews ask for. */
const CARD_SIZE = { width: 1200, height: 630 };

/** The length of the longest summary; link previews cut off longer texts. */
const DESCRIPTION_LENGTH = 200;

const socialCard = ({ name, tagline }: Site): PageImage => ({
  url: "/social-card.png",
  alt: `${name}: ${tagline}`,
  size: CARD_SIZE,
});

/** The image that is drawn of an article or a recommendation. */
export const shareImage = (
  kind: "article" | Engine,
  { id, alt }: { id: string; alt: string },
): PageImage => ({
  url: `/images/${kind}/${id}.png`,
  alt,
  size: CARD_SIZE,
});

/** All page-specific tags of the head, for a route's `meta` export. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const root = (page.matches as UIMatch[]).find((match) => match?.id === "root")?.data as
    RootData | undefined;
  const site = root?.site ?? fallbackSite();
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
    ...socialTags({ page, site, title: title ?? site.name, description, url }),
    // Only search engines read it, and they never sign in. It repeats texts of the page, so viewers get shorter pages without.
    ...(root?.viewer ? [] : structuredDataTags(page, { site, url })),
  ];
}

/** The `meta` export of a route whose head does not depend on its data. */
export const fixedMeta =
  (page: Omit<PageMeta, "matches">): MetaFunction =>
  ({ matches }) =>
    pageMeta({ ...page, matches });

/** Like `fixedMeta`, for a page that search engines leave out. */
export const hiddenMeta = (title: string, description: string, path?: string): MetaFunction =>
  fixedMeta({ title, description, path, hidden: true });

interface SocialTags extends MetaContext {
  page: PageMeta;
  title: string;
  description: string;
}

/** Open Graph tags, and the Twitter tags that have no equivalent. */
function socialTags({ page, site, title, description, url }: SocialTags): MetaDescriptor[] {
  const { type = "website", published, path } = page;
  const { size, alt, ...image } = page.image ?? socialCard(site);
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

/** A single script for all items. Remix escapes it, and a CSP does not apply to data scripts. */
function structuredDataTags({ structured }: PageMeta, context: MetaContext): MetaDescriptor[] {
  const items = [structured?.(context) ?? []].flat() as StructuredData[];
  if (items.length === 0) return [];
  const [only] = items;
  const content = items.length === 1 ? only : { "@graph": items };
  return [{ "script:ld+json": { "@context": "https://schema.org", ...content } as never }];
}

/** Collapses whitespace and truncates at a word boundary. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (characterCount(line) <= DESCRIPTION_LENGTH) return line;
  const cut = firstCharacters(line, DESCRIPTION_LENGTH - 1);
  const words = cut.replace(/[\s,;:.–-]*\s\S*$/, "");
  // If the last word is very long, it is cut in the middle.
  return `${words.length > DESCRIPTION_LENGTH / 2 ? words : cut}…`;
}

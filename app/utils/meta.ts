import type { MetaDescriptor, UIMatch } from "@remix-run/react";
import { siteWithoutLoader, type RootData } from "./root-data";

interface PageMeta {
  /** What `meta` was called with. */
  matches: readonly unknown[];
  /** Without the site's name, which is added; left out on the front page. */
  title?: string;
  /** One or two plain sentences. */
  description?: string;
  /** The one address of this screen, where several lead to it. */
  path?: string;
  /** Kept out of search engines. */
  hidden?: boolean;
}

/** Title, description and canonical address of a page, for its `meta` export. */
export function pageMeta({ matches, title, description, path, hidden }: PageMeta) {
  const root = (matches as UIMatch[]).find((match) => match?.id === "root")?.data as
    RootData | undefined;
  const site = root?.site ?? siteWithoutLoader();
  const fullTitle = title ? `${title} · ${site.name}` : `${site.name} · ${site.tagline}`;
  const summary = description ?? `${site.tagline}.`;
  const meta: MetaDescriptor[] = [
    { title: fullTitle },
    { name: "description", content: summary },
    { property: "og:title", content: title ?? site.name },
    { property: "og:description", content: summary },
    { property: "og:site_name", content: site.name },
    { property: "og:type", content: "website" },
  ];
  if (hidden) meta.push({ name: "robots", content: "noindex" });
  if (path) {
    const href = (root?.origin ?? "") + path;
    meta.push({ tagName: "link", rel: "canonical", href });
    if (root?.origin) meta.push({ property: "og:url", content: href });
  }
  return meta;
}

import { XMLBuilder } from "fast-xml-parser";
import type { SitePage } from "~/services/feeds/sitemap.server";

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@" });

const document = (root: object): string =>
  builder.build({ "?xml": { "@version": "1.0", "@encoding": "UTF-8" }, ...root });

/** Serializes a sitemap (sitemaps.org). */
export const serializeSitemap = (pages: readonly SitePage[], origin: string): string =>
  document({
    urlset: {
      "@xmlns": NAMESPACE,
      url: pages.map(({ path, modified }) => ({
        loc: origin + path,
        ...(modified ? { lastmod: modified.toISOString() } : {}),
      })),
    },
  });

export const partPath = (name: string) => `/sitemap/${name}.xml`;

/** Serializes the index of a sitemap with several parts. */
export const serializeSitemapIndex = (parts: readonly string[], origin: string): string =>
  document({
    sitemapindex: {
      "@xmlns": NAMESPACE,
      sitemap: parts.map((name) => ({ loc: origin + partPath(name) })),
    },
  });

export const SITEMAP_TYPE = "application/xml; charset=utf-8";

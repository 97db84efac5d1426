import { apiTagPath, apiTags } from "~/config/api-tags";
import { ARTICLES, REVIEWS, SITE_TEXTS } from "~/config/page-tags";
import type { Feature } from "./feature";

/** The numbers of papers, which are articles and reviews, and of their authors. */
const HUB_COUNTS = [REVIEWS, ARTICLES];

/** The pages that belong to no other feature. */
export const sitePages: Feature = {
  fixedPages: ["/declaration", "/whitepaper", "/privacy", "/terms", "/rules", "/research"]
    .concat("/investmentclub", "/api", ...apiTags.map(({ name }) => apiTagPath(name)))
    .map((path) => [path]),
  cached: [
    { path: "/research", tags: HUB_COUNTS },
    { path: "/research-hub", tags: HUB_COUNTS },
    { path: "/api/research-hubs", tags: HUB_COUNTS },
    { path: "/whitepaper", tags: [SITE_TEXTS], parameters: ["view"] },
    ...["/declaration", "/privacy", "/terms", "/rules", "/api/pdf-content"].map((path) => ({
      path,
      tags: [SITE_TEXTS],
    })),
    ...["/stay-tuned", "/investmentclub", "/robots.txt"]
      .concat("/api", "/api-docs/:slug", "/api/openapi.json")
      .map((path) => ({ path, tags: [] })),
  ],
};

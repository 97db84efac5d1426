/** The texts of the site that administrators can change, by the names of their files in `content/`. */
export const siteTexts = {
  declaration: { label: "Declaration of Principles", path: "/declaration" },
  privacy: { label: "Privacy", path: "/privacy" },
  terms: { label: "Terms", path: "/terms" },
  partner: { label: "Join the organisation", path: "/partner" },
  rules: { label: "House Rules", path: "/rules" },
} as const;

export type SiteTextName = keyof typeof siteTexts;

export const siteTextNames = Object.keys(siteTexts) as SiteTextName[];

/** In characters. */
export const MAX_SITE_TEXT_LENGTH = 60_000;

export type SiteTextName = "declaration" | "privacy" | "terms" | "partner" | "whitepaper" | "rules";

interface SiteText {
  label: string;
  path: string;
  /** What has to stay as it is. */
  hint?: string;
}

/** The texts of the site that administrators can change, by the names of their files in `content/`. */
export const siteTexts: Readonly<Record<SiteTextName, SiteText>> = {
  declaration: { label: "Declaration of Principles", path: "/declaration" },
  privacy: { label: "Privacy", path: "/privacy" },
  terms: { label: "Terms", path: "/terms" },
  partner: { label: "Join the organisation", path: "/partner" },
  whitepaper: {
    label: "Whitepaper",
    path: "/whitepaper",
    hint: "It begins with its title, abstract, authors and date between two lines of ---. The PDF is made from the same text.",
  },
  rules: {
    label: "House Rules",
    path: "/rules",
    hint: "Keep the numbers and the order of the eight rules: decisions name rules by their numbers.",
  },
};

export const siteTextNames = Object.keys(siteTexts) as SiteTextName[];

/** In characters. */
export const MAX_SITE_TEXT_LENGTH = 60_000;

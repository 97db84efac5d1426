import { topics } from "./topics";

/** What an article is filed under: the six topics, and the general categories beside them. */
export interface Category {
  slug: string;
  name: string;
  description: string;
}

const generalCategories = [
  {
    slug: "general",
    name: "General",
    description: "What belongs nowhere else, and is worth reading all the same.",
  },
  {
    slug: "crypto",
    name: "Crypto",
    description: "Networks, protocols and the people who use them.",
  },
  {
    slug: "governance",
    name: "Governance",
    description: "How organisations decide: votes, proposals, treasuries.",
  },
  {
    slug: "markets",
    name: "Markets",
    description: "Prices, flows and market structure across assets.",
  },
] as const satisfies readonly Category[];

export const categories: readonly Category[] = [
  ...topics.map(({ slug, title, description }) => ({ slug, name: title, description })),
  ...generalCategories,
];

/** The category of an article posted without one. */
export const DEFAULT_CATEGORY = "general";

const bySlug = new Map(categories.map((category) => [category.slug, category]));

/**
 * @param slug a category's slug, from anywhere
 * @returns the category, or `undefined` when there is none of that slug
 */
export function findCategory(slug: string): Category | undefined {
  return bySlug.get(slug);
}

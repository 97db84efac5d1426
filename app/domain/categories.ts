import { topics } from "./topics";

/** A category of articles: the six topics, and four general ones. */
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

export const DEFAULT_CATEGORY = "general";

const bySlug = new Map(categories.map((category) => [category.slug, category]));

export const findCategory = (slug: string): Category | undefined => bySlug.get(slug);

/** @returns the name of a category, or its slug if there is none of that slug */
export const categoryName = (slug: string): string => findCategory(slug)?.name ?? slug;

/** @returns the path of the image for articles of a category that have none of their own */
export const placeholderImagePath = (slug: string): string => `/images/category/${slug}.svg`;

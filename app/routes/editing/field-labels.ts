import { articleFields } from "~/domain/article-fields";

/** The labels of the fields of articles, reviews and comments, for pages that all three share. */
const labels: Record<string, { label: string }> = {
  ...articleFields,
  author: { label: "Author" },
  rating: { label: "Rating" },
  review: { label: "Review" },
};

/** @returns the label of a field */
export const labelOf = (name: string): string => labels[name]?.label ?? name;

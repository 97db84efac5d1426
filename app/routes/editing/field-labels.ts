/** The labels of the fields of articles, reviews and comments, for pages that all three share. */
const labels = {
  title: "Title",
  author: "Author",
  summary: "Summary",
  url: "Link",
  category: "Category",
  rating: "Rating",
  content: "Text",
  review: "Review",
  imageUrl: "Image address",
} as const;

export type FieldName = keyof typeof labels;

/** @returns the label of a field */
export const labelOf = (name: string): string => labels[name as FieldName] ?? name;

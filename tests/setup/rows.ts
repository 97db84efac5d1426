/** Rows for imports into the database, whose fields depend only on their number, except for those given. */
import type { ImportedArticle } from "~/models/article.server";
import type { importComments } from "~/models/comment.server";
import type { NewReview } from "~/models/review.server";
import { onArticle } from "~/domain/threads";
export const idOf = (number: number) => number.toString(16).padStart(24, "0");

/** @returns the numbers of which the ids were made */
export const numbersOf = (items: readonly { id: string }[]) =>
  items.map(({ id }) => Number.parseInt(id, 16));

/** @returns a time that is so many minutes after the beginning of 2026 */
export const atMinute = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

export const articleRow = (
  number: number,
  fields: Partial<ImportedArticle> = {},
): ImportedArticle => ({
  id: idOf(number),
  title: `Title ${number}`,
  summary: "A summary",
  url: `https://example.org/${number}`,
  urlKey: `example.org/${number}`,
  category: "general",
  content: "# Text",
  authorId: idOf(1),
  reviewer: "Mara",
  createdAt: atMinute(number),
  views: 0,
  upvotes: 0,
  commentCount: 0,
  commentsByOthers: 0,
  ...fields,
});

type ImportedComment = Parameters<typeof importComments>[0][number];
export const commentRow = (
  number: number,
  fields: Partial<ImportedComment> = {},
): ImportedComment => ({
  id: idOf(number),
  subject: onArticle(idOf(1)),
  authorId: idOf(1),
  username: "Mara",
  content: `Comment ${number}`,
  createdAt: atMinute(number),
  ...fields,
});

export const reviewRow = (number: number, fields: Partial<NewReview> = {}) => ({
  id: idOf(number),
  title: `Title ${number}`,
  author: "Anna Berg",
  url: `https://example.org/${number}`,
  workKey: `example.org/${number}`,
  rating: 3,
  userId: idOf(1),
  username: "Mara",
  hub: "bonds",
  category: "rates",
  review: "A text.",
  createdAt: atMinute(number),
  ...fields,
});

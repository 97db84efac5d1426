/** Articles, reviews and comments together. */
import type { EditableKind } from "~/domain/editing";
import { findListedArticles, type ListedArticle } from "./article.server";
import type { Comment } from "./comment.server";
import { findReviews, type Review } from "./review.server";
import { findComments } from "./threads.server";

export type StoredText =
  | ({ kind: "article" } & ListedArticle)
  | ({ kind: "review" } & Review)
  | ({ kind: "comment" } & Comment);

/** @returns the articles, reviews and comments with the given ids that exist, by id */
export async function findTexts(
  ids: Readonly<Partial<Record<EditableKind, readonly string[]>>>,
): Promise<Map<string, StoredText>> {
  const [articles, reviews, comments] = await Promise.all([
    ids.article?.length ? findListedArticles(ids.article) : [],
    ids.review?.length ? findReviews(ids.review) : [],
    ids.comment?.length ? findComments(ids.comment) : [],
  ]);
  const texts: StoredText[] = [
    ...articles.map((article) => ({ kind: "article" as const, ...article })),
    ...reviews.map((review) => ({ kind: "review" as const, ...review })),
    ...comments.map((comment) => ({ kind: "comment" as const, ...comment })),
  ];
  return new Map(texts.map((text) => [text.id, text]));
}

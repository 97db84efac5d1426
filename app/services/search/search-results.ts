import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import {
  excerptOf,
  containsAny,
  highlightSegments,
  plainMarkdown,
  plainText,
} from "~/domain/tokenizer";
import type { Article } from "~/models/article.server";
import type { Comment } from "~/models/comment.server";
import type { Review } from "~/models/review.server";
import { categoryReference, hubReference } from "../references";

export type ArticleResult = ReturnType<typeof serializeArticleResult>;
export type ReviewResult = ReturnType<typeof serializeReviewResult>;
export type CommentResult = ReturnType<typeof serializeCommentResult>;
export type SearchResult = ArticleResult | ReviewResult | CommentResult;

export function serializeArticleResult(article: Article, words: readonly string[]) {
  const { id, title, summary, category, createdAt, reviewer, views, upvotes, commentCount } =
    article;
  // The summary is the best excerpt, unless only the content contains the words.
  const content = containsAny(summary, words) ? "" : plainMarkdown(article.content);
  const text = containsAny(content, words) ? content : plainText(summary);
  return {
    kind: "articles" as const,
    id,
    to: `/article/${id}`,
    by: reviewer,
    title: highlightSegments(title, words),
    excerpt: excerpt(text, words),
    createdAt: createdAt.toISOString(),
    category: categoryReference(category),
    views,
    upvotes,
    commentCount,
  };
}

export function serializeReviewResult(review: Review, words: readonly string[]) {
  const { id, title, author, hub, category, rating, username, createdAt } = review;
  return {
    kind: "reviews" as const,
    id,
    to: reviewPath(review),
    by: username,
    title: highlightSegments(title, words),
    author: highlightSegments(author, words),
    excerpt: excerpt(plainText(review.review), words),
    createdAt: createdAt.toISOString(),
    hub: hubReference(hub),
    category,
    rating,
  };
}

/** Serializes a comment as a search result. @param title that of what it is written on */
export function serializeCommentResult(comment: Comment, title: string, words: readonly string[]) {
  const { id, content, username, createdAt } = comment;
  return {
    kind: "comments" as const,
    id,
    to: commentPath(comment),
    by: username,
    title: [{ text: title, isMatch: false }],
    excerpt: excerpt(plainText(content), words),
    createdAt: createdAt.toISOString(),
  };
}

const excerpt = (text: string, words: readonly string[]) =>
  highlightSegments(excerptOf(text, words), words);

import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import {
  excerptOf,
  containsAny,
  highlightSegments,
  plainMarkdown,
  plainText,
  type HighlightSegment,
} from "~/domain/tokenizer";
import type { Article } from "~/models/article.server";
import type { PlacedComment } from "~/models/comment.server";
import type { Review } from "~/models/review.server";
import type { CategoryReference } from "~/schemas/responses";
import { categoryReference, hubReference, UNKNOWN_ARTICLE } from "../references";

/** Fields common to all results. */
interface BaseResult {
  id: string;
  /** The path of its page. */
  to: string;
  title: HighlightSegment[];
  excerpt: HighlightSegment[];
  /** In ISO 8601. */
  createdAt: string;
  /** The author's name. */
  by: string;
}

export interface ArticleResult extends BaseResult {
  kind: "articles";
  category: CategoryReference;
  views: number;
  upvotes: number;
  commentCount: number;
}

export interface ReviewResult extends BaseResult {
  kind: "reviews";
  hub: CategoryReference;
  category: string;
  author: HighlightSegment[];
  rating: number;
}

export interface CommentResult extends BaseResult {
  kind: "comments";
}

export type SearchResult = ArticleResult | ReviewResult | CommentResult;

/** Serializes an article as a search result, with matching words highlighted. */
export function serializeArticleResult(article: Article, words: readonly string[]): ArticleResult {
  const { id, title, summary, category, createdAt, reviewer, views, upvotes, commentCount } =
    article;
  // The summary is the best excerpt, unless only the content contains the words.
  const content = containsAny(summary, words) ? "" : plainMarkdown(article.content);
  const text = containsAny(content, words) ? content : plainText(summary);
  return {
    kind: "articles",
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

/** Serializes a review as a search result, with matching words highlighted. */
export function serializeReviewResult(review: Review, words: readonly string[]): ReviewResult {
  const { id, title, author, hub, category, rating, username, createdAt } = review;
  return {
    kind: "reviews",
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

/** Serializes a comment as a search result. @param articleTitle title of its article, if it still exists */
export function serializeCommentResult(
  comment: PlacedComment,
  articleTitle: string | undefined,
  words: readonly string[],
): CommentResult {
  const { id, content, username, createdAt } = comment;
  return {
    kind: "comments",
    id,
    to: commentPath(comment),
    by: username,
    title: [{ text: articleTitle ?? UNKNOWN_ARTICLE, isMatch: false }],
    excerpt: excerpt(plainText(content), words),
    createdAt: createdAt.toISOString(),
  };
}

const excerpt = (text: string, words: readonly string[]) =>
  highlightSegments(excerptOf(text, words), words);

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
import { commentPath, reviewPath } from "../paths";
import {
  categoryReference,
  hubReference,
  UNKNOWN_ARTICLE,
  type CategoryReference,
} from "../serializers";

/** What all results tell. */
interface FoundDocument {
  id: string;
  /** Where it is. */
  to: string;
  title: HighlightSegment[];
  excerpt: HighlightSegment[];
  /** In ISO 8601. */
  createdAt: string;
  /** Who wrote it. */
  by: string;
}

export interface ArticleResult extends FoundDocument {
  kind: "articles";
  category: CategoryReference;
  views: number;
  upvotes: number;
  commentCount: number;
}

export interface ReviewResult extends FoundDocument {
  kind: "reviews";
  hub: CategoryReference;
  category: string;
  author: HighlightSegment[];
  rating: number;
}

export interface CommentResult extends FoundDocument {
  kind: "comments";
}

export type SearchResult = ArticleResult | ReviewResult | CommentResult;

/** An article as a search shows it. */
export function serializeArticleResult(article: Article, words: readonly string[]): ArticleResult {
  const { id, title, summary, category, createdAt, reviewer, views, upvotes, commentCount } =
    article;
  // The summary says more of the article than any line of it, unless the words are not there.
  const content = containsAny(summary, words) ? "" : plainMarkdown(article.content);
  const text = containsAny(content, words) ? content : plainText(summary);
  return {
    ...{ kind: "articles", id, to: `/article/${id}`, by: reviewer },
    title: highlightSegments(title, words),
    excerpt: excerpt(text, words),
    createdAt: createdAt.toISOString(),
    category: categoryReference(category),
    ...{ views, upvotes, commentCount },
  };
}

/** A review as a search shows it. */
export function serializeReviewResult(review: Review, words: readonly string[]): ReviewResult {
  const { id, title, author, hub, category, rating, username, createdAt } = review;
  return {
    ...{ kind: "reviews", id, to: reviewPath(review), by: username },
    title: highlightSegments(title, words),
    author: highlightSegments(author, words),
    excerpt: excerpt(plainText(review.review), words),
    createdAt: createdAt.toISOString(),
    hub: hubReference(hub),
    ...{ category, rating },
  };
}

/** A comment as a search shows it. @param articleTitle of what it is on, if that is still there */
export function serializeCommentResult(
  comment: PlacedComment,
  articleTitle: string | undefined,
  words: readonly string[],
): CommentResult {
  const { id, content, username, createdAt } = comment;
  return {
    ...{ kind: "comments", id, to: commentPath(comment), by: username },
    title: [{ text: articleTitle ?? UNKNOWN_ARTICLE, isMatch: false }],
    excerpt: excerpt(plainText(content), words),
    createdAt: createdAt.toISOString(),
  };
}

const excerpt = (text: string, words: readonly string[]) =>
  highlightSegments(excerptOf(text, words), words);

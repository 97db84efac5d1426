import { findCategory } from "~/domain/categories";
import { findTopic } from "~/domain/topics";
import type { Viewer } from "~/domain/viewer";
import type {
  ArticleResponse,
  CategoryReference,
  CommentResponse,
  ReviewResponse,
  UserResponse,
} from "~/schemas/responses";
import type { Comment, ListedArticle } from "./articles/articles.server";
import type { Review } from "./reviews/reviews.server";

/**
 * What the API shows of things, and pages with it: names, dates in ISO 8601 and nothing internal. What
 * each has is said in `schemas/responses.ts`.
 */
export type { CategoryReference } from "~/schemas/responses";

/** @returns a category as it is referred to, by slug and name */
export const categoryReference = (slug: string): CategoryReference => ({
  slug,
  name: findCategory(slug)?.name ?? slug,
});

/** @returns a hub as it is referred to, by slug and title */
export const hubReference = (slug: string): CategoryReference => ({
  slug,
  name: findTopic(slug)?.title ?? slug,
});

/** What stands for the title of an article that is not there any more. */
export const UNKNOWN_ARTICLE = "An article";

/** @returns the path of the picture that stands in for an article without one */
export const placeholderImage = (category: string) => `/images/category/${category}.svg`;

/**
 * @param origin put before the path of a placeholder, so that a program elsewhere finds it; a page has
 *   no need of it
 */
export function serializeListedArticle(article: ListedArticle, origin = ""): SerializedArticle {
  return {
    id: article.id,
    title: article.title,
    summary: article.summary,
    url: article.url,
    imageUrl: article.imageUrl ?? origin + placeholderImage(article.category),
    category: categoryReference(article.category),
    createdAt: article.createdAt.toISOString(),
    views: article.views,
    upvotes: article.upvotes,
    commentCount: article.commentCount,
    reviewer: article.reviewer,
  };
}

/** An article with its text; `origin` as for `listedArticle`. */
export const serializeArticle = (article: ListedArticle, origin = ""): ArticleResponse => ({
  ...serializeListedArticle(article, origin),
  content: article.content ?? "",
});

/** A comment without what is internal of it. */
export const serializeComment = ({
  id,
  username,
  content,
  createdAt,
}: Comment): CommentResponse => ({
  id,
  username,
  content,
  createdAt: createdAt.toISOString(),
});

/** Whoever is signed in, as only that person is told. */
export const serializeUser = ({ id, email, name, isMember }: Viewer): UserResponse => ({
  id,
  email,
  name,
  isMember,
});

/** As in the specification: no list of ours tells who somebody is but by name. */
export const serializeReview = (review: Review): ReviewResponse => ({
  id: review.id,
  title: review.title,
  author: review.author,
  url: review.url,
  rating: review.rating,
  username: review.username,
  category: review.category,
  review: review.review,
  createdAt: review.createdAt.toISOString(),
});

export type SerializedReview = ReviewResponse;
/** An article as lists on pages show it. */
export type SerializedArticle = Omit<ArticleResponse, "content">;
export type SerializedComment = CommentResponse;

/** Articles and reviews, as far as comments depend on them. */
import { reviewPath } from "~/config/hubs";
import { ARTICLES, articleTag, COMMENTS, reviewTag, type PageTag } from "~/config/page-tags";
import type { CommentSubject } from "~/domain/threads";
import { findArticleOwner } from "~/models/article.server";
import { findReview } from "~/models/review.server";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, type ServiceError } from "../errors";
import { missingArticleError } from "./articles.server";

/** @returns who wrote an article or review, or `null` if it does not exist */
export async function findSubjectAuthor({ kind, id }: CommentSubject): Promise<string | null> {
  if (kind === "article") return (await findArticleOwner(id))?.authorId ?? null;
  return (await findReview(id))?.userId ?? null;
}

export const missingSubjectError = async ({ kind, id }: CommentSubject): Promise<ServiceError> =>
  kind === "article" ? missingArticleError(id) : notFoundError("Review");

/** @returns the path of the page that shows the discussion @throws ServiceError `notFound` if a review is gone */
export async function discussionPath({ kind, id }: CommentSubject): Promise<string> {
  if (kind === "article") return `/article/${id}`;
  const review = await findReview(id);
  if (!review) throw notFoundError("Review");
  return reviewPath(review);
}

/** The tags of the pages that show the discussion, or something of any discussion. */
export const discussionTags = ({ kind, id }: CommentSubject): PageTag[] => [
  kind === "article" ? articleTag(id) : reviewTag(id),
  COMMENTS,
];

/** Invalidates what shows a comment, after it was removed. */
export const invalidateRemovedComment = (subject: CommentSubject): Promise<void> =>
  invalidate(...discussionTags(subject), ARTICLES);

/** Articles and reviews, as far as comments depend on them. */
import { reviewPath } from "~/config/hubs";
import { ARTICLES, articleTag, COMMENTS, reviewTag, type PageTag } from "~/config/page-tags";
import type { CommentSubject } from "~/domain/threads";
import { findArticleOwner } from "~/models/article.server";
import { findHiddenText } from "~/models/hidden-text.server";
import { findReview } from "~/models/review.server";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError } from "../errors";

/** @returns who wrote an article or review, or `null` if it does not exist */
export async function findSubjectAuthor({ kind, id }: CommentSubject): Promise<string | null> {
  if (kind === "article") return (await findArticleOwner(id))?.authorId ?? null;
  return (await findReview(id))?.userId ?? null;
}

/** @returns the path of the page that shows the discussion @throws ServiceError `notFound` if a review is gone */
export async function discussionPath({ kind, id }: CommentSubject): Promise<string> {
  if (kind === "article") return `/article/${id}`;
  const review = (await findReview(id)) ?? (await findHidden(id));
  if (!review) throw notFoundError("Review");
  return reviewPath(review);
}

async function findHidden(id: string) {
  const hidden = await findHiddenText(id);
  return hidden?.kind === "review" ? hidden.text : null;
}

/** The tags of the pages that show the discussion, or something of any discussion. */
export const discussionTags = ({ kind, id }: CommentSubject): PageTag[] => [
  kind === "article" ? articleTag(id) : reviewTag(id),
  COMMENTS,
];

/** Invalidates what shows a comment, after it was removed. */
export const invalidateRemovedComment = (subject: CommentSubject): Promise<void> =>
  invalidate(...discussionTags(subject), ARTICLES);

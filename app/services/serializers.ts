/**
 * Serializers for API responses and pages: no internal fields, dates in ISO 8601. The response types are in
 * `schemas/responses.ts`.
 */
import type { DraftResponse, DraftSummaryResponse } from "~/schemas/drafts";
import type { Draft, DraftSummary } from "./drafts/drafts.server";
import { pickArticleFields } from "~/domain/article-fields";
import { placeholderImagePath } from "~/domain/categories";
import type { Viewer } from "~/domain/viewer";
import type {
  ArticleResponse,
  CommentResponse,
  ExportResponse,
  ReviewResponse,
  UserResponse,
} from "~/schemas/responses";
import type { PersonResponse, PlacedCommentResponse } from "~/schemas/people-responses";
import type { SignInResponse } from "~/schemas/session-responses";
import type { Passkey } from "~/models/passkey.server";
import type { Revision } from "~/models/revision.server";
import type { ListedSignIn } from "./accounts/sessions.server";
import type { ListedArticle } from "./articles/articles.server";
import type { Comment } from "./articles/comments.server";
import type { ListedRevision } from "./articles/revisions.server";
import type { ExportStatus } from "./exports/exports.server";
import type { ContributionCounts, Person, PlacedComment } from "./people/people.server";
import { categoryReference } from "./references";
import type { Review } from "./articles/reviews.server";

/**
 * Serializes an article without its content.
 *
 * @param origin prefix for the placeholder image's path, for API clients; pages do not need it
 */
export function serializeListedArticle(article: ListedArticle, origin = ""): SerializedArticle {
  const { content: _, ...written } = pickArticleFields(article);
  return {
    ...written,
    id: article.id,
    imageUrl: article.imageUrl ?? origin + placeholderImagePath(article.category),
    category: categoryReference(article.category),
    createdAt: article.createdAt.toISOString(),
    editedAt: article.editedAt?.toISOString() ?? null,
    repostedAt: article.repostedAt?.toISOString() ?? null,
    views: article.views,
    upvotes: article.upvotes,
    commentCount: article.commentCount,
    reviewer: article.reviewer,
  };
}

/** Serializes an article with its content; `origin` as for `serializeListedArticle`. */
export const serializeArticle = (article: ListedArticle, origin = ""): ArticleResponse => ({
  ...serializeListedArticle(article, origin),
  content: article.content ?? "",
});

/** Serializes the state of a user's data export. */
export const serializeExport = ({
  requestedAt,
  readyAt,
  expiresAt,
  ...status
}: ExportStatus): ExportResponse => ({
  ...status,
  requestedAt: requestedAt?.toISOString() ?? null,
  readyAt: readyAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
});

/** Serializes a comment. */
export const serializeComment = ({
  id,
  username,
  content,
  createdAt,
  editedAt,
  removedAt,
}: Comment): CommentResponse => ({
  id,
  username,
  content,
  createdAt: createdAt.toISOString(),
  editedAt: editedAt?.toISOString() ?? null,
  removedAt: removedAt?.toISOString() ?? null,
});

/** Serializes a user for that user only. */
export const serializeUser = ({ id, email, name, isMember }: Viewer): UserResponse => ({
  id,
  email,
  name,
  isMember,
});

/** Serializes a review as specified: the author by name only, without ids of users. */
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
  editedAt: review.editedAt?.toISOString() ?? null,
});

export type SerializedReview = ReviewResponse;
/** An article as serialized for lists. */
export type SerializedArticle = Omit<ArticleResponse, "content">;
export type SerializedComment = CommentResponse;

/** Serializes a sign-in or token, for its owner only. */
export const serializeSignIn = ({
  createdAt,
  lastSeenAt,
  expiresAt,
  ...signIn
}: ListedSignIn): SignInResponse => ({
  ...signIn,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  expiresAt: expiresAt.toISOString(),
});

/** Serializes a person's public profile. */
export const serializePerson = (person: Person, counts: ContributionCounts): PersonResponse => ({
  name: person.name,
  about: person.about,
  link: person.link,
  disclosure: person.disclosure,
  isMember: person.isMember,
  memberSince: person.createdAt.toISOString(),
  ...counts,
});

/** Serializes a comment with the id of its article. */
export const serializePlacedComment = (comment: PlacedComment): PlacedCommentResponse => ({
  ...serializeComment(comment),
  articleId: comment.articleId,
});

/** Serializes a passkey, for its owner only. */
export const serializePasskey = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
export type SerializedPasskey = ReturnType<typeof serializePasskey>;

/** Serializes an earlier version without its text. */
export const serializeListedRevision = ({ version, writtenAt }: ListedRevision) => ({
  version,
  writtenAt: writtenAt.toISOString(),
});

/** Serializes an earlier version. */
export const serializeRevision = ({ fields, ...revision }: Revision) => ({
  ...serializeListedRevision(revision),
  ...fields,
});

/** Serializes a draft for a list, for its author only. */
export const serializeDraftSummary = ({
  id,
  form,
  hub,
  title,
  updatedAt,
}: DraftSummary): DraftSummaryResponse => ({
  id,
  form,
  hub,
  title,
  updatedAt: updatedAt.toISOString(),
});

/** Serializes a draft, for its author only. */
export const serializeDraft = (draft: Draft): DraftResponse => ({
  ...serializeDraftSummary(draft),
  fields: draft.fields,
});

import type { PlacedCommentResponse } from "~/schemas/people-responses";
import type { CommentResponse } from "~/schemas/responses";
import type { Comment } from "~/services/articles/comments.server";
import type { PlacedComment } from "~/services/people/people.server";

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

export type SerializedComment = CommentResponse;

/** Serializes a comment with the id of its article. */
export const serializePlacedComment = (comment: PlacedComment): PlacedCommentResponse => ({
  ...serializeComment(comment),
  articleId: comment.articleId,
});

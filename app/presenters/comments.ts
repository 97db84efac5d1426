import { placedCommentResponse, type PlacedCommentResponse } from "~/schemas/people-responses";
import { subjectIds } from "~/domain/threads";
import { commentResponse, type CommentResponse } from "~/schemas/responses";
import type { Comment } from "~/services/articles/comments.server";
import { presenter } from "./presenter";

export const serializeComment: (comment: Comment) => CommentResponse = presenter(commentResponse);

export type SerializedComment = CommentResponse;

/** Serializes a comment with the id of what it is on. */
export const serializePlacedComment = (comment: Comment): PlacedCommentResponse =>
  placed({ ...comment, ...subjectIds(comment.subject) });

const placed = presenter(placedCommentResponse);

export const serializeCommentWithAncestors = (comment: Comment & { ancestors: Comment[] }) => ({
  ...serializePlacedComment(comment),
  ancestors: comment.ancestors.map(serializeComment),
});

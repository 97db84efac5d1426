import { placedCommentResponse, type PlacedCommentResponse } from "~/schemas/people-responses";
import { subjectIds } from "~/domain/threads";
import { commentResponse, type CommentResponse } from "~/schemas/responses";
import type { Comment } from "~/services/articles/comments.server";
import { serializeMarks } from "./marks";
import { presenter } from "./presenter";

const present = presenter(commentResponse);

export const serializeComment = (comment: Comment): CommentResponse =>
  present({ ...comment, ...serializeMarks(comment) });

export type SerializedComment = CommentResponse;

/** Serializes a comment with the id of what it is on. */
export const serializePlacedComment = (comment: Comment): PlacedCommentResponse =>
  placed({ ...comment, ...serializeMarks(comment), ...subjectIds(comment.subject) });

const placed = presenter(placedCommentResponse);

export const serializeCommentWithAncestors = (comment: Comment & { ancestors: Comment[] }) => ({
  ...serializePlacedComment(comment),
  ancestors: comment.ancestors.map(serializeComment),
});

import { placedCommentResponse, type PlacedCommentResponse } from "~/schemas/people-responses";
import { commentResponse, type CommentResponse } from "~/schemas/responses";
import type { Comment } from "~/services/articles/comments.server";
import type { PlacedComment } from "~/services/people/people.server";
import { presenter } from "./presenter";

export const serializeComment: (comment: Comment) => CommentResponse = presenter(commentResponse);

export type SerializedComment = CommentResponse;

/** Serializes a comment with the id of its article. */
export const serializePlacedComment: (comment: PlacedComment) => PlacedCommentResponse =
  presenter(placedCommentResponse);

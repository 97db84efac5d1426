import { placedCommentResponse } from "~/schemas/people-responses";
import { commentResponse, type CommentResponse } from "~/schemas/responses";
import { presenter } from "./presenter";

export const serializeComment = presenter(commentResponse);

export type SerializedComment = CommentResponse;

/** Serializes a comment with the id of its article. */
export const serializePlacedComment = presenter(placedCommentResponse);

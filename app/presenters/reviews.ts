import { reviewResponse, type ReviewResponse } from "~/schemas/responses";
import { presenter } from "./presenter";

/** Serializes a review as specified: the author by name only, without ids of users. */
export const serializeReview = presenter(reviewResponse);

export type SerializedReview = ReviewResponse;

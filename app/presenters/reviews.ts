import { reviewResponse, type ReviewResponse } from "~/schemas/responses";
import type { Review } from "~/services/articles/reviews.server";
import { presenter } from "./presenter";

/** Serializes a review as specified: the author by name only, without ids of users. */
export const serializeReview: (review: Review) => ReviewResponse = presenter(reviewResponse);

export type SerializedReview = ReviewResponse;

import { reviewResponse, type ReviewResponse } from "~/schemas/responses";
import type { Review } from "~/services/articles/reviews.server";
import { serializeMarks } from "./marks";
import { presenter } from "./presenter";

/** Serializes a review as specified: the author by name only, without ids of users. */
export const serializeReview = (review: Review): ReviewResponse =>
  present({ ...review, ...serializeMarks(review) });

const present = presenter(reviewResponse);

export type SerializedReview = ReviewResponse;

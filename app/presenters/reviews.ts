import type { ReviewResponse } from "~/schemas/responses";
import type { Review } from "~/services/articles/reviews.server";

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

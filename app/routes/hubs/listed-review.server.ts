import type { Review } from "~/services/articles/reviews.server";
import { serializeReview } from "~/presenters/reviews";
import { linkify } from "~/domain/linkify";
import type { ListedReview } from "./review-card";

/** Serialises a review for a page, with the URLs in its text already found. */
export function listedReview(review: Review): ListedReview {
  const { review: text, ...rest } = serializeReview(review);
  return { ...rest, segments: linkify(text) };
}

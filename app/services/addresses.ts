import { encodeCursor, placeBefore } from "~/domain/cursor";
import type { Review } from "./reviews.server";

/** @returns the path at which a review is open, however many there are: its hub, from it on */
export function reviewPath({
  id,
  hub,
  createdAt,
}: Pick<Review, "id" | "hub" | "createdAt">): string {
  const place = { id, value: createdAt.getTime() };
  return `/${hub}?after=${encodeCursor(placeBefore(place, "descending"))}#review-${id}`;
}

/** @returns the path at which a comment is shown, however many there are: the page that has it */
export const commentPath = ({ id, articleId }: { id: string; articleId: string }): string =>
  `/article/${articleId}?comment=${id}#comment-${id}`;

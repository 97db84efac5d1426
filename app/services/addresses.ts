import type { Review } from "./reviews.server";

/** The longest text that a hub is searched for. */
const LONGEST_SEARCH = 100;

/**
 * @returns the path at which a review is open, however many there are: that of its hub, searched for the
 *   review's title
 */
export function reviewPath({ id, hub, title }: Pick<Review, "id" | "hub" | "title">): string {
  const q = new URLSearchParams({ q: title.slice(0, LONGEST_SEARCH) });
  return `/${hub}?${q}#review-${id}`;
}

import { reviewSorts, type ReviewSort } from "~/domain/work-score";

/** How a hub's page is asked for, by its address. */
export interface HubQuery {
  category: string;
  q: string;
  sort: ReviewSort;
  /** Whether the form to add a review is open. */
  isAdding: boolean;
}

/**
 * The address of a hub with another filter, search or order: always its first page, since a place in
 * one list is none in another.
 *
 * @param place a cursor, for the other pages
 */
export function hubPath(
  pathname: string,
  { category, q, sort, isAdding }: HubQuery,
  place: { after?: string; before?: string } = {},
): string {
  const query = new URLSearchParams({
    ...(category === "all" ? {} : { category }),
    ...(q ? { q } : {}),
    ...(sort === "new" ? {} : { sort }),
    ...(isAdding ? { review: "new" } : {}),
    ...place,
  });
  return query.size ? `${pathname}?${query}` : pathname;
}

/** What such an address asks for. */
export function hubQueryIn(search: string): HubQuery {
  const query = new URLSearchParams(search);
  return {
    category: query.get("category") ?? "all",
    q: query.get("q") ?? "",
    sort: reviewSorts.find((sort) => sort === query.get("sort")) ?? "new",
    isAdding: query.get("review") === "new",
  };
}

import { reviewSorts, type ReviewSort } from "~/domain/work-score";

export interface HubQuery {
  category: string;
  q: string;
  sort: ReviewSort;
  isAdding: boolean;
}

/** The URL of a hub: of its first page unless a cursor is given, since cursors are specific to a list. */
export function hubPath(
  pathname: string,
  { category, q, sort, isAdding }: HubQuery,
  page: { after?: string; before?: string } = {},
): string {
  const query = new URLSearchParams({
    ...(category === "all" ? {} : { category }),
    ...(q ? { q } : {}),
    ...(sort === "new" ? {} : { sort }),
    ...(isAdding ? { review: "new" } : {}),
    ...page,
  });
  return query.size ? `${pathname}?${query}` : pathname;
}

export function hubQueryIn(search: string): HubQuery {
  const query = new URLSearchParams(search);
  return {
    category: query.get("category") ?? "all",
    q: query.get("q") ?? "",
    sort: reviewSorts.find((sort) => sort === query.get("sort")) ?? "new",
    isAdding: query.get("review") === "new",
  };
}

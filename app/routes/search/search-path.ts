import type { SearchKind } from "~/domain/search";

/** How the search is asked for, by its address: `kind` where one was chosen. */
export interface SearchParams {
  q: string;
  kind?: SearchKind | null;
  /** A place, for the other pages. */
  after?: string;
}

export const searchPath = ({ q, kind, after }: SearchParams): string =>
  `/search?${new URLSearchParams({ q, ...(kind ? { kind } : {}), ...(after ? { after } : {}) })}`;

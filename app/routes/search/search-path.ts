import type { SearchKind } from "~/domain/search";

/** The search page's URL parameters. */
export interface SearchParams {
  q: string;
  kind?: SearchKind | null;
  /** A cursor, for other pages. */
  after?: string;
}

export const searchPath = ({ q, kind, after }: SearchParams): string =>
  `/search?${new URLSearchParams({ q, ...(kind ? { kind } : {}), ...(after ? { after } : {}) })}`;

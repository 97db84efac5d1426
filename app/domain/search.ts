import { decodeCursor, encodeCursor, type Cursor } from "./cursor";

/** The kinds of documents searched, in display order. */
export const searchKinds = ["articles", "reviews", "comments"] as const;
export type SearchKind = (typeof searchKinds)[number];

export const RESULTS_PER_PAGE = 20;
/** Maximum number of words of a query; further words are ignored. */
export const MAX_QUERY_WORDS = 10;
export const MAX_QUERY_LENGTH = 200;

/**
 * A position in the search results: first the documents with every word in the title, then the rest, each
 * part newest first.
 */
export interface SearchPlace {
  part: "titles" | "texts";
  /** The last document already shown; `null` for the start of the part. */
  after: Cursor | null;
}

/** @returns the position as a short, URL-safe string */
export const encodePlace = ({ part, after }: SearchPlace): string =>
  after ? `${part}.${encodeCursor(after)}` : part;

/** @returns the decoded position, or `null` if the text is not a valid one */
export function decodePlace(text: string): SearchPlace | null {
  const [, part, cursor] = /^(titles|texts)(?:\.([^]*))?$/.exec(text) ?? [];
  if (!part) return null;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  if (cursor !== undefined && !after) return null;
  return { part: part as SearchPlace["part"], after };
}

import { decodeCursor, encodeCursor, type Cursor } from "./cursor";

/** What is searched, in the order in which it is shown. */
export const searchKinds = ["articles", "reviews", "comments"] as const;
export type SearchKind = (typeof searchKinds)[number];

export const RESULTS_PER_PAGE = 20;
/** How many words one search looks for. */
export const QUERY_WORDS_MAX = 10;
/** The longest search that is read, in characters. */
export const QUERY_MAX = 200;

/**
 * A place among what was found: first comes what has every word in its title, then the rest, each with
 * the newest first.
 */
export interface SearchPlace {
  part: "titles" | "texts";
  /** After which document of the part; `null` is where the part begins. */
  after: Cursor | null;
}

/** @returns the place as a short text that is safe in a URL */
export const encodePlace = ({ part, after }: SearchPlace): string =>
  after ? `${part}.${encodeCursor(after)}` : part;

/** @returns the place a text names, or `null` when it is none of ours */
export function decodePlace(text: string): SearchPlace | null {
  const [, part, cursor] = /^(titles|texts)(?:\.([^]*))?$/.exec(text) ?? [];
  if (!part) return null;
  const after = cursor === undefined ? null : decodeCursor(cursor);
  if (cursor !== undefined && !after) return null;
  return { part: part as SearchPlace["part"], after };
}

/** What people can save for later, and how much of it. */
export const savedKinds = ["article", "review", "comment", "recommendation"] as const;
export type SavedKind = (typeof savedKinds)[number];

export const isSavedKind = (kind: string): kind is SavedKind =>
  savedKinds.some((one) => one === kind);

/** Maximum number of texts that one person can have saved. */
export const MAX_SAVED = 10_000;
export const MAX_NOTE_LENGTH = 2_000;
export const SAVED_PER_PAGE = 20;
/** How many saved texts one search looks at, newest first; the next page continues from there. */
export const SAVED_SEARCH_WINDOW = 500;

/** Loader data of a page of article cards when they could not be loaded. */
export const noCards = { articles: null, isFirst: true, next: null, previous: null } as const;

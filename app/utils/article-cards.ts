/** What a page of article cards has instead of them where they could not be read. */
export const noCards = { articles: null, isFirst: true, next: null, previous: null } as const;

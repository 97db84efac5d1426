/** @returns the id of an article's card, to link to */
export const cardAnchor = (articleId: string): string => `article-${articleId}`;

/** Loader data of a page of article cards when they could not be loaded. */
export const noCards = {
  articles: null,
  isFirst: true,
  next: null,
  previous: null,
  visit: null,
} as const;

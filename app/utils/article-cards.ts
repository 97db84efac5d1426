/** @returns the id of an article's card, to link to */
export const cardAnchor = (articleId: string): string => `article-${articleId}`;

/** Loader data of a page of articles when they could not be loaded. */
export const noArticles = {
  view: "list",
  articles: null,
  isFirst: true,
  next: null,
  previous: null,
  visit: null,
} as const;

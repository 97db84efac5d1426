/** How pages show a list of articles: as dense lines, or as cards with their pictures and comments. */
export const articleViews = ["list", "cards"] as const;

export type ArticleView = (typeof articleViews)[number];

export const isArticleView = (value: unknown): value is ArticleView =>
  articleViews.includes(value as ArticleView);

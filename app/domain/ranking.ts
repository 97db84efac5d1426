/**
 * Sort orders of articles. `hot` weighs votes and comments against age: ten times the support makes up for
 * a day and a half, so new articles are visible and popular ones stay longer.
 */

/** How many seconds of age a tenfold support offsets: 36 hours. */
export const HOT_SECONDS_PER_MAGNITUDE = 129_600;

/** The weight of a comment by another user, in upvotes; counts for at most the number of upvotes. */
export const HOT_COMMENT_WEIGHT = 0.5;

export interface Support {
  /** Number of upvotes by others than the author, at least 0. */
  upvotes: number;
  /** Number of comments by others than the author, at least 0. */
  commentsByOthers: number;
  createdAt: Date;
}

/**
 * `log10(1 + upvotes + 0.5·min(upvotes, comments by others)) + created / 129600 s`, the form of Reddit's
 * 2008 "hot" ranking. The time term is fixed per article, so the value can be stored and indexed.
 *
 * @returns a unitless number; sort descending
 */
export function hotRank({ upvotes, commentsByOthers, createdAt }: Support): number {
  const support = 1 + upvotes + HOT_COMMENT_WEIGHT * Math.min(upvotes, commentsByOthers);
  return Math.log10(support) + createdAt.getTime() / 1000 / HOT_SECONDS_PER_MAGNITUDE;
}

export const articleSorts = ["new", "hot", "top"] as const;
export type ArticleSort = (typeof articleSorts)[number];

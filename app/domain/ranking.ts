/**
 * How articles are ordered. `hot` weighs what the community thinks of an article against its age: ten
 * times the support is worth a day and a half, so that new work is seen and good work stays a while.
 */

/** The seconds of age that one power of ten of support makes up for: 36 hours. */
export const HOT_SECONDS_PER_MAGNITUDE = 129_600;

/** What a comment by somebody else counts for, in upvotes; never more in all than the upvotes there are. */
export const HOT_COMMENT_WEIGHT = 0.5;

export interface Support {
  /** Upvotes, a whole number from 0. */
  upvotes: number;
  /** Comments by others than the author, a whole number from 0. */
  commentsByOthers: number;
  createdAt: Date;
}

/**
 * `log10(1 + upvotes + 0.5·min(upvotes, comments by others)) + created / 129600 s`.
 * The first term is the community's, on a logarithmic scale, the second the clock's: it never changes,
 * so the value can be stored and served by an index. (The form is that of Reddit's 2008 ranking.)
 *
 * @returns a number to order by, greatest first; it has no unit
 */
export function hotRank({ upvotes, commentsByOthers, createdAt }: Support): number {
  const support = 1 + upvotes + HOT_COMMENT_WEIGHT * Math.min(upvotes, commentsByOthers);
  return Math.log10(support) + createdAt.getTime() / 1000 / HOT_SECONDS_PER_MAGNITUDE;
}

export const articleSorts = ["new", "hot", "top"] as const;
export type ArticleSort = (typeof articleSorts)[number];

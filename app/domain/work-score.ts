/** The score of a reviewed work, and the key that identifies a work without a URL. */
import { foldTitle } from "./folding";

/** The prior mean rating of a work without reviews. */
export const PRIOR_RATING = 3.5;
/** The weight of the prior, in ratings. */
export const PRIOR_COUNT = 5;

/**
 * `(5·3.5 + Σ ratings) / (5 + n)` over all reviews of a work: a Bayesian average, which pulls the mean towards 3.5 while
 * there are few reviews.
 *
 * @returns a number from 1 to 5, as each rating is
 */
export const workScore = (sum: number, count: number): number =>
  (PRIOR_COUNT * PRIOR_RATING + sum) / (PRIOR_COUNT + count);

/** @returns the key of a work without a URL, which never equals the key of a URL */
export const titleKey = (title: string, author: string): string =>
  `${foldTitle(title)}\n${foldTitle(author)}`;

export const reviewSorts = ["new", "best"] as const;
export type ReviewSort = (typeof reviewSorts)[number];

/** Works that are reviewed: when two reviews speak of the same one, and how well it is rated. */

/** What a work is rated before anybody has: the middle of what people give. */
export const PRIOR_RATING = 3.5;
/** As how many ratings that counts: so many must agree before a work stands out. */
export const PRIOR_COUNT = 5;

/**
 * `(5·3.5 + Σ ratings) / (5 + n)` over all reviews of a work: its mean, drawn towards the middle while
 * there are few (a Bayesian average).
 *
 * @param sum of the ratings, each from 1 to 5
 * @param count how many there are, from 0
 * @returns a number from 1 to 5
 */
export function workScore(sum: number, count: number): number {
  return (PRIOR_COUNT * PRIOR_RATING + sum) / (PRIOR_COUNT + count);
}

/**
 * The key of a work that has no address: its title and author, case and spaces aside.
 *
 * @returns a text that no link's key is equal to
 */
export function titleKey(title: string, author: string): string {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  return `${plain(title)}\n${plain(author)}`;
}

export const reviewSorts = ["new", "best"] as const;
export type ReviewSort = (typeof reviewSorts)[number];

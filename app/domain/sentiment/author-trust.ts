/**
 * How much an author's voice counts for, from how long the account has been there and who stands behind it. New
 * accounts count for little, however many there are, and cannot raise each other.
 */

/** What every account with a proven address counts for, and every author of an outside source. */
export const LEAST_TRUST = 0.1;
/** The age of an account, in days, from which it counts in full. */
export const TRUST_DAYS = 30;
/** How many older accounts must have upvoted something of the author's for the voice to count in full. */
export const SUPPORTERS_NEEDED = 3;
/** By how many days an account must be older than the author's to count as older. */
export const OLDER_BY_DAYS = 7;
/** Until the site's oldest account has this age in days, its pages say that trust is still growing. */
export const TRUST_GROWS_DAYS = 60;

export interface Standing {
  /** Of the account, in days; fractions count. */
  ageDays: number;
  /** How many older accounts have upvoted something that the author wrote. */
  supporters: number;
  /** How many older accounts there are at all. Nobody can have more supporters than that. */
  olderAccounts: number;
}

/**
 * `t = max(0.1, min(1, age / 30) · min(1, supporters / 3))`. Where fewer than three older accounts exist, as for
 * a site's founders, so many are enough.
 *
 * @returns from `LEAST_TRUST` to 1
 */
export function trustOf({ ageDays, supporters, olderAccounts }: Standing): number {
  const needed = Math.min(SUPPORTERS_NEEDED, olderAccounts);
  const support = needed > 0 ? Math.min(1, supporters / needed) : 1;
  const age = Math.min(1, Math.max(0, ageDays) / TRUST_DAYS);
  return Math.max(LEAST_TRUST, age * support);
}

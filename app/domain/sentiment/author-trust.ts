/**
 * The weight of an author, from the age of the account and upvotes by older accounts. New accounts have little
 * weight, however many there are, and cannot raise each other's.
 */

/** The trust of every account with a proven address and of every author of an outside source, at least. */
export const LEAST_TRUST = 0.1;
/** The age of an account, in days, from which age no longer limits its trust. */
export const TRUST_DAYS = 30;
/** How many older accounts must have upvoted something of the author's for full trust. */
export const SUPPORTERS_NEEDED = 3;
/** By how many days an account must be older than the author's to count as older. */
export const OLDER_BY_DAYS = 7;
/** Until the site's oldest account has this age in days, pages say that trust is still growing. */
export const TRUST_GROWS_DAYS = 60;

export interface Standing {
  /** Age of the account in days, with fractions. */
  ageDays: number;
  /** How many older accounts have upvoted something that the author wrote. */
  supporters: number;
  /** How many older accounts exist, which limits the number of supporters. */
  olderAccounts: number;
}

/**
 * Computes the trust in an author, `t = max(0.1, min(1, age / 30) · min(1, supporters / 3))`. If fewer than three
 * older accounts exist, as for a site's founders, that number replaces the 3.
 *
 * @returns from `LEAST_TRUST` to 1
 */
export function trustOf({ ageDays, supporters, olderAccounts }: Standing): number {
  const needed = Math.min(SUPPORTERS_NEEDED, olderAccounts);
  const support = needed > 0 ? Math.min(1, supporters / needed) : 1;
  const age = Math.min(1, Math.max(0, ageDays) / TRUST_DAYS);
  return Math.max(LEAST_TRUST, age * support);
}

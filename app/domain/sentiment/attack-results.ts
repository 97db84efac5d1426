export interface Community {
  /** How many authors are trusted: the members among them, and those whom these support. */
  trusted: number;
  members: number;
  /** How many authors nobody with trust supports. */
  others: number;
}

export interface Attack {
  accounts: number;
  /** How many of the trusted were fooled into upvoting an article of one of the accounts. */
  fooled: number;
}

/** By how many percentage points an attack changes the share that it changes most, over all weeks. */
export interface Damage {
  median: number;
  ninetieth: number;
  worst: number;
}

/** How many others each trusted person has upvoted in the last 180 days. With one false account they are `MIN_PARTS`. */
export const SUPPORTED_EACH = 5;

type Attacked = Attack & Damage;

/** Communities, and the results of simulated attacks in them; a test simulates them again and compares. */
export const attackedCommunities: readonly (Community & {
  /** The mean percentage at risk without an attack. */
  atRisk: number;
  strangers: Attacked;
  fortnight: Attacked;
  cohorts: Attacked;
})[] = [
  {
    trusted: 15,
    members: 8,
    others: 15,
    atRisk: 13,
    strangers: { accounts: 100, fooled: 0, median: 0, ninetieth: 1, worst: 2 },
    fortnight: { accounts: 100, fooled: 1, median: 1, ninetieth: 2, worst: 3 },
    cohorts: { accounts: 20, fooled: 3, median: 3, ninetieth: 5, worst: 6 },
  },
  {
    trusted: 12,
    members: 7,
    others: 18,
    atRisk: 12,
    strangers: { accounts: 100, fooled: 0, median: 0, ninetieth: 1, worst: 2 },
    fortnight: { accounts: 100, fooled: 1, median: 1, ninetieth: 2, worst: 3 },
    cohorts: { accounts: 20, fooled: 2, median: 2, ninetieth: 4, worst: 4 },
  },
  {
    trusted: 9,
    members: 6,
    others: 21,
    atRisk: 9,
    strangers: { accounts: 100, fooled: 0, median: 0, ninetieth: 1, worst: 2 },
    fortnight: { accounts: 100, fooled: 1, median: 2, ninetieth: 3, worst: 3 },
    cohorts: { accounts: 20, fooled: 2, median: 3, ninetieth: 4, worst: 5 },
  },
  {
    trusted: 3,
    members: 3,
    others: 0,
    atRisk: 0,
    strangers: { accounts: 100, fooled: 0, median: 0, ninetieth: 0, worst: 0 },
    fortnight: { accounts: 100, fooled: 1, median: 0, ninetieth: 1, worst: 1 },
    cohorts: { accounts: 20, fooled: 1, median: 0, ninetieth: 1, worst: 1 },
  },
];

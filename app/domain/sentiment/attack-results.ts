import type { Attack, Community, Damage } from "./attack-simulation";

type Attacked = Attack & Damage;

/** Communities, and the results of `simulateAttack` in them; a test runs it again and compares. */
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

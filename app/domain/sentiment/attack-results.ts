import type { Attack, Damage } from "./attack-simulation";

/** The results of `simulateAttack`; a test runs it again and compares. */
export const attackResults: readonly (Attack & Damage)[] = [
  { accounts: 2, trust: 0.1, median: 1, ninetieth: 2, worst: 5 },
  { accounts: 5, trust: 0.1, median: 1, ninetieth: 3, worst: 5 },
  { accounts: 10, trust: 0.1, median: 1, ninetieth: 3, worst: 5 },
  { accounts: 20, trust: 0.1, median: 1, ninetieth: 3, worst: 5 },
  { accounts: 100, trust: 0.1, median: 1, ninetieth: 3, worst: 5 },
  { accounts: 2, trust: 1, median: 6, ninetieth: 8, worst: 9 },
  { accounts: 5, trust: 1, median: 11, ninetieth: 15, worst: 17 },
  { accounts: 10, trust: 1, median: 16, ninetieth: 22, worst: 27 },
  { accounts: 20, trust: 1, median: 29, ninetieth: 36, worst: 39 },
];

import type { Attack, Damage } from "./attack-simulation";

/** The results of `simulateAttack`; a test runs it again and compares. */
export const attackResults: readonly (Attack & Damage)[] = [
  { accounts: 10, trust: 0, median: 1, ninetieth: 1, worst: 1 },
  { accounts: 100, trust: 0, median: 1, ninetieth: 1, worst: 1 },
];

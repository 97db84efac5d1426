/**
 * The kinds of ledger entries: a recommendation as it was made, its outcome after a week, a new key of the site, a new
 * schedule, and a week that the schedule missed.
 */
export const ledgerKinds = ["recommendation", "outcome", "key", "schedule", "missed"] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** The kinds of ledger entries: a recommendation as it was made, its outcome after a week, or a new key of the site. */
export const ledgerKinds = ["recommendation", "outcome", "key"] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** The kinds of ledger entries: a recommendation as it was made, or its outcome after a week. */
export const ledgerKinds = ["recommendation", "outcome"] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

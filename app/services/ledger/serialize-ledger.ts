/** Entries of the ledger as the API shows them. */
import type { FullLedgerEntry, LedgerEntry } from "~/models/ledger.server";
import type { FullLedgerEntryResponse, LedgerEntryResponse } from "~/schemas/ledger-responses";

/** An entry without its content. */
export const serializeLedgerEntry = ({ at, ...entry }: LedgerEntry): LedgerEntryResponse => ({
  seq: entry.seq,
  hash: entry.hash,
  previous: entry.previous,
  signature: entry.signature,
  kind: entry.kind,
  of: entry.of,
  at: at.toISOString(),
});

/** An entry with what was hashed. */
export const serializeFullLedgerEntry = (entry: FullLedgerEntry): FullLedgerEntryResponse => ({
  ...serializeLedgerEntry(entry),
  content: entry.content,
});

/** Serializers for ledger entries in the API. */
import type { FullLedgerEntry, LedgerEntry } from "~/models/ledger.server";
import type { FullLedgerEntryResponse, LedgerEntryResponse } from "~/schemas/ledger-responses";

/** Serializes an entry without its content. */
export const serializeLedgerEntry = ({ at, ...entry }: LedgerEntry): LedgerEntryResponse => ({
  seq: entry.seq,
  hash: entry.hash,
  previous: entry.previous,
  signature: entry.signature,
  kind: entry.kind,
  of: entry.of,
  at: at.toISOString(),
});

/** Serializes an entry with the content that was hashed. */
export const serializeFullLedgerEntry = (entry: FullLedgerEntry): FullLedgerEntryResponse => ({
  ...serializeLedgerEntry(entry),
  content: entry.content,
});

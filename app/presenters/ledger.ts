import { fullLedgerEntryResponse, ledgerEntryResponse } from "~/schemas/ledger-responses";
import { presenter } from "./presenter";

/** Serializes an entry without its content. */
export const serializeLedgerEntry = presenter(ledgerEntryResponse);

/** Serializes an entry with the content that was hashed. */
export const serializeFullLedgerEntry = presenter(fullLedgerEntryResponse);

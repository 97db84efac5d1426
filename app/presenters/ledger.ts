import type { z } from "zod";
import {
  checkpointResponse,
  fullLedgerEntryResponse,
  ledgerEntryResponse,
} from "~/schemas/ledger-responses";
import { presenter } from "./presenter";

/** Serializes an entry without its content. */
export const serializeLedgerEntry = presenter(ledgerEntryResponse);

/** Serializes an entry with the content that was hashed. */
export const serializeFullLedgerEntry = presenter(fullLedgerEntryResponse);

const serializeHead = presenter(checkpointResponse.omit({ cosignatures: true, timestamp: true }));

/** Serializes the newest checkpoint, with what others say of it. */
export const serializeCheckpoint = (
  checkpoint: Parameters<typeof serializeHead>[0] & Attestations,
): z.infer<typeof checkpointResponse> => ({
  ...serializeHead(checkpoint),
  cosignatures: checkpoint.cosignatures.map(({ key, at, line }) => ({
    key,
    at: at.toISOString(),
    line,
  })),
  timestamp: checkpoint.timestamp && {
    at: checkpoint.timestamp.at.toISOString(),
    token: checkpoint.timestamp.token,
  },
});

interface Attestations {
  cosignatures: { key: string; at: Date; line: string }[];
  timestamp: { at: Date; token: string } | null;
}

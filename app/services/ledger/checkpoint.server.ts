/** The checkpoints of the site's own ledger. */
import { environment } from "~/config/env.server";
import {
  findNewestCheckpoint,
  insertCheckpoint,
  type StoredCheckpoint,
} from "~/models/ledger-checkpoint.server";
import { findLedgerHead } from "~/models/ledger.server";
import { formatCheckpoint } from "./checkpoint";
import { joinNote, NOTE_SIGNATURE, signText, verifierKeyOf, type VerifierKey } from "./signed-note";
import { signingKey } from "./signing-key.server";
import { readRoot } from "./stored-tree.server";

/** @returns the host by which the site's keys are named */
export function siteHost(): string {
  const { APP_ORIGIN } = environment();
  return APP_ORIGIN ? new URL(APP_ORIGIN).host : "localhost";
}

/** @returns the origin of the ledger's checkpoints, which is also the name of its key */
export const ledgerOrigin = (): string => `${siteHost()}/ledger`;

/** @returns the key that checks the ledger's checkpoints. @throws Error if there is no key */
export const ledgerKey = (): VerifierKey =>
  verifierKeyOf(ledgerOrigin(), signingKey(), NOTE_SIGNATURE);

/**
 * Makes a checkpoint of the ledger, unless it is empty or has one of its size.
 * @returns whether it made one
 * @throws Error if the signing key cannot be read
 */
export async function makeCheckpoint(): Promise<boolean> {
  const [head, newest] = await Promise.all([findLedgerHead(), findNewestCheckpoint()]);
  if (!head || newest?.size === head.seq) return false;
  const [size, root, origin] = [head.seq, await readRoot(head.seq), ledgerOrigin()];
  const text = formatCheckpoint({ origin, size, root });
  const note = joinNote(text, [signText(origin, signingKey(), text)]);
  await insertCheckpoint({ size, root, at: new Date(), note });
  return true;
}

/** @returns the checkpoint of the largest tree, or `null` if there is none */
export const readCheckpoint = (): Promise<StoredCheckpoint | null> => findNewestCheckpoint();

/** @returns the note of a checkpoint, with the cosignatures of its witnesses */
export const noteWithCosignatures = ({ note, cosignatures }: StoredCheckpoint): string =>
  note + cosignatures.map(({ line }) => `${line}\n`).join("");

/** The cosignatures of the ledger's checkpoints by witnesses (C2SP tlog-witness, tlog-cosignature). */
import { addMinutes } from "date-fns/addMinutes";
import { RECOMMENDATIONS } from "~/config/page-tags";
import { environment } from "~/config/env.server";
import {
  addCosignature,
  findNewestCheckpoint,
  type StoredCheckpoint,
} from "~/models/ledger-checkpoint.server";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, ServiceError } from "../errors";
import { post } from "../fetch-json.server";
import { reportWarning } from "../warnings.server";
import { hashToBase64, parseSize } from "./checkpoint";
import {
  cosignedAt,
  formatVerifierKey,
  isNamedBy,
  isSignature,
  parseNote,
  parseSignatureLines,
  parseVerifierKey,
} from "./signed-note";
import { readConsistencyProof } from "./stored-tree.server";

/** How far the clock of a witness may be ahead. */
const MAX_AHEAD_MINUTES = 10;
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Adds the cosignatures of a checkpoint that are by witnesses which the operator has named; others are ignored.
 * @param lines of a signed note
 * @returns how many are by such witnesses
 */
async function addCosignatures(checkpoint: StoredCheckpoint, lines: string): Promise<number> {
  const { text } = parseNote(checkpoint.note)!;
  const keys = environment().LEDGER_WITNESSES.map((key) => parseVerifierKey(key)!);
  let count = 0;
  for (const signature of parseSignatureLines(lines) ?? []) {
    const key = keys.find((one) => isNamedBy(one, signature));
    if (!key || !isSignature(text, signature, key)) continue;
    const at = cosignedAt(signature);
    // A number of seconds that is no date is not comparable either.
    if (!(at <= addMinutes(new Date(), MAX_AHEAD_MINUTES))) continue;
    const added = { key: formatVerifierKey(key), at, line: signature.line };
    if (await addCosignature(checkpoint.size, added)) await invalidate(RECOMMENDATIONS);
    count += 1;
  }
  return count;
}

/**
 * Adds a cosignature that somebody has sent.
 * @throws ServiceError `notFound` without a checkpoint, `conflict` for another than the newest, `forbidden` for a
 *   signature that is not by a witness of the operator
 */
export async function acceptCosignature(sent: { size: number; signature: string }): Promise<void> {
  const newest = await findNewestCheckpoint();
  if (!newest) throw notFoundError("Checkpoint");
  if (sent.size !== newest.size) {
    throw new ServiceError("conflict", `The newest checkpoint is of ${newest.size} entries.`);
  }
  if (!(await addCosignatures(newest, `${sent.signature.trimEnd()}\n`))) {
    throw new ServiceError("forbidden", "This is no cosignature by a witness of this site.");
  }
}

/** Asks the witnesses that the operator has named for their cosignatures of the newest checkpoint, if some are missing. */
export async function askWitnesses(): Promise<void> {
  const { LEDGER_WITNESSES, LEDGER_WITNESS_URLS } = environment();
  if (!LEDGER_WITNESS_URLS.length) return;
  const newest = await findNewestCheckpoint();
  if (!newest) return;
  const known = newest.cosignatures.map(({ key }) => key);
  if (LEDGER_WITNESSES.every((key) => known.includes(key))) return;
  const asked = LEDGER_WITNESS_URLS.map((address) =>
    askWitness(address, newest).catch(reportWarning(`the witness ${address} did not cosign`)),
  );
  await Promise.all(asked);
}

/** @param oldSize the size that the witness knows; one that answers with another is asked again with it */
async function askWitness(
  address: string,
  checkpoint: StoredCheckpoint,
  oldSize = 0,
  isAgain = false,
): Promise<void> {
  const proof = await readConsistencyProof(oldSize, checkpoint.size);
  const lines = [`old ${oldSize}`, ...proof.map(hashToBase64)].map((line) => `${line}\n`).join("");
  const { status, bytes } = await post(new URL(`${address.replace(/\/+$/, "")}/add-checkpoint`), {
    type: "text/plain; charset=utf-8",
    body: `${lines}\n${checkpoint.note}`,
    maxBytes: MAX_ANSWER_BYTES,
  });
  const text = bytes.toString("utf8");
  if (status === 200) {
    if (await addCosignatures(checkpoint, text)) return;
    throw new Error("it answered without a valid cosignature by a key of LEDGER_WITNESSES");
  }
  const known = status === 409 ? parseSize(text.trimEnd()) : null;
  if (known === null || isAgain) throw new Error(`it answered with status ${status}`);
  if (known > checkpoint.size) throw new Error(`it has seen ${known} entries, more than there are`);
  await askWitness(address, checkpoint, known, true);
}

/** The site as a witness of other logs (C2SP tlog-witness). */
import { createHash, createPrivateKey, hkdfSync, type KeyObject } from "node:crypto";
import { environment } from "~/config/env.server";
import { EMPTY_ROOT, verifyConsistency, type TreeHead } from "~/domain/merkle-tree";
import { findWitnessedLog, replaceWitnessedLog } from "~/models/witnessed-log.server";
import { hashFromBase64, parseCheckpoint, parseSize, type Checkpoint } from "./checkpoint";
import { siteHost } from "./checkpoint.server";
import {
  COSIGNATURE,
  cosignText,
  joinNote,
  parseNote,
  parseVerifierKey,
  verifiedSignatures,
  verifierKeyOf,
  type Note,
  type VerifierKey,
} from "./signed-note";
import { signingKey } from "./signing-key.server";

/** The specification's limit. */
const MAX_PROOF_LINES = 63;
/** What precedes the 32 bytes of an Ed25519 private key in DER (RFC 8410). */
const PRIVATE_KEY_DER = Buffer.from("302e020100300506032b657004220420", "hex");
const KEY_PURPOSE = "cosignatures of other logs";

const witnessName = () => `${siteHost()}/witness`;

/** A key may sign nothing else under another format, so it is derived from the key of the ledger. */
function witnessSigningKey(): KeyObject {
  const { d } = signingKey().export({ format: "jwk" });
  const seed = hkdfSync("sha256", Buffer.from(d!, "base64url"), "", KEY_PURPOSE, 32);
  const key = Buffer.concat([PRIVATE_KEY_DER, Buffer.from(seed)]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

/** @returns the key that checks the site's cosignatures; `null` if it is a witness of no log */
export const witnessKey = (): VerifierKey | null =>
  environment().WITNESS_LOGS.length
    ? verifierKeyOf(witnessName(), witnessSigningKey(), COSIGNATURE)
    : null;

/** @returns the logs that the site is a witness of: each key with its origin, which is its name unless one precedes it */
const witnessedLogs = () =>
  environment().WITNESS_LOGS.map((text) => {
    const split = text.lastIndexOf(" ");
    const key = parseVerifierKey(text.slice(split + 1))!;
    return { key, origin: split < 0 ? key.name : text.slice(0, split) };
  });

/** An answer as the specification says; the text has no line feed at its end. */
interface Answer {
  status: 200 | 400 | 403 | 404 | 409 | 422;
  text: string;
}
const refused = (status: Answer["status"], text: string): Answer => ({ status, text });

interface Submission {
  oldSize: number;
  proof: string[];
  note: Note;
  checkpoint: Checkpoint;
}

/**
 * Cosigns a checkpoint of a log if it continues the last one. Of several at the same time at most one is cosigned.
 * @param body the old size, the consistency proof and the checkpoint
 */
export async function addCheckpoint(body: string): Promise<Answer> {
  const submission = parseSubmission(body);
  if (!submission) return refused(400, "The request is malformed.");
  const { oldSize, note, checkpoint } = submission;
  const keys = witnessedLogs()
    .filter(({ origin }) => origin === checkpoint.origin)
    .map(({ key }) => key);
  if (!keys.length) return refused(404, "This is not a witness of that log.");
  const signatures = verifiedSignatures(note, keys);
  if (!signatures?.length) return refused(403, "The checkpoint is not signed by the log.");
  if (oldSize > checkpoint.size) return refused(400, "The old size is more than the new one.");
  const known = await findWitnessedLog(checkpoint.origin);
  if (oldSize !== (known?.size ?? 0)) return refused(409, String(known?.size ?? 0));
  if (!continues(submission, known ?? { size: 0, root: EMPTY_ROOT })) {
    return refused(422, "The checkpoint does not continue the last one.");
  }
  const line = cosignText(witnessName(), witnessSigningKey(), note.text, new Date());
  const log = {
    _id: checkpoint.origin,
    size: checkpoint.size,
    root: checkpoint.root,
    note: joinNote(note.text, [...signatures.map((signature) => signature.line), line]),
  };
  if (await replaceWitnessedLog(known, log)) return { status: 200, text: line };
  return refused(409, String((await findWitnessedLog(checkpoint.origin))?.size ?? 0));
}

function parseSubmission(body: string): Submission | null {
  const split = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(0, split)).split("\n");
  const oldSize = first.startsWith("old ") ? parseSize(first.slice("old ".length)) : null;
  const proof = lines.flatMap((line) => hashFromBase64(line) ?? []);
  const note = parseNote(body.slice(split + 2));
  const checkpoint = note && parseCheckpoint(note.text);
  if (oldSize === null || !checkpoint) return null;
  if (proof.length < lines.length || proof.length > MAX_PROOF_LINES) return null;
  return { oldSize, proof, note, checkpoint };
}

const continues = ({ proof, checkpoint }: Submission, known: TreeHead) =>
  (checkpoint.size > 0 || checkpoint.root === EMPTY_ROOT) &&
  verifyConsistency(proof, { size: known.size, root: known.root }, checkpoint);

/**
 * @param originHash the SHA-256 of the origin of a log, in hexadecimal
 * @returns the newest checkpoint of it that the site has cosigned; `null` if there is none
 */
export async function readWitnessed(originHash: string): Promise<string | null> {
  const log = witnessedLogs().find(({ origin }) => hashOf(origin) === originHash);
  return log ? ((await findWitnessedLog(log.origin))?.note ?? null) : null;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

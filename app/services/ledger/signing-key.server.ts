/** The Ed25519 key that signs the ledger. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { environment } from "~/config/env.server";
import { decodeLedgerKey } from "~/config/ledger-key.server";
import { keepDataDirectoryPrivate } from "~/models/data-directory.server";
import { reportWarning } from "../warnings.server";

const FILE = "ledger-key.pem";

/** The cached key, with the setting or file that it was read from. */
let known: { from: string; key: KeyObject } | null = null;

/** Returns the private key from the environment or from the data directory, where it is created if it is missing. */
function privateKey(): KeyObject {
  const { LEDGER_KEY, DATA_DIR } = environment();
  const from = LEDGER_KEY ?? resolve(DATA_DIR, FILE);
  if (known?.from === from) return known.key;
  const key = LEDGER_KEY ? decodeLedgerKey(LEDGER_KEY) : loadKey(from);
  known = { from, key };
  return key;
}

function loadKey(file: string): KeyObject {
  keepDataDirectoryPrivate(dirname(file));
  closeToOthers(file);
  try {
    return createPrivateKey(readFileSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  makeKey(file);
  return createPrivateKey(readFileSync(file));
}

/** A backup that is copied back may have left the key readable by everyone: it is made private, and the operator told. */
function closeToOthers(file: string): void {
  try {
    if ((statSync(file).mode & 0o077) === 0) return;
    chmodSync(file, 0o600);
    throw new Error(
      "It is readable by its owner alone now. Replace it if somebody may have copied it.",
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    reportWarning(`other users of this machine could read ${FILE}`)(error);
  }
}

/** Creates the file atomically. If several processes do so at the same time, the first one wins. */
function makeKey(file: string): void {
  const { privateKey: key } = generateKeyPairSync("ed25519");
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, key.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Creates the key if there is none yet. @throws Error if it cannot be read or created */
export const prepareSigningKey = (): void => void privateKey();

/** @returns the Ed25519 signature, in base64url, of a hash in hexadecimal. @throws Error if there is no key */
export const signHash = (hash: string): string =>
  sign(null, Buffer.from(hash), privateKey()).toString("base64url");

export const isSignedByUs = (hash: string, signature: string): boolean =>
  verify(
    null,
    Buffer.from(hash),
    createPublicKey(privateKey()),
    Buffer.from(signature, "base64url"),
  );

export const publicKeyPem = (): string =>
  createPublicKey(privateKey()).export({ type: "spki", format: "pem" }).toString();

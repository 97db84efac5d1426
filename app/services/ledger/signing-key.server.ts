/** The Ed25519 key that signs the ledger. */
import { createPrivateKey, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { environment } from "~/config/env.server";
import { decodeLedgerKey } from "~/config/ledger-key.server";
import { keepDataDirectoryPrivate } from "~/models/data-directory.server";
import { reportWarning } from "../warnings.server";

const FILE = "ledger-key.pem";
const FORMER_FILE = "ledger-former-key.pem";

/** The cached key, with the setting or file that it was read from. */
let known: { from: string; key: KeyObject } | null = null;

/**
 * @returns the private key from the environment or from the data directory, where it is created if it is missing
 * @throws Error if it cannot be read or created
 */
export function signingKey(): KeyObject {
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
    reportWarning(`other users of this machine could read ${basename(file)}`)(error);
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

/**
 * Reads the key that was in use before, from the environment or from a file beside the current one.
 * @returns it; `null` if there is none
 * @throws Error if it is not a key
 */
export function formerSigningKey(): KeyObject | null {
  const { LEDGER_FORMER_KEY, DATA_DIR } = environment();
  if (LEDGER_FORMER_KEY) return decodeLedgerKey(LEDGER_FORMER_KEY);
  const file = resolve(DATA_DIR, FORMER_FILE);
  return existsSync(file) ? loadKey(file) : null;
}

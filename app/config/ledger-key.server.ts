import { createHash, createPrivateKey, type KeyObject } from "node:crypto";

/**
 * @param base64 an Ed25519 private key as PKCS #8, in base64
 * @throws Error if it is not such a key
 */
export function decodeLedgerKey(base64: string): KeyObject {
  const der = Buffer.from(base64, "base64");
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  if (key.asymmetricKeyType !== "ed25519") throw new Error("not an Ed25519 key");
  return key;
}

/** @returns whether `decodeLedgerKey` accepts a text */
export function isLedgerKey(base64: string): boolean {
  try {
    decodeLedgerKey(base64);
    return true;
  } catch {
    return false;
  }
}

/** The bytes with which the key in a verifier key begins, by what it checks (C2SP signed-note). */
const KEY_TYPES = { log: 1, witness: 4 } as const;

/** @returns whether a text is the verifier key of a log or of a witness, with the id that follows from it */
export function isVerifierKey(text: string, of: keyof typeof KEY_TYPES): boolean {
  const [, name = "", id, base64 = ""] =
    /^([^\s+]{1,255})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? [];
  const key = Buffer.from(base64, "base64");
  const hash = createHash("sha256").update(`${name}\n`).update(key).digest("hex");
  return key[0] === KEY_TYPES[of] && hash.slice(0, 8) === id;
}

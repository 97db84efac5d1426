import { createPrivateKey, type KeyObject } from "node:crypto";

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

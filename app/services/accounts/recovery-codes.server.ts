/** Codes on paper, for whoever has lost what makes the others. Each is good once. */
import { createHash, randomBytes } from "node:crypto";

/** How many somebody gets at a time. */
export const RECOVERY_CODES = 10;

/** Crockford's base32: no letter in it passes for a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 24 letters of five bits are 120 bits: a plain hash of them cannot be reversed by trying. */
const GROUPS = 4;
const GROUP_LENGTH = 6;

/** @returns new codes, such as `7h3kq2-…` */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode);

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from(randomBytes(GROUP_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(""),
  ).join("-");

/** A code as it was made, however it was typed: spaces, dashes, capitals, and letters that look like digits. */
const asMade = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replace(/[il]/g, "1")
    .replaceAll("o", "0");

/** @returns the hash that is stored of a code; with the user's id, so that equal codes have different ones */
export const hashRecoveryCode = (userId: string, typed: string): string =>
  createHash("sha256")
    .update(`${userId} ${asMade(typed)}`)
    .digest("base64url");

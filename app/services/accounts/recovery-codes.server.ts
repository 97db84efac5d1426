/** Single-use recovery codes, for users who have lost their authenticator app. */
import { createHash, randomBytes } from "node:crypto";
import { parseTypedCode } from "~/domain/typed-code";

/** The number of codes in a set. */
export const RECOVERY_CODES = 10;

/** Crockford's base32, which leaves out letters that look like digits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 24 characters of five bits are 120 bits, so a plain hash of them is safe against brute force. */
const GROUPS = 4;
const GROUP_LENGTH = 6;

/** @returns new codes, such as `7h3kq2-…` */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode);

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from(randomBytes(GROUP_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(""),
  ).join("-");

/** Reads letters that look like digits, which codes do not contain, as these digits. */
const normalizeCode = (typed: string) =>
  parseTypedCode(typed).replace(/[il]/g, "1").replaceAll("o", "0");

/** @returns the hash of a code to store; it includes the user's id, so that equal codes have different hashes */
export const hashRecoveryCode = (userId: string, typed: string): string =>
  createHash("sha256")
    .update(`${userId} ${normalizeCode(typed)}`)
    .digest("base64url");

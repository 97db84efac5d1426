/** The codes of a second factor: those of the authenticator app, and recovery codes. */
import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { site } from "~/config/site";
import { parseTypedCode } from "~/domain/typed-code";
import type { Viewer } from "~/domain/viewer";
import { findSecondFactor, useRecoveryCode, useStep } from "~/models/second-factor.server";
import { recordEvent } from "../events/events.server";
import { recoveryCodeUsedMail } from "./mails";
import { sendAccountMail } from "./account-mails.server";
import { enforceCodePauses, forgiveCode } from "./sign-in-limits.server";

/** @returns whether signing in with the password requires a code as well */
export const hasSecondFactor = async (userId: string): Promise<boolean> =>
  (await findSecondFactor(userId)) !== null;

export type CodeKind = "code" | "recovery-code";

/**
 * Checks a code of the authenticator app or a recovery code, and makes it unusable. The owner is notified by mail of
 * the use of a recovery code.
 * @returns which kind of code it was, or `null` if it is wrong or was used before
 * @throws ServiceError `limited`, without checking the code, during a pause after wrong codes
 */
export async function spendCode(
  user: Viewer,
  typed: string,
  origin: string,
): Promise<CodeKind | null> {
  await enforceCodePauses(user.id);
  const kind = (await spendAppCode(user, typed)) ?? (await spendRecoveryCode(user, typed, origin));
  if (kind) await forgiveCode(user.id);
  else recordEvent({ kind: "code-refused", user: user.id });
  return kind;
}

async function spendAppCode({ id }: Viewer, typed: string): Promise<"code" | null> {
  const found = await findSecondFactor(id);
  const step = found && stepOfCode(found.secret, typed, new Date());
  return step !== null && (await useStep(id, found!.secret, step)) ? "code" : null;
}

async function spendRecoveryCode(
  user: Viewer,
  typed: string,
  origin: string,
): Promise<"recovery-code" | null> {
  const left = await useRecoveryCode(user.id, hashRecoveryCode(user.id, typed));
  if (left === null) return null;
  recordEvent({ kind: "recovery-code-used", user: user.id, left });
  await sendAccountMail(user, recoveryCodeUsedMail(left), origin);
  return "recovery-code";
}

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

/** Codes of authenticator apps: RFC 6238, with the parameters that every app supports. */
const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** One step back and one ahead, because clocks differ and typing takes time. */
const DRIFT_STEPS = 1;

/** @returns a new secret of 160 bits, in base32 */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** @returns the time step of a code (in units of 30 seconds), or `null` if it matches none close to `now` */
export function stepOfCode(secret: string, token: string, now: Date): number | null {
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const drift = totp.validate({ token, timestamp, window: DRIFT_STEPS });
  return drift === null ? null : totp.counter({ timestamp }) + drift;
}

/** @returns the `otpauth:` URI that passes a secret to an authenticator app */
export const totpUri = (secret: string, label: string): string =>
  new TOTP({
    ...PARAMETERS,
    issuer: site.name,
    label,
    secret: Secret.fromBase32(secret),
  }).toString();

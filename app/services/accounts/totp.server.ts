/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits and 30 seconds, which every app supports. */
import { Secret, TOTP } from "otpauth";
import { site } from "~/config/site";

const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** One step back and one ahead, because clocks differ and typing takes time. */
const DRIFT_STEPS = 1;

/** @returns a new secret of 160 bits, in base32 */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/**
 * @param secret in base32
 * @returns the time step of the code (in units of 30 seconds), or `null` if it matches none close to `now`
 */
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

/** Authenticator apps for users in tests. */
import { Secret, TOTP } from "otpauth";
import { newSignInId } from "~/models/session.server";
import { startSetUp, finishSetUp } from "~/models/second-factor.server";
import type { Viewer } from "~/domain/viewer";
import { hashRecoveryCode, newRecoveryCodes } from "~/services/accounts/codes.server";
import { newTotpSecret } from "~/services/accounts/codes.server";

/** @returns the code that an app with this secret shows now, or `stepsLater` periods of 30 seconds later */
export const codeOf = (secret: string, stepsLater = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + stepsLater * 30_000,
  });

/** Turns two-factor sign-in on for a user. @returns the secret of the app, and the recovery codes */
export async function addSecondFactor(user: Viewer): Promise<{ secret: string; codes: string[] }> {
  const setUp = { userId: user.id, sessionId: newSignInId(), secret: newTotpSecret() };
  const codes = newRecoveryCodes();
  const recoveryCodes = codes.map((code) => hashRecoveryCode(user.id, code));
  await startSetUp({ ...setUp, endsAt: new Date(Date.now() + 60_000) });
  if (!(await finishSetUp({ ...setUp, step: 0, recoveryCodes }))) throw new Error("It is on.");
  return { secret: setUp.secret, codes };
}

/**
 * Changes to the security of an account require its password again, and a code if it has a second factor, because the
 * session may be stolen.
 */
import type { Viewer } from "~/domain/viewer";
import { refund, resetLimit } from "~/models/rate-limits.server";
import { findCredentials, type Credentials } from "~/models/user.server";
import {
  CODE_REQUIRED,
  WRONG_CODE,
  WRONG_PASSWORD,
  type ConfirmationInput,
} from "~/schemas/second-factor";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { enforceRateLimit } from "../rate-limits.server";
import { hasSecondFactor, spendCode } from "./codes.server";
import { verifyPassword } from "./passwords.server";

/**
 * Checks the password of a signed-in user and, if they have a second factor, a code, which is then used up. A wrong
 * password counts against the sign-in limit of the account, a right one against the limit of account changes, a wrong
 * code against the limit of codes.
 * @returns the user's current credentials
 * @throws ServiceError `invalid` with the field error for a wrong password, or a missing or wrong code
 */
export async function confirmIdentity(
  viewer: Viewer | null,
  { currentPassword, code }: ConfirmationInput,
  { address, origin }: { address: string; origin: string },
): Promise<Credentials> {
  if (!viewer) throw unauthenticatedError();
  await enforceRateLimit("signInAccount", viewer.id);
  const found = await findCredentials(viewer.email);
  const isRight = await verifyPassword(currentPassword, found?.passwordHash ?? null, address).catch(
    async (error: unknown) => {
      await refund("signInAccount", viewer.id);
      throw error;
    },
  );
  if (!isRight || found?.viewer.id !== viewer.id) {
    recordEvent({ kind: "password-refused", user: viewer.id });
    throw fieldError("currentPassword", WRONG_PASSWORD);
  }
  await resetLimit("signInAccount", viewer.id);
  await enforceRateLimit("accountChanges", viewer.id);
  if (await hasSecondFactor(viewer.id)) {
    if (code === undefined) throw fieldError("code", CODE_REQUIRED);
    if (!(await spendCode(found.viewer, code, origin))) throw wrongCodeError();
  }
  return found;
}

const fieldError = (field: "currentPassword" | "code", message: string) =>
  new ServiceError("invalid", message, { fieldErrors: { [field]: [message] } });

export const wrongCodeError = () => fieldError("code", WRONG_CODE);

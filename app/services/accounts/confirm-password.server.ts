/** Changes to the security of an account require its password again, because the session may be stolen. */
import type { Viewer } from "~/domain/viewer";
import { refund, resetLimit } from "~/models/rate-limits.server";
import { findCredentials, type Credentials } from "~/models/user.server";
import { WRONG_PASSWORD } from "~/schemas/accounts";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { enforceRateLimit } from "../rate-limits.server";
import { verifyPassword } from "./passwords.server";

interface ConfirmationContext {
  address: string;
  /** The form field of the password, for the field error. */
  field?: string;
}

/**
 * Checks the password of a signed-in user. A wrong password counts against the sign-in limit of the account, a right
 * one against the limit of account changes.
 *
 * @returns the user's current credentials
 * @throws ServiceError `unauthenticated` without a viewer, `invalid` with the field error for a wrong
 *   password, `limited`, `unavailable` when too many passwords wait to be verified
 */
export async function confirmPassword(
  viewer: Viewer | null,
  password: string,
  { address, field = "password" }: ConfirmationContext,
): Promise<Credentials> {
  if (!viewer) throw unauthenticatedError();
  await enforceRateLimit("signInAccount", viewer.id);
  const found = await findCredentials(viewer.email);
  const isRight = await verifyPassword(password, found?.passwordHash ?? null, address).catch(
    async (error: unknown) => {
      await refund("signInAccount", viewer.id);
      throw error;
    },
  );
  if (!isRight || found?.viewer.id !== viewer.id) {
    recordEvent({ kind: "password-refused", user: viewer.id });
    throw new ServiceError("invalid", WRONG_PASSWORD, {
      fieldErrors: { [field]: [WRONG_PASSWORD] },
    });
  }
  await resetLimit("signInAccount", viewer.id);
  await enforceRateLimit("accountChanges", viewer.id);
  return found;
}

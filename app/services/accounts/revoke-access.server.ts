/** Ends what was opened or begun with an earlier password. */
import { removeLinksOf } from "~/models/account-link.server";
import { cancelDeletionOf } from "~/models/scheduled-deletion.server";
import { closeSessionsOf } from "~/models/session.server";
import { hasPasswordHash, type Credentials } from "~/models/user.server";
import { ServiceError } from "../errors";
import { recordEvent, type actedBy } from "../events/events.server";
import { removePasskeysOf } from "~/models/passkey.server";
import { removeStepsOf } from "~/models/pending-step.server";
import { removeSecondFactor } from "~/models/second-factor.server";

export const PASSWORD_CHANGED = "Your password was changed elsewhere just now.";

/**
 * Ends the sessions and tokens of a user, voids links that would change the password or address, and cancels a
 * scheduled deletion of the account. Call it after the new password is stored.
 * @param signInId the sign-in whose sessions stay open; `null` ends all
 * @returns whether a deletion was cancelled
 */
export async function revokeAccess(
  userId: string,
  signInId: string | null = null,
): Promise<boolean> {
  await closeSessionsOf(userId, signInId);
  await removeLinksOf(userId, ["reset-password", "change-email"]);
  const isDeletionCancelled = await cancelDeletionOf(userId);
  if (isDeletionCancelled) recordEvent({ kind: "leaving-called-off", user: userId });
  return isDeletionCancelled;
}

/**
 * Checks, after something was created by confirming a password, that the password has not changed meanwhile. A
 * password change could not have ended what did not exist yet.
 * @param credentials the credentials as they were when the password was verified
 * @throws ServiceError `conflict` when the password has changed
 */
export async function requireSamePassword(
  { viewer, passwordHash }: Credentials,
  undo: () => Promise<unknown>,
): Promise<void> {
  if (await hasPasswordHash(viewer.id, passwordHash)) return;
  await undo();
  throw new ServiceError("conflict", PASSWORD_CHANGED);
}

/** Removes the second factor and all passkeys of a user. After that, the password alone is enough to sign in. */
export async function removeFactors(
  userId: string,
  actor: ReturnType<typeof actedBy> | { by: "person" },
) {
  const hadSecondFactor = await removeSecondFactor(userId);
  const passkeys = await removePasskeysOf(userId);
  await removeStepsOf(userId);
  if (hadSecondFactor || passkeys) {
    recordEvent({ kind: "second-factor-removed", user: userId, ...actor });
  }
  return { hadSecondFactor, passkeys };
}

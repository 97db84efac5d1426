/** Ending what an earlier password has opened: sessions, tokens and links. */
import { removeLinksOf } from "~/models/account-link.server";
import { closeSessionsOf } from "~/models/session.server";
import { hasPasswordHash, type Credentials } from "~/models/user.server";
import { ServiceError } from "../errors";

export const PASSWORD_CHANGED = "Your password was changed elsewhere just now.";

/**
 * Ends what the earlier password of a user opened: their sessions and tokens, and links that would set another
 * password or address. Call after the new password is stored.
 *
 * @param signInId the sign-in that stays, with its sessions; `null` ends all
 */
export async function endAccess(userId: string, signInId: string | null = null): Promise<void> {
  await closeSessionsOf(userId, signInId);
  await removeLinksOf(userId, ["reset-password", "change-email"]);
}

/**
 * Checks that a password is still the same once something was made by it. A new password that was set in between
 * could not end what did not exist yet.
 *
 * @param credentials as they were when the password was verified
 * @param undo takes back what was made
 * @throws ServiceError `conflict` when the password is another by now
 */
export async function requireSamePassword(
  { viewer, passwordHash }: Credentials,
  undo: () => Promise<unknown>,
): Promise<void> {
  if (await hasPasswordHash(viewer.id, passwordHash)) return;
  await undo();
  throw new ServiceError("conflict", PASSWORD_CHANGED);
}

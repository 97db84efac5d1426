/** Changing the password of a signed-in user who knows the old one. */
import { accountTag } from "~/config/page-tags";
import type { Viewer } from "~/domain/viewer";
import { setPasswordHash } from "~/models/user.server";
import type { ChangePasswordInput } from "~/schemas/accounts";
import { invalidate } from "../cache/invalidation.server";
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";
import { passwordChangedMail } from "./account-mails";
import { confirmIdentity } from "./confirm-identity.server";
import { revokeAccess, PASSWORD_CHANGED } from "./revoke-access.server";
import { sendNotice } from "./notices.server";
import { hashPassword } from "./passwords.server";
import { checkPassword } from "./sign-up-rules.server";

interface PasswordChange {
  address: string;
  /** The origin of this site, for links in mails. */
  origin: string;
  /** The sign-in that stays open; all others and all named tokens end. `null` ends all. */
  signInId: string | null;
}

/**
 * Changes the password of a signed-in user, ends their other sessions and tokens, cancels a scheduled deletion of the
 * account, and notifies them by mail.
 * @throws ServiceError `unauthenticated`, `invalid` with field errors for a wrong or guessable password or a wrong code,
 *   `conflict` when it was changed elsewhere at the same time, `limited`, `unavailable`
 */
export async function changePassword(
  viewer: Viewer | null,
  { password, ...confirmation }: ChangePasswordInput,
  { address, origin, signInId }: PasswordChange,
): Promise<void> {
  // First, so that a code is not used up for a password that is refused.
  if (viewer) await checkPassword({ ...viewer, password });
  const context = { address, origin };
  const { viewer: user, passwordHash } = await confirmIdentity(viewer, confirmation, context);
  const newHash = await hashPassword(password, address);
  if (!(await setPasswordHash(user.id, newHash, passwordHash))) {
    throw new ServiceError("conflict", PASSWORD_CHANGED);
  }
  const isDeletionCancelled = await revokeAccess(user.id, signInId);
  recordEvent({ kind: "password-changed", user: user.id, by: "person" });
  await invalidate(accountTag(user.id));
  const notice = { name: user.name, url: `${origin}/forgot`, isDeletionCancelled };
  await sendNotice(user, passwordChangedMail(notice), origin);
}

/** Changing the password of a signed-in user who knows the old one. */
import { addHours } from "date-fns/addHours";
import { MAIL_HOURS } from "~/domain/link-lifetimes";
import type { Viewer } from "~/domain/viewer";
import { setPasswordHash } from "~/models/user.server";
import type { ChangePasswordInput } from "~/schemas/accounts";
import { invalidate } from "../cache/invalidation.server";
import { accountTag } from "../cache/tags";
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";
import { queueMail } from "../mail/outbox.server";
import { passwordChangedMail } from "./account-mails";
import { confirmPassword } from "./confirm-password.server";
import { endAccess, PASSWORD_CHANGED } from "./end-access.server";
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
 * Changes the password of a signed-in user, ends their other sessions and tokens, and notifies them by mail.
 *
 * @throws ServiceError `unauthenticated`, `invalid` with the field error for a wrong or guessable password,
 *   `conflict` when it was changed elsewhere at the same time, `limited`, `unavailable`
 */
export async function changePassword(
  viewer: Viewer | null,
  { currentPassword, password }: ChangePasswordInput,
  { address, origin, signInId }: PasswordChange,
): Promise<void> {
  const { viewer: user, passwordHash } = await confirmPassword(viewer, currentPassword, {
    address,
    field: "currentPassword",
  });
  await checkPassword({ ...user, password });
  const newHash = await hashPassword(password, address);
  if (!(await setPasswordHash(user.id, newHash, passwordHash))) {
    throw new ServiceError("conflict", PASSWORD_CHANGED);
  }
  await endAccess(user.id, signInId);
  recordEvent({ kind: "password-changed", user: user.id, by: "person" });
  await invalidate(accountTag(user.id));
  await queueMail({
    ...{ userId: user.id, to: user.email, origin },
    expiresAt: addHours(new Date(), MAIL_HOURS.notice),
    content: passwordChangedMail({ name: user.name, url: `${origin}/forgot` }),
  });
}

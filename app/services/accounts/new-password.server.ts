/** New passwords: of a signed-in user who knows the old one, or by a mailed link. */
import { createHash } from "node:crypto";
import { subHours } from "date-fns/subHours";
import { accountTag } from "~/config/page-tags";
import { LINK_HOURS } from "~/domain/link-lifetimes";
import { mailboxOf } from "~/domain/mailbox";
import type { Viewer } from "~/domain/viewer";
import { findLink } from "~/models/account-link.server";
import { removePasskeysOf } from "~/models/passkey.server";
import { findCredentials, findUser, setPasswordHash } from "~/models/user.server";
import type { ChangePasswordInput, ForgotInput, NewPasswordInput } from "~/schemas/accounts";
import { invalidate } from "../cache/invalidation.server";
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";
import { queueMail } from "../mail/outbox.server";
import { enforceRateLimit } from "../rate-limits.server";
import { confirmIdentity } from "./confirm-identity.server";
import { markEmailProven } from "./email.server";
import { makeLink, redeemLink, refusedLink } from "./links.server";
import { passwordChangedMail, resetMail } from "./mails";
import { sendAccountMail } from "./account-mails.server";
import { hashPassword } from "./passwords.server";
import { PASSWORD_CHANGED, removeFactors, revokeAccess } from "./revoke-access.server";
import type { Client } from "./client";
import { enforceClientLimits } from "./sign-in-limits.server";
import { checkPassword } from "./sign-up-rules.server";

type Context = Pick<Client, "address" | "network"> & { origin: string };

/**
 * Changes the password of a signed-in user, ends their other sessions and tokens, cancels a scheduled deletion of the
 * account, and notifies them by mail.
 * @param context.signInId the sign-in that stays open; all others and all named tokens end. `null` ends all
 * @throws ServiceError as `confirmIdentity`; `invalid` with the field error for a guessable password; `conflict` when
 *   it was changed elsewhere at the same time
 */
export async function changePassword(
  viewer: Viewer | null,
  { password, ...confirmation }: ChangePasswordInput,
  { address, origin, signInId }: Context & { signInId: string | null },
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
  await sendAccountMail(user, passwordChangedMail({ isDeletionCancelled }), origin);
}

/**
 * Mails a password reset link to an address, if an account has it. For an address without an account the same
 * documents are written, so that neither the response nor its timing reveals whether there is an account.
 * @param administratorId the account of the administrator who requests it for somebody
 */
export async function requestPasswordReset(
  { email }: ForgotInput,
  { origin, ...client }: Context,
  administratorId?: string,
): Promise<void> {
  await enforceClientLimits("mails", client);
  await enforceRateLimit("mailsTo", mailboxOf(email));
  const user = (await findCredentials(email))?.viewer;
  const userId = user?.id ?? idOfNobody(email);
  const { secret, expiresAt } = await makeLink("reset-password", userId, email);
  await queueMail({
    userId,
    name: user?.name ?? null,
    to: user ? email : null,
    content: resetMail(secret),
    origin,
    expiresAt,
  });
  recordEvent(
    {
      kind: "password-reset-requested",
      ...(user && { user: user.id }),
      ...(administratorId && { administrator: administratorId }),
    },
    user ? {} : { email },
  );
}

/** An id that belongs to no account, always the same for an address. */
const idOfNobody = (email: string) => createHash("sha256").update(email).digest("hex").slice(0, 24);

/**
 * Sets a new password. This ends all sessions, tokens and links of the account, cancels a scheduled deletion, removes
 * passkeys that were added within the last days, and confirms the address. If the address had not been confirmed
 * before, a second factor and all passkeys are removed.
 * @throws ServiceError `invalid` for a guessable password (the link stays valid); `notFound` for a link that cannot be
 *   used
 */
export async function resetPassword(
  secret: string,
  { password }: NewPasswordInput,
  { address, origin }: Context,
): Promise<void> {
  const found = await findLink(secret, "reset-password");
  const owner = found && (await findUser(found.userId));
  if (!owner || owner.email !== found.email) throw refusedLink("reset-password");
  await checkPassword({ ...owner, password });
  const passwordHash = await hashPassword(password, address);
  await redeemLink(secret, "reset-password", async (user) => {
    await setPasswordHash(user.id, passwordHash);
    const isDeletionCancelled = await revokeAccess(user.id);
    // They may have been added by a stranger who signed up with this person's address.
    if (!user.hasProvenEmail) await removeFactors(user.id, { by: "person" });
    const arePasskeysRemoved = await removeRecentPasskeys(user.id);
    recordEvent({ kind: "password-changed", user: user.id, by: "person" });
    await markEmailProven(user.id, user.email);
    await invalidate(accountTag(user.id));
    const content = passwordChangedMail({ isDeletionCancelled, arePasskeysRemoved });
    await sendAccountMail({ ...user, hasProvenEmail: true }, content, origin);
  });
}

/**
 * Removes passkeys that a thief may have added: they sign in without the new password. The owner was told of each by
 * mail. The app of a second factor stays, because the mailbox would be the only factor otherwise.
 */
async function removeRecentPasskeys(userId: string): Promise<boolean> {
  const since = subHours(new Date(), LINK_HOURS["restore-email"]);
  const areRemoved = (await removePasskeysOf(userId, since)) > 0;
  if (areRemoved) recordEvent({ kind: "passkey-removed", user: userId });
  return areRemoved;
}

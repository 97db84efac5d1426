/**
 * Changing the email address of an account: the new address has to be confirmed, and a mail to the old one offers to
 * undo the change.
 */
import { randomBytes } from "node:crypto";
import { addHours } from "date-fns/addHours";
import { subHours } from "date-fns/subHours";
import { accountTag, PEOPLE } from "~/config/page-tags";
import { LINK_HOURS, MAIL_HOURS } from "~/domain/link-lifetimes";
import { mailboxOf } from "~/domain/mailbox";
import type { Viewer } from "~/domain/viewer";
import {
  createLink,
  createLinkUnlessValid,
  findLink,
  findLinkOf,
  removeLinksOf,
  type AccountLink,
} from "~/models/account-link.server";
import { removePasskeysOf } from "~/models/passkey.server";
import { postponeDeletionOf } from "~/models/scheduled-deletion.server";
import { removeRecoveryCodesSince, removeSecondFactorSince } from "~/models/second-factor.server";
import { findAccount, setEmail, setPasswordHash } from "~/models/user.server";
import type { ChangeEmailInput } from "~/schemas/accounts";
import { countSupportOf } from "../articles/unproven-support.server";
import { invalidate } from "../cache/invalidation.server";
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";
import { queueMail } from "../mail/outbox.server";
import { enforceRateLimit } from "../rate-limits.server";
import {
  confirmNewAddressMail,
  addressChangedMail,
  addressRestoredMail,
  addressTakenMail,
} from "./account-mails";
import { isAddressTaken } from "./address-claims.server";
import { confirmIdentity } from "./confirm-identity.server";
import type { Client } from "./device.server";
import { revokeAccess, requireSamePassword } from "./revoke-access.server";
import { sendNotice } from "./notices.server";
import { hashPassword } from "./passwords.server";
import { redeemLink } from "./redeem-link.server";
import { enforceClientLimits } from "./sign-in-limits.server";

export const CHANGE_LINK_REFUSED =
  "This link cannot be used: it has been used, is older than a day, or a newer one was sent.";
export const RESTORE_LINK_REFUSED =
  "This link cannot be used: it has been used, or is older than seven days.";

/** How long before changing the address an attacker may already have had access to the account, in hours. */
const SUSPECT_HOURS = 24;

interface ChangeContext extends Pick<Client, "address" | "network"> {
  /** The origin of this site, for links in mails. */
  origin: string;
}

/**
 * Mails a confirmation link to the new address of a signed-in user. Nothing changes until the link is used. If
 * another account has the address, the mail says so, or is not sent if that account has not confirmed it. The response
 * is the same.
 * @throws ServiceError `unauthenticated`, `invalid` with field errors for a wrong password or code or the current
 *   address, `conflict` when the password was changed meanwhile, `limited`, `unavailable` when too many passwords
 *   wait to be verified
 */
export async function requestEmailChange(
  viewer: Viewer | null,
  { email, ...confirmation }: ChangeEmailInput,
  { origin, ...client }: ChangeContext,
): Promise<void> {
  if (viewer?.email === email) {
    const message = "This is already your address.";
    throw new ServiceError("invalid", message, { fieldErrors: { email: [message] } });
  }
  const { address } = client;
  const credentials = await confirmIdentity(viewer, confirmation, { address, origin });
  const user = credentials.viewer;
  await enforceClientLimits("mails", client);
  await enforceRateLimit("mailsTo", mailboxOf(email));
  const { id: userId, name } = user;
  const expiresAt = addHours(new Date(), LINK_HOURS.changeEmail);
  const secret = await createLink({ userId, purpose: "change-email", email, expiresAt });
  await requireSamePassword(credentials, () => removeLinksOf(userId, ["change-email"]));
  const url = `${origin}/change-email/${secret}`;
  const isTaken = await isAddressTaken(email, userId);
  const content = isTaken
    ? addressTakenMail({ url: `${origin}/forgot` })
    : confirmNewAddressMail({ name, url });
  // An address that its account has not confirmed may be a stranger's, who is mailed nothing about it.
  const isStrangers = isTaken && (await findAccount(email))?.hasProvenEmail === false;
  recordEvent({ kind: "email-change-requested", user: userId });
  await queueMail({ userId, to: isStrangers ? null : email, content, origin, expiresAt });
}

/** @returns the new address that the user has requested but not confirmed yet, or `null` */
export const findRequestedEmail = async (userId: string): Promise<string | null> =>
  (await findLinkOf(userId, "change-email"))?.email ?? null;

/** @returns the address that using this link would give the account, or `null` if the link is invalid */
export const emailOfChangeLink = async (secret: string): Promise<string | null> =>
  (await findLink(secret, "change-email"))?.email ?? null;

/** @returns the address that using this link would restore, or `null` if the link is invalid */
export const emailOfRestoreLink = async (secret: string): Promise<string | null> =>
  (await findLink(secret, "restore-email"))?.email ?? null;

/**
 * Changes the address of an account.
 * If the old address had been confirmed, it is notified, and can be restored for seven days.
 * @throws ServiceError `notFound` for a link that was used, replaced or has expired; `conflict` when another
 *   account has taken the address meanwhile
 */
export async function confirmEmailChange(secret: string, origin: string): Promise<void> {
  const purpose = "change-email";
  await redeemLink({ secret, purpose, refusal: CHANGE_LINK_REFUSED }, async (link, user) => {
    if (await isAddressTaken(link.email, user.id)) throw takenError();
    const restoring = user.hasProvenEmail ? await createRestoreLink(user) : null;
    if (!(await setEmail(user.id, { from: user.email, to: link.email }))) {
      // Nobody gets the secret of its restore link, which would keep a later change from creating another one.
      if (restoring) await removeLinksOf(user.id, ["restore-email"]);
      throw takenError();
    }
    await removeLinksOf(user.id, ["reset-password", "prove-email"]);
    recordEvent({ kind: "email-changed", user: user.id });
    await invalidate(accountTag(user.id), PEOPLE);
    if (!user.hasProvenEmail) await countSupportOf(user.id);
    await mailAddressChange(user, link.email, { restoring, origin });
  });
}

/**
 * Creates a link that restores the address of an account, and postpones a scheduled deletion until the link has
 * expired. The link reserves the address. It is created before the address is changed, so that nobody can sign up with
 * it in between.
 *
 * The first link stays valid for its seven days, so an attacker who has taken over the account cannot void it by
 * changing the address again.
 * @returns the secret of the link, or `null` if there is a valid one already
 */
async function createRestoreLink({ id: userId, email }: Viewer): Promise<string | null> {
  const expiresAt = addHours(new Date(), LINK_HOURS.restoreEmail);
  const link = { userId, purpose: "restore-email", email, expiresAt } as const;
  const secret = await createLinkUnlessValid(link);
  if (secret) await postponeDeletionOf(userId, expiresAt);
  return secret;
}

/** @param user the account with its old address */
async function mailAddressChange(
  user: Viewer,
  newEmail: string,
  { restoring, origin }: { restoring: string | null; origin: string },
): Promise<void> {
  const { id: userId, name, email: to } = user;
  const url = restoring && `${origin}/restore-email/${restoring}`;
  const content = addressChangedMail({ name, newEmail, url });
  if (!restoring) return sendNotice(user, content, origin);
  // Not limited as other notices are, because its link is in no other mail.
  const expiresAt = addHours(new Date(), MAIL_HOURS.notice);
  return queueMail({ userId, to, content, origin, expiresAt });
}

/**
 * Restores the previous address of an account. Because an attacker may have changed the address, this ends all
 * sessions and tokens, invalidates the password, cancels a scheduled deletion, and removes a second factor, recovery
 * codes and passkeys that were added shortly before the change or later. A password reset link is mailed.
 * @throws ServiceError `notFound` for a link that was used or has expired; `conflict` when another account has the
 *   address; `unavailable`
 */
export async function restoreEmail(
  secret: string,
  { address, origin }: ChangeContext,
): Promise<void> {
  // Computed first, because hashing fails when too many passwords are waiting.
  const unknownHash = await hashPassword(randomBytes(32).toString("base64url"), address);
  const purpose = "restore-email";
  await redeemLink({ secret, purpose, refusal: RESTORE_LINK_REFUSED }, async (link, user) => {
    const { id: userId, name } = user;
    if (!(await setEmail(userId, { from: user.email, to: link.email }))) throw takenError();
    await setPasswordHash(userId, unknownHash);
    const isDeletionCancelled = await revokeAccess(userId);
    await removeSuspectFactors(userId, link);
    recordEvent({ kind: "email-restored", user: userId });
    await invalidate(accountTag(userId));
    const expiresAt = addHours(new Date(), LINK_HOURS.resetPassword);
    const { email } = link;
    const reset = await createLink({ userId, purpose: "reset-password", email, expiresAt });
    const url = `${origin}/reset/${reset}`;
    const content = addressRestoredMail({ name, url, isDeletionCancelled });
    await queueMail({ userId, to: email, content, origin, expiresAt });
  });
}

/**
 * Removes a second factor, recovery codes and passkeys added since a day before the change: an attacker may have added
 * them.
 */
async function removeSuspectFactors(userId: string, { expiresAt }: AccountLink): Promise<void> {
  const since = subHours(expiresAt, LINK_HOURS.restoreEmail + SUSPECT_HOURS);
  const passkeys = await removePasskeysOf(userId, since);
  const hasRemoved = await removeSecondFactorSince(userId, since);
  await removeRecoveryCodesSince(userId, since);
  if (hasRemoved || passkeys) {
    recordEvent({ kind: "second-factor-removed", user: userId, by: "person" });
  }
}

const takenError = () => new ServiceError("conflict", "Another account now has this address.");

/**
 * The email address of an account: confirming it, and changing it. The new address has to be confirmed as well, and a
 * mail to the old one offers to undo the change.
 */
import { randomBytes } from "node:crypto";
import { addHours } from "date-fns/addHours";
import { subHours } from "date-fns/subHours";
import { accountTag, PEOPLE } from "~/config/page-tags";
import { LINK_HOURS, MAIL_HOURS } from "~/domain/link-lifetimes";
import { mailboxOf } from "~/domain/mailbox";
import type { Viewer } from "~/domain/viewer";
import {
  createLinkUnlessValid,
  findLinkOf,
  findLinkTo,
  removeLinksOf,
  type AccountLink,
} from "~/models/account-link.server";
import { forgetRefusals } from "~/models/mail-settings.server";
import { removePasskeysOf } from "~/models/passkey.server";
import { postponeDeletionOf } from "~/models/scheduled-deletion.server";
import { removeRecoveryCodesSince, removeSecondFactorSince } from "~/models/second-factor.server";
import { setEmail, setEmailProven } from "~/models/user-email.server";
import { findAccount, setPasswordHash } from "~/models/user.server";
import { recountWriter } from "~/models/writer.server";
import type { ChangeEmailInput } from "~/schemas/accounts";
import { countSupportIfProven } from "../articles/unproven-support.server";
import { invalidate } from "../cache/invalidation.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { queueMail } from "../mail/outbox.server";
import { enforceRateLimit } from "../rate-limits.server";
import { confirmIdentity } from "./confirm-identity.server";
import { makeLink, redeemLink, refusedLink } from "./links.server";
import * as mails from "./mails";
import { sendAccountMail } from "./account-mails.server";
import { hashPassword } from "./passwords.server";
import { requireSamePassword, revokeAccess } from "./revoke-access.server";
import type { Client } from "./client";
import { enforceClientLimits } from "./sign-in-limits.server";

/** Mails a link that confirms the address of an account, and voids earlier ones. */
export async function mailProof(
  { id: userId, email, name }: Viewer,
  origin: string,
): Promise<void> {
  const { secret, expiresAt } = await makeLink("prove-email", userId, email);
  const content = mails.proofMail(secret);
  await queueMail({ userId, name, to: email, content, origin, expiresAt });
}

/** Mails the link again. @throws ServiceError `conflict` when the address is already confirmed */
export async function resendEmailProof(viewer: Viewer | null, origin: string): Promise<void> {
  if (!viewer) throw unauthenticatedError("Please log in to confirm your address.");
  if (viewer.hasProvenEmail)
    throw new ServiceError("conflict", "Your address is already confirmed.");
  await enforceRateLimit("mailsTo", mailboxOf(viewer.email));
  await mailProof(viewer, origin);
}

/** Confirms the address of an account. @throws ServiceError `notFound` for a link that cannot be used */
export const proveEmail = (secret: string): Promise<void> =>
  redeemLink(secret, "prove-email", async (user, { email }) => {
    if (user.email !== email) throw refusedLink("prove-email");
    await markEmailProven(user.id, email);
  });

/** Stores that the owner of an account has confirmed its address. */
export async function markEmailProven(userId: string, email: string): Promise<void> {
  if (!(await setEmailProven(userId, email))) return;
  recordEvent({ kind: "email-proven", user: userId });
  await forgetRefusals(userId);
  await invalidate(accountTag(userId), PEOPLE);
  await countSupportIfProven(userId);
  await recountWriter(userId);
}

/** @returns whether another account than `userId` has the address, or had it until recently and can still restore it */
export async function isAddressTaken(email: string, userId: string | null): Promise<boolean> {
  const account = await findAccount(email);
  if (account) return account.id !== userId;
  const restoring = await findLinkTo(email, "restore-email");
  return restoring !== null && restoring.userId !== userId;
}

const takenError = () => new ServiceError("conflict", "Another account now has this address.");

type ChangeContext = Pick<Client, "address" | "network"> & { origin: string };

/**
 * Mails a confirmation link to the new address of a signed-in user. Nothing changes until the link is used. If
 * another account has the address, the mail says so, or is not sent if that account has not confirmed it. The response
 * is the same.
 * @throws ServiceError as `confirmIdentity`; `invalid` with the field error for the current address; `conflict` when
 *   the password was changed meanwhile
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
  const { id: userId, name } = credentials.viewer;
  await enforceClientLimits("mails", client);
  await enforceRateLimit("mailsTo", mailboxOf(email));
  const { secret, expiresAt } = await makeLink("change-email", userId, email);
  await requireSamePassword(credentials, () => removeLinksOf(userId, ["change-email"]));
  const isTaken = await isAddressTaken(email, userId);
  // An address that its account has not confirmed may be a stranger's, who is mailed nothing about it.
  const isStrangers = isTaken && (await findAccount(email))?.hasProvenEmail === false;
  recordEvent({ kind: "email-change-requested", user: userId });
  await queueMail({
    userId,
    name: isTaken ? null : name,
    to: isStrangers ? null : email,
    content: isTaken ? mails.addressTakenMail : mails.confirmNewAddressMail(secret),
    origin,
    expiresAt,
  });
}

/** @returns the new address that the user has requested but not confirmed yet, or `null` */
export const findRequestedEmail = async (userId: string): Promise<string | null> =>
  (await findLinkOf(userId, "change-email"))?.email ?? null;

/**
 * Changes the address of an account. If the old one had been confirmed, it is notified, and can be restored for seven
 * days. @throws ServiceError `notFound` for a link that cannot be used; `conflict` when the new one is taken meanwhile
 */
export const confirmEmailChange = (secret: string, origin: string): Promise<void> =>
  redeemLink(secret, "change-email", async (user, { email }) => {
    if (await isAddressTaken(email, user.id)) throw takenError();
    const restoring = user.hasProvenEmail ? await createRestoreLink(user) : null;
    if (!(await setEmail(user.id, { from: user.email, to: email }))) {
      // Nobody gets the secret of its restore link, which would keep a later change from creating another one.
      if (restoring) await removeLinksOf(user.id, ["restore-email"]);
      throw takenError();
    }
    await removeLinksOf(user.id, ["reset-password", "prove-email"]);
    recordEvent({ kind: "email-changed", user: user.id });
    await forgetRefusals(user.id);
    await invalidate(accountTag(user.id), PEOPLE);
    if (!user.hasProvenEmail) await countSupportIfProven(user.id);
    const content = mails.addressChangedMail(email, restoring);
    if (!restoring) return sendAccountMail(user, content, origin);
    // Not limited as other mails about accounts are, because its link is in no other mail.
    const expiresAt = addHours(new Date(), MAIL_HOURS.aboutAccount);
    const { id: userId, name, email: to } = user;
    await queueMail({ userId, name, to, content, origin, expiresAt });
  });

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
  const purpose = "restore-email";
  const expiresAt = addHours(new Date(), LINK_HOURS[purpose]);
  const secret = await createLinkUnlessValid({ userId, purpose, email, expiresAt });
  if (secret) await postponeDeletionOf(userId, expiresAt);
  return secret;
}

/**
 * Restores the previous address of an account. Because an attacker may have changed the address, this ends all
 * sessions and tokens, invalidates the password, cancels a scheduled deletion, and removes a second factor, recovery
 * codes and passkeys that were added shortly before the change or later. A password reset link is mailed.
 * @throws ServiceError `notFound` for a link that cannot be used; `conflict` when another account has the address
 */
export async function restoreEmail(
  secret: string,
  { address, origin }: ChangeContext,
): Promise<void> {
  // Computed first, because hashing fails when too many passwords are waiting.
  const unknownHash = await hashPassword(randomBytes(32).toString("base64url"), address);
  await redeemLink(secret, "restore-email", async (user, link) => {
    const { id: userId, name } = user;
    const { email } = link;
    if (!(await setEmail(userId, { from: user.email, to: email }))) throw takenError();
    await setPasswordHash(userId, unknownHash);
    const isDeletionCancelled = await revokeAccess(userId);
    await removeSuspectFactors(userId, link);
    recordEvent({ kind: "email-restored", user: userId });
    await invalidate(accountTag(userId));
    const reset = await makeLink("reset-password", userId, email);
    const content = mails.addressRestoredMail(reset.secret, isDeletionCancelled);
    const { expiresAt } = reset;
    await queueMail({ userId, name, to: email, content, origin, expiresAt });
  });
}

/** How long before changing the address an attacker may already have had access to the account, in hours. */
const SUSPECT_HOURS = 24;

/** Removes the factors that an attacker may have added: all that are not much older than the change. */
async function removeSuspectFactors(userId: string, { expiresAt }: AccountLink): Promise<void> {
  const since = subHours(expiresAt, LINK_HOURS["restore-email"] + SUSPECT_HOURS);
  const passkeys = await removePasskeysOf(userId, since);
  const hasRemoved = await removeSecondFactorSince(userId, since);
  await removeRecoveryCodesSince(userId, since);
  if (hasRemoved || passkeys) {
    recordEvent({ kind: "second-factor-removed", user: userId, by: "person" });
  }
}

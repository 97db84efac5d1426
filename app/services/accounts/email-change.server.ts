/**
 * Changing the email address of an account: the new address has to be confirmed, and a mail to the old one offers to
 * undo the change.
 */
import { randomBytes } from "node:crypto";
import { addHours } from "date-fns/addHours";
import { subHours } from "date-fns/subHours";
import { LINK_HOURS, MAIL_HOURS } from "~/domain/link-lifetimes";
import type { Viewer } from "~/domain/viewer";
import {
  consumeLink,
  createLink,
  findLink,
  findLinkOf,
  removeLinksOf,
  type AccountLink,
  type LinkPurpose,
} from "~/models/account-link.server";
import { removePasskeysOf } from "~/models/passkey.server";
import { removeSecondFactorSince } from "~/models/second-factor.server";
import { closeSessionsOf } from "~/models/session.server";
import { findUser, setEmail, setPasswordHash } from "~/models/user.server";
import type { ChangeEmailInput } from "~/schemas/accounts";
import { countSupportOf } from "../articles/unproven-support.server";
import { invalidate } from "../cache/invalidation.server";
import { accountTag, PEOPLE } from "../cache/tags";
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";
import { queueMail } from "../mail/outbox.server";
import type { MailContent } from "../mail/render-mail";
import { enforceRateLimit } from "../rate-limits.server";
import {
  confirmNewAddressMail,
  addressChangedMail,
  addressRestoredMail,
  addressTakenMail,
} from "./account-mails";
import { isAddressTaken } from "./address-claims.server";
import { confirmPassword } from "./confirm-password.server";
import type { Client } from "./device.server";
import { requireSamePassword } from "./end-access.server";
import { hashPassword } from "./passwords.server";
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
 * another account has the address, the mail says so, but the response is the same.
 *
 * @throws ServiceError `unauthenticated`, `invalid` with the field error for a wrong password or the current
 *   address, `conflict` when the password was changed meanwhile, `limited`, `unavailable` when too many passwords
 *   wait to be verified
 */
export async function requestEmailChange(
  viewer: Viewer | null,
  { email, currentPassword }: ChangeEmailInput,
  { origin, ...client }: ChangeContext,
): Promise<void> {
  const { address } = client;
  const field = "currentPassword";
  const credentials = await confirmPassword(viewer, currentPassword, { address, field });
  const user = credentials.viewer;
  if (user.email === email) {
    const message = "This is already your address.";
    throw new ServiceError("invalid", message, { fieldErrors: { email: [message] } });
  }
  await enforceClientLimits("mails", client);
  await enforceRateLimit("mailsTo", email);
  const { id: userId, name } = user;
  const expiresAt = addHours(new Date(), LINK_HOURS.changeEmail);
  const secret = await createLink({ userId, purpose: "change-email", email, expiresAt });
  await requireSamePassword(credentials, () => removeLinksOf(userId, ["change-email"]));
  const url = `${origin}/change-email/${secret}`;
  const content = (await isAddressTaken(email, userId))
    ? addressTakenMail({ url: `${origin}/forgot` })
    : confirmNewAddressMail({ name, url });
  recordEvent({ kind: "email-change-requested", user: userId });
  await queueMail({ userId, to: email, content, origin, expiresAt });
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
 *
 * @param secret the secret of the link that was mailed to the new address
 * @throws ServiceError `notFound` for a link that was used, replaced or has expired; `conflict` when another
 *   account has taken the address meanwhile
 */
export async function confirmEmailChange(secret: string, origin: string): Promise<void> {
  const { link, user } = await redeemLink(secret, "change-email", CHANGE_LINK_REFUSED);
  if (await isAddressTaken(link.email, user.id)) throw takenError();
  // The restore link reserves the old address. It is created first, so that nobody can sign up with it in between.
  const earlier = await findLinkOf(user.id, "restore-email");
  const notice = user.hasProvenEmail
    ? await prepareNotice(user, link.email, !earlier, origin)
    : null;
  const isChanged = await setEmail(user.id, { from: user.email, to: link.email });
  if (!isChanged) {
    // Nobody gets the secret of its restore link, which would keep a later change from creating another one.
    if (notice && !earlier) await removeLinksOf(user.id, ["restore-email"]);
    throw takenError();
  }
  await removeLinksOf(user.id, ["reset-password", "prove-email"]);
  recordEvent({ kind: "email-changed", user: user.id });
  await invalidate(accountTag(user.id), PEOPLE);
  if (!user.hasProvenEmail) await countSupportOf(user.id);
  if (notice) await mailNotice(user, notice, origin);
}

/**
 * Restores the previous address of an account. Because an attacker may have changed the address, this ends all
 * sessions and tokens, invalidates the password, and removes a second factor and passkeys that were added shortly
 * before the change or later. A password reset link is mailed.
 *
 * @param secret the secret of the link that was mailed to the previous address
 * @throws ServiceError `notFound` for a link that was used or has expired; `unavailable`
 */
export async function restoreEmail(
  secret: string,
  { address, origin }: ChangeContext,
): Promise<void> {
  // Computed first, because hashing fails when too many passwords are waiting.
  const unknownHash = await hashPassword(randomBytes(32).toString("base64url"), address);
  const { link, user } = await redeemLink(secret, "restore-email", RESTORE_LINK_REFUSED);
  if (!(await setEmail(user.id, { from: user.email, to: link.email }))) throw takenError();
  await setPasswordHash(user.id, unknownHash);
  await removeSuspectFactors(user.id, link);
  await closeSessionsOf(user.id);
  await removeLinksOf(user.id);
  recordEvent({ kind: "email-restored", user: user.id });
  await invalidate(accountTag(user.id));
  const expiresAt = addHours(new Date(), LINK_HOURS.resetPassword);
  const { email } = link;
  const reset = await createLink({ userId: user.id, purpose: "reset-password", email, expiresAt });
  const content = addressRestoredMail({ name: user.name, url: `${origin}/reset/${reset}` });
  await queueMail({ userId: user.id, to: email, content, origin, expiresAt });
}

/** Removes a second factor and passkeys added since a day before the change: an attacker may have added them. */
async function removeSuspectFactors(userId: string, { expiresAt }: AccountLink): Promise<void> {
  const since = subHours(expiresAt, LINK_HOURS.restoreEmail + SUSPECT_HOURS);
  const passkeys = await removePasskeysOf(userId, since);
  const hasRemoved = await removeSecondFactorSince(userId, since);
  if (hasRemoved || passkeys) {
    recordEvent({ kind: "second-factor-removed", user: userId, by: "person" });
  }
}

async function redeemLink(
  secret: string,
  purpose: LinkPurpose,
  refusal: string,
): Promise<{ link: AccountLink; user: Viewer }> {
  const link = await consumeLink(secret, purpose);
  const user = link && (await findUser(link.userId));
  if (user) return { link, user };
  recordEvent({ kind: "link-refused", purpose });
  throw new ServiceError("notFound", refusal);
}

const takenError = () => new ServiceError("conflict", "Another account now has this address.");

/**
 * Creates the mail to the old address. The first restore link stays valid for its seven days, so an attacker who has
 * taken over the account cannot void it by changing the address again.
 *
 * @param isFirst whether no earlier restore link is valid, so that the mail gets one
 */
async function prepareNotice(
  user: Viewer,
  newEmail: string,
  isFirst: boolean,
  origin: string,
): Promise<MailContent> {
  const { id: userId, name, email } = user;
  if (!isFirst) return addressChangedMail({ name, newEmail, url: null });
  const expiresAt = addHours(new Date(), LINK_HOURS.restoreEmail);
  const secret = await createLink({ userId, purpose: "restore-email", email, expiresAt });
  return addressChangedMail({ name, newEmail, url: `${origin}/restore-email/${secret}` });
}

const mailNotice = ({ id: userId, email: to }: Viewer, content: MailContent, origin: string) =>
  queueMail({
    ...{ userId, to, content, origin },
    expiresAt: addHours(new Date(), MAIL_HOURS.notice),
  });

/** Resetting a forgotten password by a link that is mailed to the address of the account. */
import { createHash } from "node:crypto";
import { addHours } from "date-fns/addHours";
import { subHours } from "date-fns/subHours";
import { accountTag } from "~/config/page-tags";
import { LINK_HOURS } from "~/domain/link-lifetimes";
import { mailboxOf } from "~/domain/mailbox";
import { createLink, findLink } from "~/models/account-link.server";
import { removePasskeysOf } from "~/models/passkey.server";
import { findCredentials, findUser, setPasswordHash } from "~/models/user.server";
import type { ForgotInput, NewPasswordInput } from "~/schemas/accounts";
import { invalidate } from "../cache/invalidation.server";
import { recordEvent } from "../events/events.server";
import { queueMail } from "../mail/outbox.server";
import { enforceRateLimit } from "../rate-limits.server";
import { passwordChangedMail, resetMail } from "./account-mails";
import type { Client } from "./device.server";
import { markEmailProven } from "./email-proof.server";
import { revokeAccess, removeFactors } from "./revoke-access.server";
import { sendNotice } from "./notices.server";
import { hashPassword } from "./passwords.server";
import { redeemLink, refusedLink } from "./redeem-link.server";
import { enforceClientLimits } from "./sign-in-limits.server";
import { checkPassword } from "./sign-up-rules.server";

export const RESET_LINK_REFUSED =
  "This link cannot be used: it has been used, is older than an hour, or a newer one was sent.";

/** The client of a password reset; `origin` is the origin of this site. */
interface ResetContext extends Pick<Client, "address" | "network"> {
  origin: string;
}

/**
 * Mails a password reset link to an address, if an account has it. For an address without an account the same
 * documents are written, so that neither the response nor its timing reveals whether there is an account.
 * @throws ServiceError `limited`
 */
export async function requestPasswordReset(
  { email }: ForgotInput,
  { origin, ...client }: ResetContext,
): Promise<void> {
  await enforceClientLimits("mails", client);
  await enforceRateLimit("mailsTo", mailboxOf(email));
  const user = (await findCredentials(email))?.viewer;
  const userId = user?.id ?? idOfNobody(email);
  const expiresAt = addHours(new Date(), LINK_HOURS.resetPassword);
  const secret = await createLink({ userId, purpose: "reset-password", email, expiresAt });
  const content = resetMail({ name: user?.name ?? null, url: `${origin}/reset/${secret}` });
  await queueMail({ userId, to: user ? email : null, content, origin, expiresAt });
  recordEvent(
    { kind: "password-reset-requested", ...(user && { user: user.id }) },
    user ? {} : { email },
  );
}

/** An id that belongs to no account, always the same for an address. */
const idOfNobody = (email: string) => createHash("sha256").update(email).digest("hex").slice(0, 24);

/** @returns whether the link is still valid */
export const isResetLinkGood = async (secret: string): Promise<boolean> =>
  (await findLink(secret, "reset-password")) !== null;

const PURPOSE = { purpose: "reset-password", refusal: RESET_LINK_REFUSED } as const;

/**
 * Sets a new password. This ends all sessions, tokens and links of the account, cancels a scheduled deletion, removes
 * passkeys that were added within the last days, and confirms the address. If the address had not been confirmed
 * before, a second factor and all passkeys are removed.
 * @throws ServiceError `invalid` for a guessable password (the link stays valid); `notFound` for a link that was
 *   used, replaced or has expired; `unavailable` when too many passwords wait to be hashed
 */
export async function resetPassword(
  secret: string,
  { password }: NewPasswordInput,
  { address, origin }: ResetContext,
): Promise<void> {
  const found = await findLink(secret, PURPOSE.purpose);
  const owner = found && (await findUser(found.userId));
  if (!owner || owner.email !== found.email) throw refusedLink(PURPOSE.purpose, PURPOSE.refusal);
  await checkPassword({ ...owner, password });
  const passwordHash = await hashPassword(password, address);
  await redeemLink({ secret, ...PURPOSE }, async (_link, user) => {
    await setPasswordHash(user.id, passwordHash);
    const isDeletionCancelled = await revokeAccess(user.id);
    // They may have been added by a stranger who signed up with this person's address.
    if (!user.hasProvenEmail) await removeFactors(user.id, "person");
    const arePasskeysRemoved = await removeRecentPasskeys(user.id);
    recordEvent({ kind: "password-changed", user: user.id, by: "person" });
    await markEmailProven(user.id, user.email);
    await invalidate(accountTag(user.id));
    const content = passwordChangedMail({
      name: user.name,
      url: `${origin}/forgot`,
      isDeletionCancelled,
      arePasskeysRemoved,
    });
    await sendNotice({ ...user, hasProvenEmail: true }, content, origin);
  });
}

/**
 * Removes passkeys that a thief may have added: they sign in without the new password. The owner was told of each by
 * mail. The app of a second factor stays, because the mailbox would be the only factor otherwise.
 */
async function removeRecentPasskeys(userId: string): Promise<boolean> {
  const since = subHours(new Date(), LINK_HOURS.restoreEmail);
  const areRemoved = (await removePasskeysOf(userId, since)) > 0;
  if (areRemoved) recordEvent({ kind: "passkey-removed", user: userId });
  return areRemoved;
}

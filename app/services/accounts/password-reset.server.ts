/** Resetting a forgotten password by a link that is mailed to the address of the account. */
import { createHash } from "node:crypto";
import { addHours } from "date-fns/addHours";
import { LINK_HOURS, MAIL_HOURS } from "~/domain/link-lifetimes";
import { consumeLink, createLink, findLink } from "~/models/account-link.server";
import { findCredentials, findUser, setPasswordHash } from "~/models/user.server";
import type { ForgotInput, NewPasswordInput } from "~/schemas/accounts";
import { invalidate } from "../cache/invalidation.server";
import { accountTag } from "../cache/tags";
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";
import { queueMail } from "../mail/outbox.server";
import { enforceRateLimit } from "../rate-limits.server";
import { passwordChangedMail, resetMail } from "./account-mails";
import type { Client } from "./device.server";
import { markEmailProven } from "./email-proof.server";
import { endAccess } from "./end-access.server";
import { hashPassword } from "./passwords.server";
import { removeFactors } from "./remove-factors.server";
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
 *
 * @throws ServiceError `limited`
 */
export async function requestPasswordReset(
  { email }: ForgotInput,
  { origin, ...client }: ResetContext,
): Promise<void> {
  await enforceClientLimits("mails", client);
  await enforceRateLimit("mailsTo", email);
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

/**
 * Sets a new password. This ends all sessions, tokens and links of the account, and confirms its address. If the
 * address had not been confirmed before, a second factor and passkeys are removed.
 *
 * @param secret the secret of the link that was mailed to the account's address
 * @throws ServiceError `invalid` for a guessable password (the link stays valid); `notFound` for a link that was
 *   used, replaced or has expired; `unavailable` when too many passwords wait to be hashed
 */
export async function resetPassword(
  secret: string,
  { password }: NewPasswordInput,
  { address, origin }: ResetContext,
): Promise<void> {
  const found = await findLink(secret, "reset-password");
  const user = found && (await findUser(found.userId));
  if (!user || user.email !== found.email) throw refusedLink();
  await checkPassword({ ...user, password });
  const passwordHash = await hashPassword(password, address);
  if (!(await consumeLink(secret, "reset-password"))) throw refusedLink();
  await setPasswordHash(user.id, passwordHash);
  await endAccess(user.id);
  // They may have been added by a stranger who signed up with this person's address.
  if (!user.hasProvenEmail) await removeFactors(user.id, "person");
  recordEvent({ kind: "password-changed", user: user.id, by: "person" });
  await markEmailProven(user.id, user.email);
  await invalidate(accountTag(user.id));
  await queueMail({
    ...{
      userId: user.id,
      to: user.email,
      origin,
      expiresAt: addHours(new Date(), MAIL_HOURS.notice),
    },
    content: passwordChangedMail({ name: user.name, url: `${origin}/forgot` }),
  });
}

function refusedLink(): ServiceError {
  recordEvent({ kind: "link-refused", purpose: "reset-password" });
  return new ServiceError("notFound", RESET_LINK_REFUSED);
}

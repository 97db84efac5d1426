/** A new password for whoever forgot theirs, by a link that is mailed to the address of the account. */
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
import { noteProven } from "./email-proof.server";
import { endAccess } from "./end-access.server";
import { hashPassword } from "./passwords.server";
import { removeFactors } from "./remove-factors.server";
import { enforceClientLimits } from "./sign-in-limits.server";
import { checkPassword } from "./sign-up-rules.server";

export const RESET_LINK_REFUSED =
  "This link cannot be used: it has been used, is older than an hour, or a newer one was sent.";

/** Where a request for a new password comes from; `origin` is the site's own. */
interface ResetContext extends Pick<Client, "address" | "network"> {
  origin: string;
}

/**
 * Mails a link that sets a new password to an address, if an account has it. For an address without an account
 * the same is written to the database, so that neither answer nor time tells whether there is one.
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

/** The id of no account, always the same for an address. */
const idOfNobody = (email: string) => createHash("sha256").update(email).digest("hex").slice(0, 24);

/** @returns whether the link would set a password now */
export const isResetLinkGood = async (secret: string): Promise<boolean> =>
  (await findLink(secret, "reset-password")) !== null;

/**
 * Sets a new password by the secret of a link that was mailed to the account's address. That ends all its
 * sessions, tokens and links, and proves the address. If it had not been proven, a second factor and passkeys are
 * taken away.
 *
 * @throws ServiceError `invalid` for a guessable password, which leaves the link good; `notFound` for a link
 *   that was used, is void or too old; `unavailable` when too many passwords wait to be hashed
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
  // Somebody who signed up with another person's address may have set them up.
  if (!user.hasProvenEmail) await removeFactors(user.id, "person");
  recordEvent({ kind: "password-changed", user: user.id, by: "person" });
  await noteProven(user.id, user.email);
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

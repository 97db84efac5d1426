/** The links in mails about an account. Each can be used once. */
import { addHours } from "date-fns/addHours";
import { LINK_HOURS } from "~/domain/link-lifetimes";
import type { Viewer } from "~/domain/viewer";
import {
  claimLink,
  createLink,
  findLink,
  releaseLink,
  removeLink,
  type AccountLink,
  type LinkPurpose,
} from "~/models/account-link.server";
import { findUser } from "~/models/user.server";
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";

const REPLACED_AFTER_A_DAY =
  "This link cannot be used: it has been used, is older than a day, or a newer one was sent.";

/** What is said of a link that cannot be used. */
export const LINK_REFUSED: Readonly<Record<LinkPurpose, string>> = {
  "prove-email": REPLACED_AFTER_A_DAY,
  "change-email": REPLACED_AFTER_A_DAY,
  "reset-password":
    "This link cannot be used: it has been used, is older than an hour, or a newer one was sent.",
  "restore-email": "This link cannot be used: it has been used, or is older than seven days.",
};

/** Creates a link for an account and an address, and voids the earlier one for its purpose. */
export async function makeLink(purpose: LinkPurpose, userId: string, email: string) {
  const expiresAt = addHours(new Date(), LINK_HOURS[purpose]);
  return { secret: await createLink({ userId, purpose, email, expiresAt }), expiresAt };
}

/** @returns the address that a link is about, or `null` if the link cannot be used */
export const emailOfLink = async (secret: string, purpose: LinkPurpose): Promise<string | null> =>
  (await findLink(secret, purpose))?.email ?? null;

/**
 * Uses a mailed link once. It is used up only after `use` has succeeded: a link that restores an account cannot be
 * requested again.
 * @throws ServiceError `notFound` for a link that was used, replaced or has expired; whatever `use` throws
 */
export async function redeemLink(
  secret: string,
  purpose: LinkPurpose,
  use: (user: Viewer, link: AccountLink) => Promise<void>,
): Promise<void> {
  const link = await claimLink(secret, purpose);
  if (!link) throw refusedLink(purpose);
  try {
    const user = await findUser(link.userId);
    if (!user) throw refusedLink(purpose);
    await use(user, link);
  } catch (error) {
    // If this fails as well, the claim expires.
    await releaseLink(secret).catch(() => {});
    throw error;
  }
  await removeLink(secret);
}

/** Records that a mailed link was refused. @returns the error to throw */
export function refusedLink(purpose: LinkPurpose): ServiceError {
  recordEvent({ kind: "link-refused", purpose });
  return new ServiceError("notFound", LINK_REFUSED[purpose]);
}

/** Confirming, by a mailed link, that the owner of an account receives mail at its address. */
import { addHours } from "date-fns/addHours";
import { accountTag, PEOPLE } from "~/config/page-tags";
import { LINK_HOURS } from "~/domain/link-lifetimes";
import { mailboxOf } from "~/domain/mailbox";
import type { Viewer } from "~/domain/viewer";
import { createLink, findLink } from "~/models/account-link.server";
import { setEmailProven } from "~/models/user.server";
import { countSupportOf } from "../articles/unproven-support.server";
import { invalidate } from "../cache/invalidation.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";
import { queueMail } from "../mail/outbox.server";
import { enforceRateLimit } from "../rate-limits.server";
import { proofMail } from "./account-mails";
import { redeemLink, refusedLink } from "./redeem-link.server";

export const PROOF_LINK_REFUSED =
  "This link cannot be used: it has been used, is older than a day, or a newer one was sent.";

/** Mails a link that confirms the address of an account, and voids earlier ones. */
export async function mailProof(
  { id: userId, email, name }: Viewer,
  origin: string,
): Promise<void> {
  const expiresAt = addHours(new Date(), LINK_HOURS.proveEmail);
  const secret = await createLink({ userId, purpose: "prove-email", email, expiresAt });
  const content = proofMail({ name, url: `${origin}/prove-email/${secret}` });
  await queueMail({ userId, to: email, content, origin, expiresAt });
}

/**
 * Mails the link again.
 * @throws ServiceError `unauthenticated`, `conflict` when the address is already confirmed, `limited`
 */
export async function resendEmailProof(viewer: Viewer | null, origin: string): Promise<void> {
  if (!viewer) throw unauthenticatedError("Please log in to confirm your address.");
  if (viewer.hasProvenEmail)
    throw new ServiceError("conflict", "Your address is already confirmed.");
  await enforceRateLimit("mailsTo", mailboxOf(viewer.email));
  await mailProof(viewer, origin);
}

/** @returns whether the link is still valid */
export const isProofLinkGood = async (secret: string): Promise<boolean> =>
  (await findLink(secret, "prove-email")) !== null;

/**
 * Confirms the address of an account.
 * @throws ServiceError `notFound` for a link that was used, replaced or has expired
 */
export async function proveEmail(secret: string): Promise<void> {
  const purpose = "prove-email";
  await redeemLink({ secret, purpose, refusal: PROOF_LINK_REFUSED }, async (link, user) => {
    if (user.email !== link.email) throw refusedLink(purpose, PROOF_LINK_REFUSED);
    await markEmailProven(user.id, link.email);
  });
}

/** Stores that the owner of an account has confirmed its address. */
export async function markEmailProven(userId: string, email: string): Promise<void> {
  if (!(await setEmailProven(userId, email))) return;
  recordEvent({ kind: "email-proven", user: userId });
  await invalidate(accountTag(userId), PEOPLE);
  await countSupportOf(userId);
}

import type { Viewer } from "~/domain/viewer";
import {
  claimLink,
  releaseLink,
  removeLink,
  type AccountLink,
  type LinkPurpose,
} from "~/models/account-link.server";
import { findUser } from "~/models/user.server";
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";

/**
 * Uses a mailed link once. It is used up only after `use` has succeeded: a link that restores an account cannot be
 * requested again.
 * @throws ServiceError `notFound` for a link that was used, replaced or has expired; whatever `use` throws
 */
export async function redeemLink(
  { secret, purpose, refusal }: { secret: string; purpose: LinkPurpose; refusal: string },
  use: (link: AccountLink, user: Viewer) => Promise<void>,
): Promise<void> {
  const link = await claimLink(secret, purpose);
  if (!link) throw refusedLink(purpose, refusal);
  try {
    const user = await findUser(link.userId);
    if (!user) throw refusedLink(purpose, refusal);
    await use(link, user);
  } catch (error) {
    // If this fails as well, the claim expires.
    await releaseLink(secret).catch(() => {});
    throw error;
  }
  await removeLink(secret);
}

/** Records that a mailed link was refused. @returns the error to throw */
export function refusedLink(purpose: LinkPurpose, refusal: string): ServiceError {
  recordEvent({ kind: "link-refused", purpose });
  return new ServiceError("notFound", refusal);
}

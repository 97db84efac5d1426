/**
 * What operators do to accounts, without a permission check: by command, or through `services/admin`, which passes the
 * account of the administrator who does it. All throw `notFound` for an unknown email.
 */
import { environment } from "~/config/env.server";
import { accountTag, PEOPLE } from "~/config/page-tags";
import { parseEmailAddress } from "~/domain/email-address";
import type { Viewer } from "~/domain/viewer";
import { markAllCarriedOut } from "~/models/membership-application.server";
import { findCredentials, listUsers, setMember, setPasswordHash } from "~/models/user.server";
import { notFoundError } from "../errors";
import { actedBy, recordEvent } from "../events/events.server";
import { invalidate } from "../cache/invalidation.server";
import { storeMail } from "../mail/outbox.server";
import { dropVotesOf } from "../membership/membership.server";
import { revokeAccess, removeFactors } from "./revoke-access.server";
import { factorsTakenAwayMail } from "./mails";
import { sendAccountMail } from "./account-mails.server";
import { hashPassword } from "./passwords.server";

/** @throws ServiceError `notFound` */
export async function findUserByEmail(email: string): Promise<Viewer> {
  const found = await findCredentials(parseEmailAddress(email) ?? email);
  if (!found) throw notFoundError(`User ${email}`);
  return found.viewer;
}

/**
 * Grants or revokes membership. This overrides a pending approval that has not been carried out yet. The votes of a
 * former member on open applications no longer count.
 */
export async function grantMembership(
  email: string,
  isMember: boolean,
  administratorId?: string,
): Promise<Viewer> {
  const user = await findUserByEmail(email);
  await markAllCarriedOut(user.id);
  await setMember(user.id, isMember);
  if (!isMember) await dropVotesOf(user.id);
  recordEvent({ kind: "membership-changed", user: user.id, isMember, ...actedBy(administratorId) });
  await invalidate(PEOPLE, accountTag(user.id));
  return { ...user, isMember };
}

/** Changes a user's password without checking the rules for it, and ends all their sessions, tokens and links. */
export async function changePassword(email: string, password: string): Promise<Viewer> {
  const user = await findUserByEmail(email);
  await setPasswordHash(user.id, await hashPassword(password));
  await revokeAccess(user.id);
  recordEvent({ kind: "password-changed", user: user.id, by: "operator" });
  await invalidate(accountTag(user.id));
  return user;
}

/** Removes the second factor and all passkeys of a user who has lost them: the password alone signs in then. */
export async function removeFactorsByEmail(email: string, administratorId?: string) {
  const user = await findUserByEmail(email);
  const removed = await removeFactors(user.id, actedBy(administratorId));
  const { APP_ORIGIN } = environment();
  if (APP_ORIGIN && (removed.hadSecondFactor || removed.passkeys)) {
    await sendAccountMail(user, factorsTakenAwayMail, APP_ORIGIN, storeMail);
  }
  return { user, ...removed };
}

export const listNewestUsers = (limit: number) => listUsers(limit);

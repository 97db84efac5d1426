/** What the operator does by command, with nobody's permission but the machine's. */
import type { Viewer } from "~/domain/viewer";
import { markAllCarriedOut } from "~/models/application.server";
import { closeSessionsOf } from "~/models/session.server";
import { findCredentials, listUsers, setMember, setPasswordHash } from "~/models/user.server";
import { notFoundError } from "../errors";
import { hashPassword } from "./passwords.server";

async function userOf(email: string): Promise<Viewer> {
  const found = await findCredentials(email.trim().toLowerCase());
  if (!found) throw notFoundError(`User ${email}`);
  return found.viewer;
}

/**
 * Makes the user of an email a member, or no longer one. That is the last word: an approval that was
 * about to be carried out no longer is.
 *
 * @throws Refusal `notFound`
 */
export async function grantMembership(email: string, isMember: boolean): Promise<Viewer> {
  const user = await userOf(email);
  await markAllCarriedOut(user.id);
  await setMember(user.id, isMember);
  return { ...user, isMember };
}

/**
 * Gives the user of an email another password and ends all their sessions.
 *
 * @param password one that a sign-up would take
 * @throws Refusal `notFound`
 */
export async function changePassword(email: string, password: string): Promise<Viewer> {
  const user = await userOf(email);
  await setPasswordHash(user.id, await hashPassword(password));
  await closeSessionsOf(user.id);
  return user;
}

/** @returns the newest users, at most so many */
export const newestUsers = (limit: number) => listUsers(limit);

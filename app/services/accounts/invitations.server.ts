/** Invitations: who may sign up while the site is not open, and who invited whom. */
import { addDays } from "date-fns/addDays";
import { INVITATION_DAYS, MAX_INVITATIONS } from "~/domain/invitations";
import { isLimited } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import {
  addInvitation,
  findInvited,
  findUnusedInvitation,
  hasInvited,
  listInvitationsOf,
  listInvitedBy,
  removeInvitation,
  setInvitationUsed,
  type Invitation,
  type InvitedAccount,
} from "~/models/invitation.server";
import { findUser } from "~/models/user.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { requirePower } from "../require-power";
import { requireWriter } from "../require-writer";
import { readSiteSettings } from "../site-settings/site-settings.server";

export const SIGN_UP_CLOSED = "Nobody can sign up just now.";
const NEEDS_INVITATION = "Signing up needs an invitation by somebody who has an account.";
const NOT_VALID =
  "This invitation does not exist, has been used, was withdrawn, or is not valid any more. Please ask for another.";

const refused = (message: string) =>
  new ServiceError("invalid", message, { fieldErrors: { invitation: [message] } });

/**
 * @param code what somebody who signs up has sent as their invitation
 * @returns the invitation; `null` if there is none, and the site is open
 * @throws ServiceError `forbidden` if nobody may sign up; `invalid` without an invitation that can be used where one is
 *   needed, and always for one that cannot
 */
export async function checkInvitation(code: string | undefined): Promise<Invitation | null> {
  const { signUp } = await readSiteSettings();
  if (signUp === "closed") throw new ServiceError("forbidden", SIGN_UP_CLOSED);
  if (!code) {
    if (signUp === "invitation") throw refused(NEEDS_INVITATION);
    return null;
  }
  const invitation = await findUnusedInvitation(code, new Date());
  const inviter = invitation && (await findUser(invitation.inviterId));
  // Otherwise somebody who may not write could invite themselves and write with the new account.
  if (!inviter || !mayInvite(inviter)) throw refused(NOT_VALID);
  return invitation;
}

/** Marks an invitation as used by the account that was made with it. */
export const useUp = ({ id }: Invitation): Promise<boolean> => setInvitationUsed(id, new Date());

/** @throws ServiceError `invalid` if another account was made with this invitation meanwhile */
export async function refuseIfUsed(invitation: Invitation): Promise<void> {
  if (!(await hasInvited(invitation.id))) return;
  await useUp(invitation);
  throw refused(NOT_VALID);
}

/** @returns the viewer’s invitations @throws ServiceError `unauthenticated` */
export async function listInvitations(viewer: Viewer | null): Promise<Invitation[]> {
  if (!viewer) throw unauthenticatedError();
  return listInvitationsOf(viewer.id, new Date());
}

/** @returns whether the viewer’s account has invitations: not while it is new, unproven, limited or suspended */
export const mayInvite = (viewer: Viewer): boolean => !viewer.suspension && !isLimited(viewer);

/**
 * Makes an invitation.
 * @throws ServiceError `forbidden` for accounts without invitations; `conflict` if all are used or open
 */
export async function invite(given: Viewer | null): Promise<Invitation> {
  const viewer = requireWriter(given);
  if (!mayInvite(viewer)) {
    throw new ServiceError(
      "forbidden",
      "You can invite others once your address is confirmed and your account is not new any more.",
    );
  }
  await enforceRateLimit("invitations", viewer.id);
  const createdAt = new Date();
  const expiresAt = addDays(createdAt, INVITATION_DAYS);
  const invitation = await addInvitation(viewer.id, {
    ...{ most: MAX_INVITATIONS, createdAt, expiresAt },
  });
  if (invitation) return invitation;
  throw new ServiceError("conflict", `You have no more than ${MAX_INVITATIONS} invitations.`);
}

/** Withdraws an invitation that is not used. @throws ServiceError `notFound` if the viewer has no such one */
export async function withdrawInvitation(viewer: Viewer | null, id: string): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  if (await removeInvitation(viewer.id, id)) return;
  throw new ServiceError("notFound", "This invitation has been used or withdrawn already.");
}

/** How many levels of a tree of invitations moderators see, in each direction. */
const LEVELS = 3;
/** The most accounts of a level. */
const MAX_ON_LEVEL = MAX_INVITATIONS ** LEVELS;

export interface InvitationTree {
  /** Who invited the person, who invited those, and so on. */
  above: InvitedAccount[];
  /** Whom the person invited, whom those invited, and so on. */
  below: InvitedAccount[][];
}

/** Reads who invited a person and whom they invited, for moderators. @throws ServiceError `unauthenticated`, `forbidden` */
export async function readInvitationTree(
  viewer: Viewer | null,
  personId: string,
): Promise<InvitationTree> {
  requirePower(viewer, "read-queue");
  const above: InvitedAccount[] = [];
  let next = (await findInvited(personId))?.inviterId ?? null;
  while (next && above.length < LEVELS) {
    const found: InvitedAccount | null = await findInvited(next);
    if (found) above.push(found);
    next = found?.inviterId ?? null;
  }
  const below: InvitedAccount[][] = [];
  let level = [personId];
  while (level.length && below.length < LEVELS) {
    const found = await listInvitedBy(level, MAX_ON_LEVEL);
    if (found.length) below.push(found);
    level = found.map(({ id }) => id);
  }
  return { above, below };
}

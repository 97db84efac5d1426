/** Who may decide about what. */
import type { ModerationTarget } from "~/domain/moderation";
import { hasPower, refusalToDecide, type DecisionRefusal } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import { findFlagBy } from "~/models/flag.server";
import { findRole } from "~/models/user-role.server";
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";

export const refusals: Record<DecisionRefusal, string> = {
  role: "Only moderators decide about texts and people.",
  own: "Nobody decides about their own writing. Another moderator has to.",
  flagged: "You have flagged this, so another moderator has to decide.",
  rank: "This is a moderator. Only an administrator decides about moderators.",
};

const forbidden = (viewer: Viewer, message: string) => {
  recordEvent({ kind: "permission-denied", user: viewer.id, action: "moderate" });
  return new ServiceError("forbidden", message);
};

/** @throws ServiceError `forbidden` */
export async function requireMayDecide(
  viewer: Viewer,
  target: ModerationTarget,
  authorId: string,
): Promise<void> {
  const refusal = await findRefusal(viewer, target, authorId);
  if (refusal) throw forbidden(viewer, refusals[refusal]);
}

/** @returns why the viewer may not decide about something; `null` if they may */
export async function findRefusal(
  viewer: Viewer,
  target: ModerationTarget,
  authorId: string,
): Promise<DecisionRefusal | null> {
  const [flag, personRole] = await Promise.all([
    findFlagBy(viewer.id, target),
    target.kind === "person" ? findRole(target.id) : null,
  ]);
  return refusalToDecide(viewer, {
    ...{ authorId, personRole },
    isFlaggedByViewer: flag?.state === "open",
  });
}

/** @throws ServiceError `forbidden` if the viewer wrote it or has flagged it, even if the flag is settled */
export async function requireNeutral(
  viewer: Viewer,
  target: ModerationTarget,
  authorId: string | null,
): Promise<void> {
  if (authorId === viewer.id) throw forbidden(viewer, refusals.own);
  if (await findFlagBy(viewer.id, target)) throw forbidden(viewer, refusals.flagged);
  if (target.kind !== "person" || hasPower(viewer, "decide-about-moderator")) return;
  if (await findRole(target.id)) throw forbidden(viewer, refusals.rank);
}

/** @throws ServiceError `forbidden` */
export const refuse = (viewer: Viewer, message: string): never => {
  throw forbidden(viewer, message);
};

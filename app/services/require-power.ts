/** Who may do what needs a role: every service for moderators or administrators begins with `requirePower`. */
import { hasPower, powers, type Power, type Role } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import { ServiceError, unauthenticatedError } from "./errors";
import { recordEvent } from "./events/events.server";

/**
 * @returns the viewer, who has the power
 * @throws ServiceError `unauthenticated` without a viewer, `forbidden` if their role does not have the power
 */
export function requirePower(viewer: Viewer | null, power: Power): Viewer & { role: Role } {
  if (!viewer) throw unauthenticatedError();
  const { role } = viewer;
  if (role && hasPower(viewer, power)) return { ...viewer, role };
  const needed: Role = powers[power].role;
  const action = needed === "administrator" ? "administer" : "moderate";
  recordEvent({ kind: "permission-denied", user: viewer.id, action });
  throw new ServiceError("forbidden", `Only ${needed}s can do this.`);
}

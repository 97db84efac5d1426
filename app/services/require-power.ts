/** Who may do what needs a role: every service for moderators or administrators begins with `requirePower`. */
import { hasPower, powers, type Power } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import { ServiceError, unauthenticatedError } from "./errors";

/**
 * @returns the viewer
 * @throws ServiceError `unauthenticated` without a viewer, `forbidden` if their role does not have the power
 */
export function requirePower(viewer: Viewer | null, power: Power): Viewer {
  if (!viewer) throw unauthenticatedError();
  if (hasPower(viewer, power)) return viewer;
  throw new ServiceError("forbidden", `Only ${powers[power].role}s can do this.`);
}

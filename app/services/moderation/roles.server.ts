/** Who is a moderator or an administrator. */
import { accountTag, PEOPLE } from "~/config/page-tags";
import type { Role } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import { findRole, setRole } from "~/models/user-role.server";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, ServiceError } from "../errors";
import { actedBy, recordEvent } from "../events/events.server";
import { requirePower } from "../require-power";

/**
 * Gives an account a role, or takes it away. Administrators make and unmake moderators, but not themselves; who is an
 * administrator is decided by command only, so that nobody locks everybody out.
 * @param viewer who does it; `operator` for a command
 * @param role `null` for none
 * @throws ServiceError `forbidden` unless the viewer may do that; `notFound`
 */
export async function setRoleOf(
  viewer: Viewer | "operator" | null,
  userId: string,
  role: Role | null,
): Promise<void> {
  if (viewer !== "operator") await requireMaySet(viewer, userId, role);
  if (!(await setRole(userId, role))) throw notFoundError("Account");
  const administratorId = viewer === "operator" ? undefined : viewer?.id;
  recordEvent({
    kind: "role-changed",
    user: userId,
    role: role ?? "none",
    ...actedBy(administratorId),
  });
  await invalidate(PEOPLE, accountTag(userId));
}

async function requireMaySet(viewer: Viewer | null, userId: string, role: Role | null) {
  const { id } = requirePower(viewer, "appoint-moderator");
  if (id === userId) throw new ServiceError("forbidden", "You cannot change your own role.");
  if (role === "administrator" || (await findRole(userId)) === "administrator") {
    throw new ServiceError("forbidden", "Administrators are made and unmade by command only.");
  }
}

/** What moderators see of the account of an author. */
import type { Role } from "~/domain/permissions";
import { collectionOf } from "./collection.server";
import { withIds } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

const toStanding = (user: UserRow) => ({
  id: user._id.toHexString(),
  name: user.name,
  createdAt: user.createdAt,
  isMember: user.isMember,
  invitedById: user.invitedBy?.toHexString() ?? null,
  hasProvenEmail: !user.hasUnprovenEmail,
  role: (user.role ?? null) as Role | null,
  /** `until` is `null` if it is for good. */
  suspension: user.suspension ? { until: user.suspension.until ?? null } : null,
});

export type AuthorStanding = ReturnType<typeof toStanding>;

const standings = collectionOf(User, toStanding, {
  ...{ name: 1, createdAt: 1, isMember: 1, hasUnprovenEmail: 1 },
  ...{ role: 1, suspension: 1, invitedBy: 1 },
});

/** @returns those of some accounts that are not being deleted, in no particular order */
export const findStandings = (ids: readonly string[]): Promise<AuthorStanding[]> =>
  standings.list({ ...withIds<UserRow>(ids), leavingAs: null });

/** Accounts whose owners want them deleted. */
import { toObjectId } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

/** When an account is to be deleted, and whether with what its owner wrote. */
export interface PlannedLeaving {
  leavesAt: Date;
  withContent: boolean;
}

interface NewLeaving extends PlannedLeaving {
  /** The site's own, for the last mail. */
  origin: string;
}

/** @returns when a user leaves, or `null` if that is not planned */
export async function findLeaving(userId: string): Promise<PlannedLeaving | null> {
  const fields = { leavesAt: 1, leavesWithContent: 1 };
  const user = await User.findById(toObjectId(userId), fields).lean<UserRow>();
  if (!user?.leavesAt) return null;
  return { leavesAt: user.leavesAt, withContent: user.leavesWithContent ?? false };
}

/** Plans that a user leaves, unless that is planned already. @returns whether it was not */
export async function planLeavingOf(userId: string, planned: NewLeaving): Promise<boolean> {
  const result = await User.updateOne(
    { _id: toObjectId(userId), leavesAt: null, leavingAs: null },
    {
      $set: {
        leavesAt: planned.leavesAt,
        leavesWithContent: planned.withContent,
        leavesFrom: planned.origin,
      },
    },
  );
  return result.modifiedCount === 1;
}

/** @returns whether a user was to leave, and is no longer */
export async function cancelLeavingOf(userId: string): Promise<boolean> {
  const result = await User.updateOne(
    { _id: toObjectId(userId), leavesAt: { $gt: new Date(0) }, leavingAs: null },
    { $unset: { leavesAt: 1, leavesWithContent: 1, leavesFrom: 1 } },
  );
  return result.modifiedCount === 1;
}

/** An account whose time has come. */
export interface DueLeaving {
  id: string;
  email: string;
  name: string;
  withContent: boolean;
  /** The site's own, where its owner asked for it. */
  origin: string;
  /** Whether its deletion has begun, and was interrupted. */
  hasBegun: boolean;
}

/** @returns up to `limit` accounts that are to be deleted by now, the longest due first */
export async function listDueLeavings(now: Date, limit: number): Promise<DueLeaving[]> {
  const rows = await User.find({ leavesAt: { $lte: now } })
    .sort({ leavesAt: 1 })
    .limit(limit)
    .lean<UserRow[]>();
  return rows.map(({ _id, email, name, leavesWithContent, leavesFrom, leavingAs }) => ({
    id: _id.toHexString(),
    ...{ email, name, withContent: leavesWithContent ?? false, origin: leavesFrom ?? "" },
    hasBegun: leavingAs != null,
  }));
}

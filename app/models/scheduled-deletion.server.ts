/** Scheduled account deletions. */
import { toObjectId } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

/** When an account is to be deleted, and whether what its owner wrote is deleted too. */
export interface ScheduledDeletion {
  leavesAt: Date;
  withContent: boolean;
}

interface NewScheduledDeletion extends ScheduledDeletion {
  /** The origin of the site, for the last mail. */
  origin: string;
}

/** @returns the scheduled deletion of an account, or `null` if there is none */
export async function findScheduledDeletion(userId: string): Promise<ScheduledDeletion | null> {
  const fields = { leavesAt: 1, leavesWithContent: 1 };
  const user = await User.findById(toObjectId(userId), fields).lean<UserRow>();
  if (!user?.leavesAt) return null;
  return { leavesAt: user.leavesAt, withContent: user.leavesWithContent ?? false };
}

/** Schedules the deletion of an account. @returns whether it was scheduled; `false` if it already was or has begun */
export async function scheduleDeletionOf(
  userId: string,
  scheduled: NewScheduledDeletion,
): Promise<boolean> {
  const result = await User.updateOne(
    { _id: toObjectId(userId), leavesAt: null, leavingAs: null },
    {
      $set: {
        leavesAt: scheduled.leavesAt,
        leavesWithContent: scheduled.withContent,
        leavesFrom: scheduled.origin,
      },
    },
  );
  return result.modifiedCount === 1;
}

/** Cancels the scheduled deletion of an account. @returns whether there was one, and it had not begun */
export async function cancelDeletionOf(userId: string): Promise<boolean> {
  const result = await User.updateOne(
    { _id: toObjectId(userId), leavesAt: { $gt: new Date(0) }, leavingAs: null },
    { $unset: { leavesAt: 1, leavesWithContent: 1, leavesFrom: 1 } },
  );
  return result.modifiedCount === 1;
}

/** An account whose deletion is due. */
export interface DueDeletion {
  id: string;
  email: string;
  name: string;
  withContent: boolean;
  /** The origin of the site on which its owner requested the deletion. */
  origin: string;
  /** Whether its deletion has begun and was interrupted. */
  hasBegun: boolean;
}

/** @returns up to `limit` accounts whose deletion is due, the longest due first */
export async function listDueDeletions(now: Date, limit: number): Promise<DueDeletion[]> {
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

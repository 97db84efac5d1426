import type { ScheduledDeletion } from "~/domain/viewer";
import { toObjectId } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

interface NewScheduledDeletion extends ScheduledDeletion {
  /** The origin of the site, for the last mail. */
  origin: string;
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

/** Postpones the scheduled deletion of an account, if there is one and it would happen before a date. */
export async function postponeDeletionOf(userId: string, until: Date): Promise<void> {
  await User.updateOne(
    { _id: toObjectId(userId), leavesAt: { $lt: until }, leavingAs: null },
    { $set: { leavesAt: until } },
  );
}

/** An account whose deletion is due. */
export interface DueDeletion {
  id: string;
  email: string;
  name: string;
  hasProvenEmail: boolean;
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
  return rows.map(({ _id, email, name, leavesWithContent, leavesFrom, ...user }) => ({
    id: _id.toHexString(),
    email,
    name,
    withContent: leavesWithContent ?? false,
    origin: leavesFrom ?? "",
    hasProvenEmail: !user.hasUnprovenEmail,
    hasBegun: user.leavingAs != null,
  }));
}

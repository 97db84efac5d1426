import type { ScheduledDeletion } from "~/domain/viewer";
import { collectionOf } from "./collection.server";
import { toObjectId } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

const toDue = ({ _id, email, name, leavesWithContent, leavesFrom, ...user }: UserRow) => ({
  id: _id.toHexString(),
  email,
  name,
  withContent: leavesWithContent ?? false,
  origin: leavesFrom ?? "",
  hasProvenEmail: !user.hasUnprovenEmail,
  /** Whether its deletion has begun and was interrupted. */
  hasBegun: user.leavingAs != null,
});

/** An account whose deletion is due; `origin` is that of the site on which its owner requested it. */
export type DueDeletion = ReturnType<typeof toDue>;

const users = collectionOf(User, toDue);

/**
 * Schedules the deletion of an account.
 * @param origin that of the site, for the last mail
 * @returns whether it was scheduled; `false` if it already was or has begun
 */
export const scheduleDeletionOf = (
  userId: string,
  { leavesAt, withContent, origin }: ScheduledDeletion & { origin: string },
): Promise<boolean> =>
  users.change(
    { _id: toObjectId(userId), leavesAt: null, leavingAs: null },
    { $set: { leavesAt, leavesWithContent: withContent, leavesFrom: origin } },
  );

/** Cancels the scheduled deletion of an account. @returns whether there was one, and it had not begun */
export const cancelDeletionOf = (userId: string): Promise<boolean> =>
  users.change(
    { _id: toObjectId(userId), leavesAt: { $gt: new Date(0) }, leavingAs: null },
    { $unset: { leavesAt: 1, leavesWithContent: 1, leavesFrom: 1 } },
  );

/** Postpones the scheduled deletion of an account, if there is one and it would happen before a date. */
export const postponeDeletionOf = (userId: string, until: Date): Promise<boolean> =>
  users.change(
    { _id: toObjectId(userId), leavesAt: { $lt: until }, leavingAs: null },
    { $set: { leavesAt: until } },
  );

/** @returns up to `limit` accounts whose deletion is due, the longest due first */
export const listDueDeletions = (now: Date, limit: number): Promise<DueDeletion[]> =>
  users.list({ leavesAt: { $lte: now } }, { sort: { leavesAt: 1 }, limit });

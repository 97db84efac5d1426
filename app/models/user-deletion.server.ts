/** The deletion of accounts: it is started, carried out by the services, and ends with the row. */
import { Types } from "mongoose";
import type { Viewer } from "~/domain/viewer";
import { toObjectId } from "./ids.server";
import { User } from "./user.schema.server";
import { toViewer, users } from "./user.server";

const deletionStart = () => ({
  $set: { leavingAs: new Types.ObjectId(), isMember: false, passwordHash: "none" },
});

/**
 * Starts deleting an account whose planned deletion is due.
 * @returns whether the deletion has started; `false` if it is no longer planned or the address has changed
 */
export const startDueDeletion = (
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<boolean> =>
  users.change(
    { _id: toObjectId(id), email, leavesAt: { $lte: now }, leavingAs: null },
    deletionStart(),
  );

/**
 * Starts or resumes deleting an account. From now on it cannot sign in and is not a member.
 * @param email in lower case
 * @returns the user, and the id that the content is reassigned to; `null` if there is no such account
 */
export async function startAccountDeletion(
  email: string,
): Promise<{ viewer: Viewer; successorId: string } | null> {
  await User.updateOne({ email, leavingAs: null }, deletionStart());
  const user = await User.findOne({ email }).lean();
  if (!user?.leavingAs) return null;
  return { viewer: toViewer(user), successorId: user.leavingAs.toHexString() };
}

/** Deletes a user's row, which frees the email and name. */
export async function removeUser(id: string): Promise<void> {
  await User.deleteOne({ _id: toObjectId(id) });
}

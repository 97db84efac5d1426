/** The addresses of accounts: they are proven and changed. */
import { toObjectId, unlessDuplicate } from "./ids.server";
import { User } from "./user.schema.server";
import { users } from "./user.server";

/**
 * Marks a user's email address as proven.
 * @param email in lower case
 * @returns whether it is the user's address and was unproven before
 */
export const setEmailProven = (id: string, email: string): Promise<boolean> =>
  users.change(
    { _id: toObjectId(id), email, hasUnprovenEmail: true, leavingAs: null },
    { $unset: { hasUnprovenEmail: 1 } },
  );

/**
 * Changes the email address of an account to one that is proven.
 * @param emails both in lower case
 * @returns whether the account had the address `from`, and no other account has `to`
 */
export async function setEmail(id: string, emails: { from: string; to: string }): Promise<boolean> {
  const result = await unlessDuplicate(
    User.updateOne(
      { _id: toObjectId(id), email: emails.from, leavingAs: null },
      { $set: { email: emails.to }, $unset: { hasUnprovenEmail: 1 } },
    ),
  );
  return result?.matchedCount === 1;
}

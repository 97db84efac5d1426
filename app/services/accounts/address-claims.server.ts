/** Which account may use an email address: the one that has it, or one that can still restore it. */
import { findLinkTo } from "~/models/account-link.server";
import { findAccount } from "~/models/user.server";

/**
 * @param email in lower case
 * @param userId the account that wants the address; `null` for a new account
 * @returns whether another account has the address, or had it until recently and can still restore it
 */
export async function isAddressTaken(email: string, userId: string | null): Promise<boolean> {
  const account = await findAccount(email);
  if (account) return account.id !== userId;
  const wayBack = await findLinkTo(email, "restore-email");
  return wayBack !== null && wayBack.userId !== userId;
}

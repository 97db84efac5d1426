/** Whose an address is: an account's that has it, or one's that may still get it back. */
import { findLinkTo } from "~/models/account-link.server";
import { findAccount } from "~/models/user.server";

/**
 * @param email in lower case
 * @param userId the account that asks; `null` for a new one
 * @returns whether the address is another account's, or was until lately and can still be called back
 */
export async function isAddressTaken(email: string, userId: string | null): Promise<boolean> {
  const account = await findAccount(email);
  if (account) return account.id !== userId;
  const wayBack = await findLinkTo(email, "restore-email");
  return wayBack !== null && wayBack.userId !== userId;
}

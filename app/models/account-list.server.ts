/** Lists of accounts for administrators. */
import type { Page, Place } from "~/domain/cursor";
import type { Viewer } from "~/domain/viewer";
import { collectionOf, FIRST_ID } from "./collection.server";
import { toObjectId } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";
import { toViewer } from "./user.server";

export interface Account extends Viewer {
  createdAt: Date;
}

const accounts = collectionOf(User, (row: UserRow): Account => ({
  ...toViewer(row),
  createdAt: row.createdAt,
}));

const PRESENT = { leavingAs: null } as const;

/** @returns the account with this id; `null` if there is none, or it is being deleted */
export const findAccountById = (id: string): Promise<Account | null> =>
  accounts.find({ _id: toObjectId(id), ...PRESENT });

/** @param email in lower case @returns its account; `null` if there is none, or it is being deleted */
export const findAccountByEmail = (email: string): Promise<Account | null> =>
  accounts.find({ email, ...PRESENT });

/** Reads a page of all accounts, newest first. */
export const listNewestAccounts = (place: Place & { limit: number }): Promise<Page<Account>> =>
  accounts.page({ ...place, filter: PRESENT, field: "createdAt" });

/** @param prefix in any case @returns up to `limit` accounts whose names begin with it, by name */
export function listAccountsNamed(prefix: string, limit: number): Promise<Account[]> {
  const start = prefix.toLowerCase();
  // `{` follows the letters and digits that names consist of.
  return accounts.list(
    { nameKey: { $gte: start, $lt: `${start}{` }, ...PRESENT },
    { sort: { nameKey: 1 }, limit },
  );
}

/** @returns up to `limit` accounts with a role */
export const listAccountsWithRole = (limit: number): Promise<Account[]> =>
  accounts.list({ role: { $ne: null }, ...PRESENT }, { sort: { role: 1 }, limit });

/** @returns up to `limit` accounts that are suspended; those suspended last first */
export async function listSuspendedAccounts(limit: number): Promise<Account[]> {
  const found = await accounts.list(
    { "suspension.decision": { $gt: toObjectId(FIRST_ID) }, ...PRESENT },
    { sort: { "suspension.decision": -1 }, limit },
  );
  return found.filter(({ suspension }) => suspension);
}

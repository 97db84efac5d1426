/** Accounts by their names. */
import type { Named } from "~/domain/named";
import { collectionOf } from "./collection.server";
import { withIds } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

const toPersonNamed = ({ _id, name }: UserRow): Named => ({ id: _id.toHexString(), name });

const people = collectionOf<UserRow, Named>(User, toPersonNamed, { name: 1 });

/** @param names in any case @returns those that belong to accounts which are not being deleted, in no order */
export const findPeopleNamed = (names: readonly string[]): Promise<Named[]> =>
  people.list({ nameKey: { $in: names.map((name) => name.toLowerCase()) }, leavingAs: null });

/** @returns the names of the people with these ids, without those whose accounts are being deleted */
export async function findNamesOf(
  ids: readonly (string | null | undefined)[],
): Promise<Map<string | null | undefined, string>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))];
  if (!known.length) return new Map();
  const found = await people.list({ ...withIds<UserRow>(known), leavingAs: null });
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** The most accounts that `findNamesBeginning` reads, proven or not. */
const MAX_READ = 50;

/** @param prefix letters and digits, in any case @returns the names of proven accounts that begin with it, in order */
export async function findNamesBeginning(prefix: string, limit: number): Promise<string[]> {
  const start = prefix.toLowerCase();
  // `{` follows the letters and digits that names consist of.
  const rows = await User.find(
    { nameKey: { $gte: start, $lt: `${start}{` } },
    { name: 1, hasUnprovenEmail: 1, leavingAs: 1 },
  )
    .sort({ nameKey: 1 })
    .limit(MAX_READ)
    .lean();
  return rows
    .filter(({ hasUnprovenEmail, leavingAs }) => !hasUnprovenEmail && !leavingAs)
    .slice(0, limit)
    .map(({ name }) => name);
}

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

/** @returns the people with these ids whose accounts are not being deleted, in no order */
export const findNamesOf = (ids: readonly string[]): Promise<Named[]> =>
  people.list({ ...withIds<UserRow>(ids), leavingAs: null });

/** The public profile of an account. */
import { readByIdRange } from "./id-range.server";
import { toObjectId } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

/** The fields that users fill in about themselves; `null` for an empty one. */
export interface Profile {
  /** One line of text. */
  about: string | null;
  /** A web URL. */
  link: string | null;
  /** One line on what the user holds, such as "long BTC". */
  disclosure: string | null;
  isHiddenFromSearch: boolean;
}

/** The public view of a user. */
export interface Person extends Profile {
  id: string;
  name: string;
  isMember: boolean;
  /** Whether the user has followed a link sent to the email address. */
  hasProvenEmail: boolean;
  createdAt: Date;
}

const toProfile = ({ about, link, disclosure, isHiddenFromSearch }: UserRow): Profile => ({
  about: about ?? null,
  link: link ?? null,
  disclosure: disclosure ?? null,
  isHiddenFromSearch: isHiddenFromSearch ?? false,
});

const toPerson = (user: UserRow): Person => ({
  ...toProfile(user),
  id: user._id.toHexString(),
  name: user.name,
  isMember: user.isMember,
  hasProvenEmail: !user.hasUnprovenEmail,
  createdAt: user.createdAt,
});

/** People by id range; `null` for an account being deleted. */
export const peopleById = readByIdRange<UserRow, Person | null>(User, {
  projection: {
    name: 1,
    isMember: 1,
    hasUnprovenEmail: 1,
    createdAt: 1,
    isHiddenFromSearch: 1,
    leavingAs: 1,
  },
  toItem: (user) => (user.leavingAs ? null : toPerson(user)),
});

/** @param name in any case @returns the person with this name, or `null`, also for an account being deleted */
export async function findPerson(name: string): Promise<Person | null> {
  const user = await User.findOne({ nameKey: name.toLowerCase() }).lean<UserRow>();
  return user && !user.leavingAs ? toPerson(user) : null;
}

/** @returns a user's profile, or `null` if there is no such user */
export async function findProfile(userId: string): Promise<Profile | null> {
  const user = await User.findById(toObjectId(userId)).lean<UserRow>();
  return user && toProfile(user);
}

/** Replaces a user's profile. */
export async function setProfile(userId: string, profile: Profile): Promise<void> {
  const entries = Object.entries(profile).map(([field, value]) => [field, value || undefined]);
  const present = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const absent = Object.fromEntries(
    entries.filter(([, value]) => value === undefined).map(([field]) => [field, 1]),
  );
  await User.updateOne({ _id: toObjectId(userId) }, { $set: present, $unset: absent });
}

/** All stored data of an account, without its secrets. */
export interface StoredAccount extends Person {
  email: string;
  /** The times of the last sign-in from each known address; the addresses themselves are not stored. */
  addressesUsedAt: Date[];
  leaving: { at: Date; withContent: boolean } | null;
}

/** @returns the stored data of an account, or `null`, also for an account being deleted */
export async function findStoredAccount(userId: string): Promise<StoredAccount | null> {
  const user = await User.findById(toObjectId(userId)).lean<UserRow>();
  if (!user || user.leavingAs) return null;
  const { email, knownAddresses, leavesAt, leavesWithContent } = user;
  return {
    ...toPerson(user),
    email,
    addressesUsedAt: (knownAddresses ?? []).map(({ usedAt }) => usedAt),
    leaving: leavesAt ? { at: leavesAt, withContent: leavesWithContent ?? false } : null,
  };
}

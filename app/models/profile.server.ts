/** What is public of an account. */
import { readByIdRange } from "./id-range.server";
import { toObjectId } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

/** What a person says of themselves; each is `null` if they say nothing. */
export interface Profile {
  /** A line. */
  about: string | null;
  /** A web URL. */
  link: string | null;
  /** A line on what they hold, such as "long BTC". */
  disclosure: string | null;
  isHiddenFromSearch: boolean;
}

/** A person as everybody sees them. */
export interface Person extends Profile {
  id: string;
  name: string;
  isMember: boolean;
  /** Whether a link sent to their address was followed. */
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
    ...{ name: 1, isMember: 1, hasUnprovenEmail: 1, createdAt: 1 },
    ...{ isHiddenFromSearch: 1, leavingAs: 1 },
  },
  toItem: (user) => (user.leavingAs ? null : toPerson(user)),
});

/**
 * @param name in any case
 * @returns the person with this name, or `null`, also for an account being deleted
 */
export async function findPerson(name: string): Promise<Person | null> {
  const user = await User.findOne({ nameKey: name.toLowerCase() }).lean<UserRow>();
  return user && !user.leavingAs ? toPerson(user) : null;
}

/** @returns what a user says of themselves, or `null` if there is no such user */
export async function findProfile(userId: string): Promise<Profile | null> {
  const user = await User.findById(toObjectId(userId)).lean<UserRow>();
  return user && toProfile(user);
}

/** Replaces what a user says of themselves. */
export async function setProfile(userId: string, profile: Profile): Promise<void> {
  const entries = Object.entries(profile).map(([field, value]) => [field, value || undefined]);
  const said = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const unsaid = Object.fromEntries(
    entries.filter(([, value]) => value === undefined).map(([field]) => [field, 1]),
  );
  await User.updateOne({ _id: toObjectId(userId) }, { $set: said, $unset: unsaid });
}

/** What is stored of an account, without its secrets. */
export interface StoredAccount extends Person {
  email: string;
  /** When an address was last signed in from; the addresses themselves are not stored. */
  addressesUsedAt: Date[];
  leaving: { at: Date; withContent: boolean } | null;
}

/** @returns what is stored of an account, or `null`, also for an account being deleted */
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

/** The public profile of an account. */
import type { Role } from "~/domain/permissions";
import { collectionOf, readByIdRange } from "./collection.server";
import { toObjectId, withIds } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

const toProfile = ({ about, link, disclosure, isHiddenFromSearch }: UserRow) => ({
  about: about ?? null,
  link: link ?? null,
  disclosure: disclosure ?? null,
  isHiddenFromSearch: isHiddenFromSearch ?? false,
});

/** The fields that users fill in about themselves; `null` for an empty one. */
export type Profile = ReturnType<typeof toProfile>;

const toPerson = (user: UserRow) => ({
  ...toProfile(user),
  id: user._id.toHexString(),
  name: user.name,
  isMember: user.isMember,
  role: (user.role ?? null) as Role | null,
  /** Whether the user has followed a link sent to the email address. */
  hasProvenEmail: !user.hasUnprovenEmail,
  createdAt: user.createdAt,
});

export type Person = ReturnType<typeof toPerson>;

/** People by id range; `null` for an account being deleted. */
export const peopleById = readByIdRange(
  User,
  (user: UserRow) => (user.leavingAs ? null : toPerson(user)),
  {
    name: 1,
    isMember: 1,
    role: 1,
    hasUnprovenEmail: 1,
    createdAt: 1,
    isHiddenFromSearch: 1,
    leavingAs: 1,
  },
);

/** @param name in any case @returns the person with this name, or `null`, also for an account being deleted */
export const findPerson = (name: string): Promise<Person | null> =>
  collectionOf(User, toPerson).find({ nameKey: name.toLowerCase(), leavingAs: null });

/** @returns the people with these ids whose accounts are not being deleted, in no order */
export const findPeople = (ids: readonly string[]): Promise<Person[]> =>
  collectionOf(User, toPerson).list({ ...withIds<UserRow>(ids), leavingAs: null });

export const findProfile = (userId: string): Promise<Profile | null> =>
  collectionOf(User, toProfile).find({ _id: toObjectId(userId) });

export async function setProfile(userId: string, profile: Profile): Promise<void> {
  const entries = Object.entries(profile).map(([field, value]) => [field, value || undefined]);
  const present = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const absent = Object.fromEntries(
    entries.filter(([, value]) => value === undefined).map(([field]) => [field, 1]),
  );
  await User.updateOne({ _id: toObjectId(userId) }, { $set: present, $unset: absent });
}

const toStored = (user: UserRow) => ({
  ...toPerson(user),
  email: user.email,
  admission: user.admission ? { by: user.admission.by, at: user.admission.at } : null,
  /** When the secret address of the feed of what the user follows was made. */
  followingFeedMadeAt: user.followingFeed?.madeAt ?? null,
  /** The times of the last sign-in from each known address; the addresses themselves are not stored. */
  addressesUsedAt: (user.knownAddresses ?? []).map(({ usedAt }) => usedAt),
  suspension: user.suspension
    ? {
        until: user.suspension.until ?? null,
        decisionId: user.suspension.decision.toHexString(),
      }
    : null,
  limitedUntil: user.limitedUntil ?? null,
  isAnonymousModerator: user.isAnonymousModerator ?? false,
  leaving: user.leavesAt
    ? { at: user.leavesAt, withContent: user.leavesWithContent ?? false }
    : null,
});

/** @returns the data of an account without its secrets, or `null`, also for an account being deleted */
export const findStoredAccount = (userId: string) =>
  collectionOf(User, toStored).find({ _id: toObjectId(userId), leavingAs: null });

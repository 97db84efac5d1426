import { Types } from "mongoose";
import type { Page, Place } from "~/domain/cursor";
import { nameSkeleton } from "~/domain/name-skeleton";
import { isLimited } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import { collectionOf } from "./collection.server";
import { toObjectId, unlessDuplicate, withIds } from "./ids.server";
import { User, type KnownAddress, type UserRow } from "./user.schema.server";

/** @returns an account as the services see it */
export const toViewer = ({
  _id,
  name,
  email,
  isMember,
  hasUnprovenEmail,
  ...user
}: UserRow): Viewer => ({
  id: _id.toHexString(),
  name,
  email,
  isMember,
  hasProvenEmail: !hasUnprovenEmail,
  createdAt: user.createdAt,
  ...(user.leavesAt && {
    deletion: { leavesAt: user.leavesAt, withContent: user.leavesWithContent ?? false },
  }),
  ...(user.role && { role: user.role }),
  ...(user.role && user.isAnonymousModerator && { isAnonymousModerator: true }),
  ...(user.suspension &&
    isAhead(user.suspension.until) && {
      suspension: {
        until: user.suspension.until ?? null,
        decisionId: user.suspension.decision.toHexString(),
      },
    }),
  ...(user.limitedUntil && isAhead(user.limitedUntil) && { limitedUntil: user.limitedUntil }),
});

/** @returns whether a time has not come yet; without one, it never comes */
const isAhead = (time: Date | null | undefined): boolean => !time || time > new Date();

export interface Credentials {
  viewer: Viewer;
  passwordHash: string;
  knownAddresses: readonly KnownAddress[];
}

/** Who made somebody a member, and when. */
export interface Admission {
  by: "vote" | "operator";
  at: Date;
}

export interface NewUser {
  /** In lower case. */
  email: string;
  name: string;
  passwordHash: string;
  isMember?: boolean;
  /** How a member was admitted; by an operator, when the user signed up, if omitted. */
  admission?: Admission;
  /** Whether the user has yet to follow a link sent to the address. */
  hasUnprovenEmail?: boolean;
  /** The invitation by which the account is made; `createUser` refuses one that another account was made by. */
  invitation?: { id: string; inviterId: string } | null;
  /** When the user signed up; now if omitted. */
  createdAt?: Date;
}

export const users = collectionOf(User, toViewer);

const nameFields = (name: string) => ({
  name,
  nameKey: name.toLowerCase(),
  nameSkeleton: nameSkeleton(name),
});

const membershipOf = ({
  isMember = false,
  admission,
  createdAt = new Date(),
}: Partial<NewUser>) => ({
  isMember,
  admission: isMember ? (admission ?? { by: "operator" as const, at: createdAt }) : undefined,
});

/** @returns the new user, or `null` if the email, the name or a name that looks like it is taken */
export async function createUser({
  email,
  name,
  invitation,
  ...rest
}: NewUser): Promise<Viewer | null> {
  const user = await unlessDuplicate(
    User.create({
      ...rest,
      email,
      ...nameFields(name),
      ...membershipOf(rest),
      ...(invitation && {
        invitation: new Types.ObjectId(invitation.id),
        invitedBy: new Types.ObjectId(invitation.inviterId),
      }),
    }),
  );
  return user && toViewer(user.toObject());
}

/** @returns the user with this id, or `null`, also for an account being deleted */
export const findUser = (id: string): Promise<Viewer | null> =>
  users.find({ _id: toObjectId(id), leavingAs: null });

/** @returns whether the user's password hash is still this one */
export const hasPasswordHash = (id: string, passwordHash: string): Promise<boolean> =>
  users.has({ _id: toObjectId(id), passwordHash });

/**
 * @param email in lower case
 * @returns the credentials to sign a user in, or `null`, also for an account being deleted
 */
export async function findCredentials(email: string): Promise<Credentials | null> {
  const user = await User.findOne({ email }).lean();
  if (!user || user.leavingAs) return null;
  const { passwordHash, knownAddresses } = user;
  return { viewer: toViewer(user), passwordHash, knownAddresses: knownAddresses ?? [] };
}

/**
 * Creates a user, or sets the password of the existing user with this email.
 * @returns the user, or `null` if the email is new but the name is taken
 */
export async function upsertUser({
  email,
  name,
  passwordHash,
  createdAt = new Date(),
  ...rest
}: NewUser): Promise<Viewer | null> {
  const user = await unlessDuplicate(
    User.findOneAndUpdate(
      { email },
      {
        $set: { passwordHash },
        $setOnInsert: {
          ...nameFields(name),
          ...membershipOf({ ...rest, createdAt }),
          createdAt,
        },
      },
      { upsert: true, returnDocument: "after" },
    ).lean(),
  );
  return user && toViewer(user);
}

export const countMembers = (): Promise<number> => User.countDocuments({ isMember: true });

/**
 * Grants or revokes membership by an admin's decision. Who was admitted by vote and still is a member stays so. A
 * pending `admitMember` no longer applies afterwards.
 * @returns whether the user exists
 */
export async function setMember(id: string, isMember: boolean): Promise<boolean> {
  const granted: Admission = { by: "operator", at: new Date() };
  const user = await users.update({ _id: toObjectId(id) }, [
    {
      $set: {
        isMember,
        admission: isMember ? { $cond: ["$isMember", "$admission", granted] } : "$$REMOVE",
        membershipOrders: { $add: [{ $ifNull: ["$membershipOrders", 0] }, 1] },
      },
    },
  ]);
  return user !== null;
}

/** @returns how often an admin has granted or revoked the user's membership */
export async function countMembershipOrders(id: string): Promise<number> {
  const user = await User.findById(toObjectId(id), { membershipOrders: 1 }).lean();
  return user?.membershipOrders ?? 0;
}

/**
 * Makes a user a member by vote, unless an admin has changed the membership since `orders` was read by
 * `countMembershipOrders`.
 */
export const admitMember = (id: string, orders: number): Promise<boolean> =>
  users.change(
    { _id: toObjectId(id), membershipOrders: orders || null, leavingAs: null },
    { $set: { isMember: true, admission: { by: "vote", at: new Date() } satisfies Admission } },
  );

/**
 * Changes a user's password hash, and removes the addresses from which the old password was used.
 * @param current the hash that must be stored before; any if omitted
 * @returns whether the user exists and had that hash
 */
export const setPasswordHash = (
  id: string,
  passwordHash: string,
  current?: string,
): Promise<boolean> =>
  users.change(
    { _id: toObjectId(id), ...(current !== undefined && { passwordHash: current }) },
    { $set: { passwordHash }, $unset: { knownAddresses: 1 } },
  );

export const listUsers = (limit: number): Promise<Viewer[]> =>
  users.list({}, { sort: { createdAt: -1, _id: -1 }, limit });

/** @param email in lower case @returns the user, even if the account is being deleted, or `null` */
export const findAccount = (email: string): Promise<Viewer | null> => users.find({ email });

const IS_PROVEN = { hasUnprovenEmail: null, leavingAs: null } as const;

/** Yields the accounts that were made in a period and whose address is proven. */
export const readProvenUsers = ({ from, before }: { from: Date; before: Date }) =>
  users.stream({ createdAt: { $gte: from, $lt: before }, ...IS_PROVEN }, { batchSize: 200 });

/** @returns the ids among the given ones of accounts with a proven address that are not being deleted */
export async function findProvenUsers(ids: readonly string[]): Promise<Set<string>> {
  return new Set(await users.ids({ ...withIds<UserRow>(ids), ...IS_PROVEN }));
}

/**
 * @returns the ids among the given ones of accounts that the front page shows: with a proven address, neither suspended
 *   nor limited, and not new unless they belong to a member or a moderator
 */
export async function findEstablishedUsers(
  ids: readonly string[],
  now = new Date(),
): Promise<Set<string>> {
  const found = await users.list({ ...withIds<UserRow>(ids), ...IS_PROVEN });
  return new Set(
    found.flatMap((user) => (user.suspension || isLimited(user, now) ? [] : [user.id])),
  );
}

/** Yields the ids of members with a proven address who were members at a time already, and how they became that. */
export const readMembers = (at: Date) =>
  collectionOf(
    User,
    ({ _id, admission }: UserRow) => ({
      id: _id.toHexString(),
      isAdmittedByVote: admission?.by === "vote",
    }),
    { admission: 1 },
  ).stream({ isMember: true, "admission.at": { $lte: at }, ...IS_PROVEN }, { batchSize: 200 });

/** @returns the ids among the given ones of existing accounts, including accounts that are being deleted */
export async function findExistingUsers(ids: readonly string[]): Promise<Set<string>> {
  return new Set(await users.ids(withIds(ids)));
}

/**
 * @param filter `isMember` for members only
 * @returns the ids among the given ones of existing accounts that are not being deleted
 */
export async function findPresentUsers(
  ids: readonly string[],
  filter: { isMember?: true } = {},
): Promise<Set<string>> {
  return new Set(await users.ids({ ...withIds<UserRow>(ids), ...filter, leavingAs: null }));
}

/** @returns those of the given accounts whose address is proven and that are not being deleted */
export const listProvenUsers = (ids: readonly string[]): Promise<Viewer[]> =>
  users.list({ ...withIds<UserRow>(ids), ...IS_PROVEN });

/** @returns the names of the given accounts, by id; those that do not exist are left out */
export async function findNames(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await User.find(withIds<UserRow>(ids), { name: 1 }).lean();
  return new Map(rows.map(({ _id, name }) => [_id.toHexString(), name]));
}

/** Reads a page of the members. */
export const listMembers = (place: Place & { limit: number }): Promise<Page<Viewer>> =>
  users.page({ ...place, filter: { isMember: true, leavingAs: null }, field: "createdAt" });

/** @returns up to `limit` ids of accounts in id order after `afterId` */
export const listUserIds = async (afterId: string | null, limit: number): Promise<string[]> =>
  (await users.listAfter(afterId, limit)).map(({ id }) => id);

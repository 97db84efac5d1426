import { Schema, Types, type InferSchemaType } from "mongoose";
import type { Viewer } from "~/domain/viewer";
import { createModel } from "./create-model.server";
import { isDuplicateKey, toObjectId } from "./ids.server";

const schema = new Schema(
  {
    /** In lower case, as emails are compared. */
    email: { type: String, required: true, unique: true },
    name: { type: String, required: true },
    /** The name in lower case: names are unique without regard to case. */
    nameKey: { type: String, required: true, unique: true },
    passwordHash: { type: String, required: true },
    isMember: { type: Boolean, required: true, default: false },
    /** How often the operator has said whether this is a member; none where that was never. */
    membershipOrders: { type: Number },
    createdAt: { type: Date, required: true, default: () => new Date() },
    /**
     * Of an account that is being deleted: the id under which what its owner wrote goes on. Nobody signs
     * in to it any more; the row is left until the end, so that an interrupted deletion is found again.
     */
    leavingAs: { type: Schema.Types.ObjectId, default: undefined },
  },
  { collection: "users", versionKey: false },
);

// Counting members reads no others' rows.
schema.index({ isMember: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: -1, _id: -1 });

type UserRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const User = createModel<UserRow>("User", schema);

const toViewer = ({ _id, name, email, isMember }: UserRow): Viewer => ({
  id: _id.toHexString(),
  name,
  email,
  isMember,
});

export interface NewUser {
  /** In lower case. */
  email: string;
  name: string;
  passwordHash: string;
  isMember?: boolean;
}

/** @returns the new user, or `null` when the email or the name is taken */
export async function createUser({ email, name, ...rest }: NewUser): Promise<Viewer | null> {
  try {
    const user = await User.create({ ...rest, email, name, nameKey: name.toLowerCase() });
    return toViewer(user.toObject());
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** @returns the user of an id, or `null` */
export async function findUser(id: string): Promise<Viewer | null> {
  const _id = toObjectId(id);
  const user = _id && (await User.findById(_id).lean<UserRow>());
  return user && !user.leavingAs ? toViewer(user) : null;
}

/** @returns whether a user still has the password of a hash */
export async function hasPasswordHash(id: string, passwordHash: string): Promise<boolean> {
  return (await User.exists({ _id: toObjectId(id), passwordHash })) !== null;
}

/**
 * @param email in lower case
 * @returns the user and the hash to verify a password with, or `null`
 */
export async function findCredentials(
  email: string,
): Promise<{ viewer: Viewer; passwordHash: string } | null> {
  const user = await User.findOne({ email }).lean<UserRow>();
  return user && !user.leavingAs
    ? { viewer: toViewer(user), passwordHash: user.passwordHash }
    : null;
}

/**
 * Makes a user with a password, or gives the user of that email the password.
 *
 * @returns the user, or `null` when there is none of that email and the name is somebody else's
 */
export async function putUser({
  email,
  name,
  passwordHash,
  isMember,
}: NewUser): Promise<Viewer | null> {
  try {
    const user = await User.findOneAndUpdate(
      { email },
      {
        $set: { passwordHash },
        $setOnInsert: {
          name,
          nameKey: name.toLowerCase(),
          isMember: isMember ?? false,
          createdAt: new Date(),
        },
      },
      { upsert: true, returnDocument: "after" },
    ).lean<UserRow>();
    return user && toViewer(user);
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** @returns whether there is any user at all */
export async function anyUser(): Promise<boolean> {
  return (await User.exists({})) !== null;
}

/** @returns how many members the organisation has */
export const countMembers = (): Promise<number> => User.countDocuments({ isMember: true });

/**
 * Makes a user a member, or no longer one, by the operator's order: whatever was about to make them a
 * member by `admitMember` no longer does.
 *
 * @returns whether there is such a user
 */
export async function setMember(id: string, isMember: boolean): Promise<boolean> {
  const result = await User.updateOne(
    { _id: toObjectId(id) },
    { $set: { isMember }, $inc: { membershipOrders: 1 } },
  );
  return result.matchedCount === 1;
}

/** @returns how often the operator has said whether a user is a member */
export async function countMembershipOrders(id: string): Promise<number> {
  const user = await User.findById(toObjectId(id), { membershipOrders: 1 }).lean<UserRow>();
  return user?.membershipOrders ?? 0;
}

/** Makes a user a member, unless the operator has given another order since `orders` were counted. */
export async function admitMember(id: string, orders: number): Promise<void> {
  // A field that is not there equals null.
  await User.updateOne(
    { _id: toObjectId(id), membershipOrders: orders || null, leavingAs: null },
    { $set: { isMember: true } },
  );
}

/** Gives a user another password. @returns whether there is such a user */
export async function setPasswordHash(id: string, passwordHash: string): Promise<boolean> {
  const result = await User.updateOne({ _id: toObjectId(id) }, { $set: { passwordHash } });
  return result.matchedCount === 1;
}

/** @returns the newest users, at most so many */
export async function listUsers(limit: number): Promise<(Viewer & { createdAt: Date })[]> {
  const rows = await User.find({}).sort({ createdAt: -1, _id: -1 }).limit(limit).lean<UserRow[]>();
  return rows.map((row) => ({ ...toViewer(row), createdAt: row.createdAt }));
}

/**
 * @param email in lower case
 * @returns the user, also one whose account is being deleted, or `null`
 */
export async function findAccount(email: string): Promise<Viewer | null> {
  const user = await User.findOne({ email }).lean<UserRow>();
  return user ? toViewer(user) : null;
}

/**
 * Begins to delete an account, or goes on: from now on nobody signs in to it, and it is no member's.
 *
 * @param email in lower case
 * @returns the user, and the id under which what they wrote goes on; `null` when there is none
 */
export async function beginLeaving(
  email: string,
): Promise<{ viewer: Viewer; leavingAs: string } | null> {
  await User.updateOne(
    { email, leavingAs: null },
    { $set: { leavingAs: new Types.ObjectId(), isMember: false, passwordHash: "none" } },
  );
  const user = await User.findOne({ email }).lean<UserRow>();
  if (!user?.leavingAs) return null;
  return { viewer: toViewer(user), leavingAs: user.leavingAs.toHexString() };
}

/** Removes a user's row: email and name are free again. */
export async function removeUser(id: string): Promise<void> {
  await User.deleteOne({ _id: toObjectId(id) });
}

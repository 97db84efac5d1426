/** Invitations to sign up: a few per account, each for one new account. */
import { randomBytes } from "node:crypto";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

const schema = new Schema(
  {
    inviter: { type: Schema.Types.ObjectId, required: true },
    /** From 1 to the number of invitations that an account has. */
    place: { type: Number, required: true },
    /** Kept as it is, because its owner may see it again; it allows no more than signing up. */
    code: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** Removed when it is used. */
    expiresAt: { type: Date },
    usedAt: { type: Date },
  },
  { collection: "invitations", versionKey: false },
);
schema.index({ code: 1 }, { unique: true });
// Enforces the number of invitations of an account.
schema.index({ inviter: 1, place: 1 }, { unique: true });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

type InvitationRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const InvitationModel = createModel<InvitationRow>("Invitation", schema);

const toInvitation = ({ _id, inviter, ...row }: InvitationRow) => ({
  id: _id.toHexString(),
  inviterId: inviter.toHexString(),
  code: row.code,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt ?? null,
  usedAt: row.usedAt ?? null,
});
export type Invitation = ReturnType<typeof toInvitation>;

const invitations = collectionOf(InvitationModel, toInvitation);

const isUnused = (now: Date) => ({ usedAt: null, expiresAt: { $gt: now } });

/** @returns the invitations of an account that are used or can be, in their order */
export const listInvitationsOf = (inviterId: string, now: Date): Promise<Invitation[]> =>
  invitations.list(
    { inviter: toObjectId(inviterId), $or: [{ usedAt: { $ne: null } }, isUnused(now)] },
    { sort: { place: 1 }, limit: 100 },
  );

/** @returns a new invitation, or `null` if the account has `most` already */
export async function addInvitation(
  inviterId: string,
  { most, createdAt, expiresAt }: { most: number; createdAt: Date; expiresAt: Date },
): Promise<Invitation | null> {
  const inviter = new Types.ObjectId(inviterId);
  await InvitationModel.deleteMany({ inviter, usedAt: null, expiresAt: { $lte: createdAt } });
  for (let place = 1; place <= most; place++) {
    const code = randomBytes(16).toString("base64url");
    const row = { _id: new Types.ObjectId(), inviter, place, code, createdAt, expiresAt };
    const created = await unlessDuplicate(InvitationModel.create(row));
    if (created) return toInvitation(created.toObject());
  }
  return null;
}

/** @returns the invitation with this code that can be used, or `null` */
export const findUnusedInvitation = (code: string, now: Date): Promise<Invitation | null> =>
  invitations.find({ code, ...isUnused(now) });

export const setInvitationUsed = (id: string, usedAt: Date): Promise<boolean> =>
  invitations.change({ _id: toObjectId(id) }, { $set: { usedAt }, $unset: { expiresAt: 1 } });

/** Withdraws an invitation that is not used. @returns whether there was one */
export async function removeInvitation(inviterId: string, id: string): Promise<boolean> {
  const filter = { _id: toObjectId(id), inviter: toObjectId(inviterId), usedAt: null };
  return (await InvitationModel.deleteOne(filter)).deletedCount === 1;
}

/** @returns whether an account was made by an invitation */
export const hasInvited = async (invitationId: string): Promise<boolean> =>
  (await User.exists({ invitation: toObjectId(invitationId) })) !== null;

const invited = collectionOf(
  User,
  ({ _id, name, invitedBy }: UserRow) => ({
    id: _id.toHexString(),
    name,
    inviterId: invitedBy?.toHexString() ?? null,
  }),
  { name: 1, invitedBy: 1 },
);
export type InvitedAccount = { id: string; name: string; inviterId: string | null };

export const findInvited = (id: string): Promise<InvitedAccount | null> =>
  invited.find({ _id: toObjectId(id), leavingAs: null });

/** @returns up to `limit` accounts that any of these has invited */
export const listInvitedBy = (ids: readonly string[], limit: number): Promise<InvitedAccount[]> =>
  invited.list({ invitedBy: { $in: ids.map(toObjectId) }, leavingAs: null }, { limit });

/** Removes the invitations of an account, and from those that it invited who did. */
export async function removeInvitationsOf(inviterId: string): Promise<void> {
  await InvitationModel.deleteMany({ inviter: toObjectId(inviterId) });
  await User.updateMany(
    { invitedBy: toObjectId(inviterId) },
    { $unset: { invitedBy: 1, invitation: 1 } },
  );
}

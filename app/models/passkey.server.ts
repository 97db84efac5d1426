/** The passkeys of users. Only the public keys are stored; the private keys stay on the users' devices. */
import { Schema, Types, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    /** The credential id, by which the device knows the passkey, in base64url. */
    credentialId: { type: String, required: true, unique: true },
    user: { type: Schema.Types.ObjectId, required: true },
    /** In COSE format, in base64url. */
    publicKey: { type: String, required: true },
    /** The device's signature counter; always 0 on many devices. */
    counter: { type: Number, required: true },
    /** Hints for the browser on how the device can be reached. */
    transports: { type: [String], required: true, default: [] },
    name: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date },
  },
  { collection: "passkeys", versionKey: false },
);
schema.index({ user: 1, createdAt: 1 });

type PasskeyRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const PasskeyModel = createModel<PasskeyRow>("Passkey", schema);

export const MAX_PASSKEYS = 20;

const toPasskey = ({ _id, user, lastUsedAt, ...row }: PasskeyRow) => ({
  ...row,
  id: _id.toHexString(),
  userId: user.toHexString(),
  lastUsedAt: lastUsedAt ?? null,
});

export type Passkey = ReturnType<typeof toPasskey>;

const passkeys = collectionOf(PasskeyModel, toPasskey);

/** @returns the user's passkeys, oldest first */
export const listPasskeys = (userId: string): Promise<Passkey[]> =>
  passkeys.list({ user: toObjectId(userId) }, { sort: { createdAt: 1 }, limit: MAX_PASSKEYS });

export const findPasskey = (credentialId: string): Promise<Passkey | null> =>
  passkeys.find({ credentialId });

/**
 * Adds a passkey.
 * @returns `exists` if its credential id is already registered, `tooMany` if the user has `MAX_PASSKEYS`
 */
export async function addPasskey({
  userId,
  ...passkey
}: Omit<Passkey, "id" | "createdAt" | "lastUsedAt">): Promise<"added" | "exists" | "tooMany"> {
  const user = new Types.ObjectId(userId);
  const _id = new Types.ObjectId();
  const row = { ...passkey, _id, user, createdAt: new Date() };
  if (!(await unlessDuplicate(PasskeyModel.create(row)))) return "exists";
  // Counted after the insert, so that concurrent requests cannot exceed the limit.
  if ((await PasskeyModel.countDocuments({ user })) <= MAX_PASSKEYS) return "added";
  await PasskeyModel.deleteOne({ _id });
  return "tooMany";
}

/**
 * Records that a passkey was used.
 * @returns whether the passkey still exists and its stored counter was still `from`
 */
export const notePasskeyUse = (id: string, from: number, to: number): Promise<boolean> =>
  passkeys.change(
    { _id: toObjectId(id), counter: from },
    { $set: { counter: to, lastUsedAt: new Date() } },
  );

/** Removes one of the user's passkeys. @returns its name, or `null` if the user has no such passkey */
export async function removePasskey(userId: string, id: string): Promise<string | null> {
  const own = { _id: toObjectId(id), user: toObjectId(userId) };
  const row = await PasskeyModel.findOneAndDelete(own).lean();
  return row?.name ?? null;
}

/**
 * Removes the passkeys of a user.
 * @param since only passkeys added at this time or later are removed; all if omitted
 */
export async function removePasskeysOf(userId: string, since = new Date(0)): Promise<number> {
  const { deletedCount } = await PasskeyModel.deleteMany({
    user: toObjectId(userId),
    createdAt: { $gte: since },
  });
  return deletedCount;
}

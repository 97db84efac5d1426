/**
 * The authenticator app that a user has set up as a second factor, and the recovery codes. They are in a separate
 * collection, so that code that reads users never sees the secret.
 */
import { Schema, type Types, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true, unique: true },
    /** In base32. It cannot be hashed, because every code is computed from it. */
    secret: { type: String, required: true },
    /** When the set-up was finished; from then on sign-in requires a code. Absent during the set-up. */
    confirmedAt: { type: Date },
    /** The session that may see the secret during the set-up. */
    setUpBy: { type: Schema.Types.ObjectId },
    /** When an unfinished set-up is deleted. */
    setUpEndsAt: { type: Date, expires: 0 },
    /** The 30-second time step of the newest used code; codes of this or an earlier step are refused. */
    lastUsedStep: { type: Number, required: true, default: 0 },
    /** Hashes of the unused recovery codes. */
    recoveryCodes: { type: [String], required: true, default: [] },
    /** When its owner last asked for new recovery codes; absent if never. */
    codesRenewedAt: { type: Date },
  },
  { collection: "second-factors", versionKey: false },
);

type SecondFactorRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const SecondFactorModel = createModel<SecondFactorRow>("SecondFactor", schema);

const factors = collectionOf(
  SecondFactorModel,
  ({ secret, confirmedAt, recoveryCodes }: SecondFactorRow) => ({
    secret,
    confirmedAt: confirmedAt!,
    recoveryCodesLeft: recoveryCodes.length,
  }),
);

const ofUser = (userId: string) => ({ user: toObjectId(userId) });
const inUse = (userId: string) => ({ ...ofUser(userId), confirmedAt: { $ne: null } });

/** @returns the user's second factor, or `null` if there is none in use */
export const findSecondFactor = (userId: string) => factors.find(inUse(userId));

interface SetUp {
  userId: string;
  sessionId: string;
}

/**
 * Starts the set-up of a second factor, replacing an earlier unfinished set-up.
 * @returns whether it was started; `false` if the user already has a second factor
 */
export async function startSetUp({
  userId,
  sessionId,
  secret,
  endsAt,
}: SetUp & { secret: string; endsAt: Date }): Promise<boolean> {
  const stored = await unlessDuplicate(
    SecondFactorModel.updateOne(
      { ...ofUser(userId), confirmedAt: null },
      { $set: { secret, setUpBy: toObjectId(sessionId), setUpEndsAt: endsAt } },
      { upsert: true },
    ),
  );
  return stored !== null;
}

const underWay = ({ userId, sessionId }: SetUp) => ({
  ...ofUser(userId),
  setUpBy: toObjectId(sessionId),
  confirmedAt: null,
  setUpEndsAt: { $gt: new Date() },
});

/** @returns the secret of the set-up that a session has started and not finished, or `null` */
export async function findSetUp(setUp: SetUp): Promise<string | null> {
  const row = await SecondFactorModel.findOne(underWay(setUp)).lean();
  return row?.secret ?? null;
}

interface Confirmation extends SetUp {
  /** The secret that the code was computed from. */
  secret: string;
  /** The time step of the code, which is marked as used. */
  step: number;
  recoveryCodes: string[];
}

/** Finishes a set-up. @returns whether it was still under way with this secret */
export const finishSetUp = ({
  secret,
  step,
  recoveryCodes,
  ...setUp
}: Confirmation): Promise<boolean> =>
  factors.change(
    { ...underWay(setUp), secret },
    {
      $set: { confirmedAt: new Date(), lastUsedStep: step, recoveryCodes },
      $unset: { setUpBy: 1, setUpEndsAt: 1 },
    },
  );

export const cancelSetUp = (userId: string): Promise<boolean> =>
  factors.removeOne({ ...ofUser(userId), confirmedAt: null });

/**
 * Marks the code of a time step as used.
 * @param secret the secret that the code was computed from
 * @returns whether the code is accepted; `false` if a code of this or a later step was used before
 */
export const useStep = (userId: string, secret: string, step: number): Promise<boolean> =>
  factors.change(
    { ...inUse(userId), secret, lastUsedStep: { $lt: step } },
    { $set: { lastUsedStep: step } },
  );

/** Uses up a recovery code. @returns how many are left, or `null` if the user has no such code */
export async function useRecoveryCode(userId: string, hash: string): Promise<number | null> {
  const factor = await factors.update(
    { ...inUse(userId), recoveryCodes: hash },
    { $pull: { recoveryCodes: hash } },
  );
  return factor && factor.recoveryCodesLeft;
}

/** Replaces all recovery codes. @returns whether the user has a second factor */
export const replaceRecoveryCodes = (userId: string, hashes: string[]): Promise<boolean> =>
  factors.change(inUse(userId), {
    $set: { recoveryCodes: hashes, codesRenewedAt: new Date() },
  });

/** Removes all recovery codes if they were renewed since a date. */
export async function removeRecoveryCodesSince(userId: string, since: Date): Promise<void> {
  const filter = { ...ofUser(userId), codesRenewedAt: { $gte: since } };
  await SecondFactorModel.updateOne(filter, { $set: { recoveryCodes: [] } });
}

/** Removes a second factor that was set up since a date. @returns whether there was one */
export async function removeSecondFactorSince(userId: string, since: Date): Promise<boolean> {
  const filter = { ...ofUser(userId), confirmedAt: { $gte: since } };
  return (await SecondFactorModel.deleteOne(filter)).deletedCount === 1;
}

/** Removes a second factor or an unfinished set-up. @returns whether there was a second factor */
export async function removeSecondFactor(userId: string): Promise<boolean> {
  const row = await SecondFactorModel.findOneAndDelete(ofUser(userId)).lean();
  return Boolean(row?.confirmedAt);
}

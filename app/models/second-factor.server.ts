/**
 * The authenticator app that a user has set up as a second factor, and their recovery codes. They are in a
 * collection of their own, so that nothing that reads a user comes across the secret.
 */
import { Schema, type Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { isDuplicateKey, toObjectId } from "./ids.server";

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true, unique: true },
    /** In base32. It cannot be hashed: every code is computed from it. */
    secret: { type: String, required: true },
    /** Since when it is asked for; absent while it is being set up. */
    confirmedAt: { type: Date },
    /** While it is being set up, the session that may see the secret. */
    setUpBy: { type: Schema.Types.ObjectId },
    /** When a set-up that was not finished is forgotten. */
    setUpEndsAt: { type: Date, expires: 0 },
    /** The 30-second step of the newest code that was used: neither it nor an earlier one is good again. */
    lastUsedStep: { type: Number, required: true, default: 0 },
    /** Hashes of the codes that have not been used. */
    recoveryCodes: { type: [String], required: true, default: [] },
  },
  { collection: "second-factors", versionKey: false },
);

type SecondFactorRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const SecondFactorModel = createModel<SecondFactorRow>("SecondFactor", schema);

/** A second factor that is asked for. */
export interface SecondFactor {
  /** In base32. */
  secret: string;
  confirmedAt: Date;
  recoveryCodesLeft: number;
}

const ofUser = (userId: string) => ({ user: toObjectId(userId) });
const inUse = (userId: string) => ({ ...ofUser(userId), confirmedAt: { $ne: null } });

/** @returns the second factor that the user is asked for, or `null` */
export async function findSecondFactor(userId: string): Promise<SecondFactor | null> {
  const row = await SecondFactorModel.findOne(ofUser(userId)).lean<SecondFactorRow>();
  if (!row?.confirmedAt) return null;
  const { secret, confirmedAt, recoveryCodes } = row;
  return { secret, confirmedAt, recoveryCodesLeft: recoveryCodes.length };
}

interface SetUp {
  userId: string;
  sessionId: string;
}

/**
 * Begins to set a second factor up, in place of an earlier set-up that was not finished.
 *
 * @returns whether it was begun; not if the user has a second factor already
 */
export async function startSetUp({
  userId,
  sessionId,
  secret,
  endsAt,
}: SetUp & { secret: string; endsAt: Date }): Promise<boolean> {
  try {
    await SecondFactorModel.updateOne(
      { ...ofUser(userId), confirmedAt: null },
      { $set: { secret, setUpBy: toObjectId(sessionId), setUpEndsAt: endsAt } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

const underWay = ({ userId, sessionId }: SetUp) => ({
  ...ofUser(userId),
  setUpBy: toObjectId(sessionId),
  confirmedAt: null,
  setUpEndsAt: { $gt: new Date() },
});

/** @returns the secret of the set-up that a session is in the middle of, or `null` */
export async function findSetUp(setUp: SetUp): Promise<string | null> {
  const row = await SecondFactorModel.findOne(underWay(setUp)).lean<SecondFactorRow>();
  return row?.secret ?? null;
}

interface Confirmation extends SetUp {
  /** The secret that the code was of. */
  secret: string;
  /** The step of the code, which is used up by it. */
  step: number;
  recoveryCodes: string[];
}

/** Finishes a set-up. @returns whether it was still under way with this secret */
export async function finishSetUp({
  secret,
  step,
  recoveryCodes,
  ...setUp
}: Confirmation): Promise<boolean> {
  const { modifiedCount } = await SecondFactorModel.updateOne(
    { ...underWay(setUp), secret },
    {
      $set: { confirmedAt: new Date(), lastUsedStep: step, recoveryCodes },
      $unset: { setUpBy: 1, setUpEndsAt: 1 },
    },
  );
  return modifiedCount === 1;
}

/** Gives up a set-up that is under way. */
export async function cancelSetUp(userId: string): Promise<void> {
  await SecondFactorModel.deleteOne({ ...ofUser(userId), confirmedAt: null });
}

/**
 * Uses up the code of a step.
 *
 * @param secret that the code was of
 * @returns whether it was good; not if a code of this or a later step was used before
 */
export async function useStep(userId: string, secret: string, step: number): Promise<boolean> {
  const { modifiedCount } = await SecondFactorModel.updateOne(
    { ...inUse(userId), secret, lastUsedStep: { $lt: step } },
    { $set: { lastUsedStep: step } },
  );
  return modifiedCount === 1;
}

/** Uses up a recovery code. @returns how many are left, or `null` if it is none of the user's */
export async function useRecoveryCode(userId: string, hash: string): Promise<number | null> {
  const row = await SecondFactorModel.findOneAndUpdate(
    { ...inUse(userId), recoveryCodes: hash },
    { $pull: { recoveryCodes: hash } },
    { returnDocument: "after" },
  ).lean<SecondFactorRow>();
  return row && row.recoveryCodes.length;
}

/** Puts new recovery codes in the place of all earlier ones. @returns whether there is a second factor */
export async function replaceRecoveryCodes(userId: string, hashes: string[]): Promise<boolean> {
  const { matchedCount } = await SecondFactorModel.updateOne(inUse(userId), {
    $set: { recoveryCodes: hashes },
  });
  return matchedCount === 1;
}

/** Takes a second factor away that was set up since a date. @returns whether there was one */
export async function removeSecondFactorSince(userId: string, since: Date): Promise<boolean> {
  const filter = { ...ofUser(userId), confirmedAt: { $gte: since } };
  return (await SecondFactorModel.deleteOne(filter)).deletedCount === 1;
}

/** Takes a second factor away, or a set-up that is under way. @returns whether there was a second factor */
export async function removeSecondFactor(userId: string): Promise<boolean> {
  const row = await SecondFactorModel.findOneAndDelete(ofUser(userId)).lean<SecondFactorRow>();
  return Boolean(row?.confirmedAt);
}

/**
 * Steps that a user has begun and must complete: the second step of a sign-in, or the response of a passkey. The
 * browser keeps a secret whose hash is stored.
 */
import { randomBytes } from "node:crypto";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";
import { hashSecret } from "./session.server";

const kinds = ["second-step", "passkey-sign-in", "add-passkey", "confirm-by-passkey"] as const;
export type PendingStepKind = (typeof kinds)[number];

const schema = new Schema(
  {
    secretHash: { type: String, required: true, unique: true },
    kind: { type: String, required: true, enum: kinds },
    /** Absent if the passkey will identify the user. */
    user: { type: Schema.Types.ObjectId, index: true },
    /** A hash of the password's hash, so that the step is void once the password changes. */
    passwordMark: { type: String },
    /** The challenge that a passkey must sign. */
    challenge: { type: String },
    /** The number of codes that were tried. */
    attempts: { type: Number, required: true, default: 0 },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "pending-steps", versionKey: false },
);

type PendingStepRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const PendingStepModel = createModel<PendingStepRow>("PendingStep", schema);

const toStep = (row: PendingStepRow) => ({
  userId: row.user?.toHexString() ?? null,
  passwordMark: row.passwordMark ?? null,
  challenge: row.challenge ?? null,
});

export type PendingStep = ReturnType<typeof toStep>;
type NewStep = Partial<PendingStep> & { kind: PendingStepKind; expiresAt: Date };

const steps = collectionOf(PendingStepModel, toStep);

/** Creates a step. @returns its secret, which is not stored */
export async function createStep({ userId, ...step }: NewStep): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await PendingStepModel.create({
    ...step,
    ...(userId && { user: new Types.ObjectId(userId) }),
    secretHash: hashSecret(secret),
  });
  return secret;
}

const pending = (secret: string, kind: PendingStepKind) => ({
  secretHash: hashSecret(secret),
  kind,
  expiresAt: { $gt: new Date() },
});

/**
 * @param mostAttempts the number of attempts after which the step is void
 * @returns the step, or `null` if it was completed, is void or has expired
 */
export const findStep = (
  secret: string,
  kind: PendingStepKind,
  mostAttempts = Infinity,
): Promise<PendingStep | null> =>
  steps.find({ ...pending(secret, kind), attempts: { $lt: mostAttempts } });

/**
 * Counts an attempt at a step.
 * @returns the same as `findStep`; even with concurrent calls at most `mostAttempts` of them get the step
 */
export const attemptStep = (
  secret: string,
  kind: PendingStepKind,
  mostAttempts: number,
): Promise<PendingStep | null> =>
  steps.update(
    { ...pending(secret, kind), attempts: { $lt: mostAttempts } },
    { $inc: { attempts: 1 } },
  );

/** Undoes the count of an attempt that was not evaluated. */
export const uncountAttempt = (secret: string): Promise<boolean> =>
  steps.change({ secretHash: hashSecret(secret) }, { $inc: { attempts: -1 } });

/** Replaces the challenge of a step. @returns whether the step is still pending */
export const setChallenge = (
  secret: string,
  kind: PendingStepKind,
  challenge: string,
): Promise<boolean> =>
  steps.change(pending(secret, kind), {
    $set: { challenge },
  });

/** Removes the challenge from a step, so that it can be answered only once. @returns the step as it was, or `null` */
export async function takeChallenge(
  secret: string,
  kind: PendingStepKind,
): Promise<PendingStep | null> {
  const row = await PendingStepModel.findOneAndUpdate(
    { ...pending(secret, kind), challenge: { $ne: null } },
    { $unset: { challenge: 1 } },
  ).lean();
  return row && toStep(row);
}

/** Completes a step. @returns the same as `findStep`; of several concurrent calls only one gets the step */
export async function completeStep(
  secret: string,
  kind: PendingStepKind,
): Promise<PendingStep | null> {
  const row = await PendingStepModel.findOneAndDelete(pending(secret, kind)).lean();
  return row && toStep(row);
}

export const removeStepsOf = (userId: string): Promise<void> =>
  steps.remove({ user: toObjectId(userId) });

/**
 * Steps that a user has begun and must complete: the second step of a sign-in, or the response of a passkey. The
 * browser keeps a secret whose hash is stored.
 */
import { randomBytes } from "node:crypto";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";
import { hashSecret } from "./session.server";

const kinds = ["second-step", "passkey-sign-in", "add-passkey"] as const;
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

export interface PendingStep {
  userId: string | null;
  passwordMark: string | null;
  challenge: string | null;
}

interface NewStep extends Partial<PendingStep> {
  kind: PendingStepKind;
  expiresAt: Date;
}

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

const toStep = (row: PendingStepRow | null): PendingStep | null =>
  row && {
    userId: row.user?.toHexString() ?? null,
    passwordMark: row.passwordMark ?? null,
    challenge: row.challenge ?? null,
  };

/**
 * @param mostAttempts the number of attempts after which the step is void
 * @returns the step, or `null` if it was completed, is void or has expired
 */
export async function findStep(
  secret: string,
  kind: PendingStepKind,
  mostAttempts = Infinity,
): Promise<PendingStep | null> {
  const row = await PendingStepModel.findOne(pending(secret, kind)).lean<PendingStepRow>();
  return row && row.attempts < mostAttempts ? toStep(row) : null;
}

/**
 * Counts an attempt at a step.
 * @returns the same as `findStep`; even with concurrent calls at most `mostAttempts` of them get the step
 */
export async function attemptStep(
  secret: string,
  kind: PendingStepKind,
  mostAttempts: number,
): Promise<PendingStep | null> {
  return toStep(
    await PendingStepModel.findOneAndUpdate(
      { ...pending(secret, kind), attempts: { $lt: mostAttempts } },
      { $inc: { attempts: 1 } },
    ).lean<PendingStepRow>(),
  );
}

/** Undoes the count of an attempt that was not evaluated. */
export async function uncountAttempt(secret: string): Promise<void> {
  await PendingStepModel.updateOne({ secretHash: hashSecret(secret) }, { $inc: { attempts: -1 } });
}

/** Replaces the challenge of a step. @returns whether the step is still pending */
export async function setChallenge(
  secret: string,
  kind: PendingStepKind,
  challenge: string,
): Promise<boolean> {
  const { matchedCount } = await PendingStepModel.updateOne(pending(secret, kind), {
    $set: { challenge },
  });
  return matchedCount === 1;
}

/** Removes the challenge from a step, so that it can be answered only once. @returns the step as it was, or `null` */
export async function takeChallenge(
  secret: string,
  kind: PendingStepKind,
): Promise<PendingStep | null> {
  return toStep(
    await PendingStepModel.findOneAndUpdate(
      { ...pending(secret, kind), challenge: { $ne: null } },
      { $unset: { challenge: 1 } },
    ).lean<PendingStepRow>(),
  );
}

/** Completes a step. @returns the same as `findStep`; of several concurrent calls only one gets the step */
export async function completeStep(
  secret: string,
  kind: PendingStepKind,
): Promise<PendingStep | null> {
  return toStep(
    await PendingStepModel.findOneAndDelete(pending(secret, kind)).lean<PendingStepRow>(),
  );
}

export async function removeStepsOf(userId: string): Promise<void> {
  await PendingStepModel.deleteMany({ user: toObjectId(userId) });
}

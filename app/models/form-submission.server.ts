/** Forms that were sent, so that one that arrives twice is acted on once. */
import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { isDuplicateKey } from "./ids.server";

const schema = new Schema(
  {
    _id: { type: String, required: true },
    /** What came of it, once it is done. */
    outcome: { type: Schema.Types.Mixed, default: null },
    isDone: { type: Boolean, required: true },
    /** Until when whoever acts on it is believed to be at work. */
    claimedUntil: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "form-submissions", versionKey: false },
);

type SubmissionRow = InferSchemaType<typeof schema>;
const Submission = createModel<SubmissionRow>("FormSubmission", schema);

/** A form may be sent again, by going back to it or from a second tab, for as long as this. */
const KEPT_MS = 24 * 3_600_000;

export type SubmissionState = "claimed" | "running" | { outcome: unknown };

/**
 * Claims a submission for the caller.
 *
 * @param id of the submission: the same for each time that the same form is sent
 * @param milliseconds after which the claim of a caller that has crashed is void
 * @returns `claimed` when it is the caller's to act on, `running` when somebody else is at it, and
 *   otherwise what came of it
 */
export async function claimSubmission(id: string, milliseconds: number): Promise<SubmissionState> {
  const now = new Date();
  const claim = {
    isDone: false,
    claimedUntil: new Date(now.getTime() + milliseconds),
    expiresAt: new Date(now.getTime() + KEPT_MS),
  };
  try {
    await Submission.create({ _id: id, ...claim });
    return "claimed";
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const known = await Submission.findById(id).lean<SubmissionRow>();
  if (known?.isDone) return { outcome: known.outcome };
  const abandoned = { _id: id, isDone: false, claimedUntil: { $lte: now } };
  const { matchedCount } = await Submission.updateOne(abandoned, { $set: claim });
  return matchedCount === 1 ? "claimed" : "running";
}

/** Notes what came of a submission that the caller has claimed. */
export async function completeSubmission(id: string, outcome: unknown): Promise<void> {
  await Submission.updateOne({ _id: id }, { $set: { isDone: true, outcome } });
}

/** Gives a claim back: nothing came of it, and the form may be sent again. */
export async function releaseSubmission(id: string): Promise<void> {
  await Submission.deleteOne({ _id: id, isDone: false });
}

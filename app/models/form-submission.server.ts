/** Submitted forms, stored so that a form that is submitted twice is processed once. */
import { addHours } from "date-fns/addHours";
import { addMilliseconds } from "date-fns/addMilliseconds";
import { Schema, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    _id: { type: String, required: true },
    /** The result, once processing is done. */
    outcome: { type: Schema.Types.Mixed, default: null },
    isDone: { type: Boolean, required: true },
    /** When the processing claim expires. */
    claimedUntil: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "form-submissions", versionKey: false },
);

type SubmissionRow = InferSchemaType<typeof schema>;
const Submission = createModel<SubmissionRow>("FormSubmission", schema);

/** How long a resubmission is recognised, for example by the back button or from a second tab. */
const RETENTION_HOURS = 24;

export type SubmissionState = "claimed" | "running" | { outcome: unknown };

/**
 * Claims a submission for the caller.
 * @param id identifies the submission; the same whenever the same rendered form is sent
 * @param milliseconds how long the claim is valid, in case the caller crashes
 * @returns `claimed` if the caller should process it, `running` if another request is processing it,
 *   otherwise the stored outcome
 */
export async function claimSubmission(id: string, milliseconds: number): Promise<SubmissionState> {
  const now = new Date();
  const claim = {
    isDone: false,
    claimedUntil: addMilliseconds(now, milliseconds),
    expiresAt: addHours(now, RETENTION_HOURS),
  };
  if (await unlessDuplicate(Submission.create({ _id: id, ...claim }))) return "claimed";
  const existing = await Submission.findById(id).lean();
  if (existing?.isDone) return { outcome: existing.outcome };
  const abandoned = { _id: id, isDone: false, claimedUntil: { $lte: now } };
  const { matchedCount } = await Submission.updateOne(abandoned, { $set: claim });
  return matchedCount === 1 ? "claimed" : "running";
}

/** Stores the outcome of a submission that the caller has claimed. */
export async function completeSubmission(id: string, outcome: unknown): Promise<void> {
  await Submission.updateOne({ _id: id }, { $set: { isDone: true, outcome } });
}

/** Releases a claim after processing failed, so that the form can be sent again. */
export async function releaseSubmission(id: string): Promise<void> {
  await Submission.deleteOne({ _id: id, isDone: false });
}

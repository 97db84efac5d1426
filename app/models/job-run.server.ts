/** When jobs ran, and how they ended. */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

/** How many runs are kept. */
const RUNS_KEPT = 200;
const MAX_TEXT_LENGTH = 1_000;

const schema = new Schema(
  {
    job: { type: String, required: true },
    startedAt: { type: Date, required: true },
    /** Absent while it runs, and if its process ended first. */
    endedAt: { type: Date },
    result: { type: String },
    error: { type: String },
    /** Who started it; absent if the site did. */
    by: { type: Schema.Types.ObjectId },
  },
  { collection: "job-runs", versionKey: false },
);
schema.index({ startedAt: -1, _id: -1 });
schema.index({ by: 1, startedAt: -1 }, { sparse: true });

type RunRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const JobRunModel = createModel<RunRow>("JobRun", schema);

const toRun = ({ _id, job, startedAt, endedAt, result, error, by }: RunRow) => ({
  id: _id.toHexString(),
  job,
  startedAt,
  endedAt: endedAt ?? null,
  result: result ?? null,
  error: error ?? null,
  byId: by?.toHexString() ?? null,
});
export type JobRun = ReturnType<typeof toRun>;

const runs = collectionOf(JobRunModel, toRun);

/** @returns up to `limit` runs, newest first */
export const listJobRuns = (limit: number): Promise<JobRun[]> =>
  runs.list({}, { sort: { startedAt: -1, _id: -1 }, limit });

/** Stores that a job has started, and removes the oldest runs. @returns the id of the run */
export async function addJobRun(job: string, byId: string | null): Promise<string> {
  const row = await JobRunModel.create({
    job,
    startedAt: new Date(),
    ...(byId && { by: toObjectId(byId) }),
  });
  const surplus = await JobRunModel.find({}, { _id: 1 })
    .sort({ startedAt: -1, _id: -1 })
    .skip(RUNS_KEPT)
    .limit(RUNS_KEPT)
    .lean();
  if (surplus.length) await JobRunModel.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
  return row._id.toHexString();
}

/** Stores how a run has ended. */
export async function endJobRun(
  id: string,
  outcome: { result: string } | { error: string },
): Promise<void> {
  const texts = Object.entries(outcome).map(([name, text]) => [
    name,
    text.slice(0, MAX_TEXT_LENGTH),
  ]);
  await runs.change(
    { _id: toObjectId(id) },
    { $set: { endedAt: new Date(), ...Object.fromEntries(texts) } },
  );
}

/** Removes a person from the runs that they started. */
export const forgetJobStarter = (userId: string): Promise<void> =>
  runs.changeAll({ by: toObjectId(userId) }, { $unset: { by: 1 } });

/** @returns the runs that a person started, newest first */
export const listRunsBy = (userId: string): Promise<JobRun[]> =>
  runs.list({ by: toObjectId(userId) }, { sort: { startedAt: -1 }, limit: RUNS_KEPT });

/**
 * Locks for jobs that only one process runs at a time. Other processes can wait for the outcome. A lock that is
 * not renewed expires, because its holder has crashed, and another process may acquire it.
 */
import { setTimeout as delay } from "node:timers/promises";
import { addMilliseconds } from "date-fns/addMilliseconds";
import { millisecondsInHour } from "date-fns/constants";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { unlessDuplicate } from "./ids.server";

const schema = new Schema(
  {
    name: { type: String, required: true },
    state: { type: String, required: true },
    /** When the lock expires unless its holder renews it. */
    until: { type: Date, required: true },
    /** The `JobOutcome`, once the lock is released. */
    outcome: { type: Schema.Types.Mixed, default: null },
    /** When the row is deleted, because no process needs the outcome any more. */
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "job-locks", versionKey: false },
);

// Enforces one holder per job.
schema.index({ name: 1 }, { unique: true, partialFilterExpression: { state: "running" } });

type JobLockRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const JobLock = createModel<JobLockRow>("JobLock", schema);

/** How long a row is kept after the lock would have expired. */
const KEPT_MS = millisecondsInHour;
/** The first and the longest interval at which a lock of another holder is polled. */
const FIRST_POLL_MS = 25;
const MAX_POLL_MS = 400;

export type JobOutcome =
  | { state: "done"; result: string }
  | { state: "failed"; message: string }
  /** The holder did not do the job, so a waiting process may acquire the lock. */
  | { state: "withdrawn" }
  /** The holder crashed, so a waiting process may acquire the lock. */
  | { state: "lost" };

/**
 * Acquires a lock, or finds the one that another caller holds.
 * @param milliseconds how long the lock is valid without being renewed
 * @returns the id of the lock, and whether the caller holds it
 */
export async function acquireLock(
  name: string,
  milliseconds: number,
): Promise<{ id: string; isMine: boolean }> {
  for (;;) {
    const now = new Date();
    const row = { name, state: "running", ...lasting(now, milliseconds) };
    const created = await unlessDuplicate(JobLock.create(row));
    if (created) return { id: created._id.toHexString(), isMine: true };
    const running = await JobLock.findOne({ name, state: "running" }).lean();
    // There may be no lock any more if it has just been released.
    if (running && running.until > now) return { id: running._id.toHexString(), isMine: false };
    if (running) await markExpired(running._id.toHexString());
  }
}

/** @returns which of these locks are held */
export async function findHeldLocks(names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await JobLock.find({
    name: { $in: names },
    state: "running",
    until: { $gt: new Date() },
  }).lean();
  return new Set(rows.map(({ name }) => name));
}

const lasting = (now: Date, milliseconds: number) => ({
  until: addMilliseconds(now, milliseconds),
  expiresAt: addMilliseconds(now, milliseconds + KEPT_MS),
});

/** Marks a lock as lost if its holder has not renewed it. */
async function markExpired(id: string): Promise<void> {
  await JobLock.updateOne(
    { _id: new Types.ObjectId(id), state: "running", until: { $lte: new Date() } },
    { $set: { state: "lost" } },
  );
}

/** Extends a lock. @returns whether the caller still holds it */
export async function renewLock(id: string, milliseconds: number): Promise<boolean> {
  const { matchedCount } = await JobLock.updateOne(
    { _id: new Types.ObjectId(id), state: "running" },
    { $set: lasting(new Date(), milliseconds) },
  );
  return matchedCount === 1;
}

/** Releases a lock with the outcome of the job, unless it was lost before. */
export async function releaseLock(id: string, outcome: JobOutcome): Promise<void> {
  await JobLock.updateOne(
    { _id: new Types.ObjectId(id), state: "running" },
    { $set: { state: outcome.state, outcome } },
  );
}

/** The locks that this process waits for, so that any number of callers poll a lock only once. */
const watched = new Map<string, Promise<JobOutcome>>();

/** Waits until a lock is released. @returns the outcome of its job */
export function waitForOutcome(id: string): Promise<JobOutcome> {
  const known = watched.get(id);
  if (known) return known;
  const watching = watch(id).finally(() => watched.delete(id));
  watched.set(id, watching);
  return watching;
}

/**
 * Waits until a lock is released, but no longer than `milliseconds`.
 * @returns the outcome of its job, or `null` if the lock is still held then
 */
export const waitForOutcomeWithin = (
  id: string,
  milliseconds: number,
): Promise<JobOutcome | null> =>
  Promise.race([waitForOutcome(id), delay(milliseconds, null, { ref: false })]);

async function watch(id: string): Promise<JobOutcome> {
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, MAX_POLL_MS)) {
    await delay(pause);
    const row = await JobLock.findById(id).lean();
    if (!row || row.state === "lost") return { state: "lost" };
    if (row.state !== "running") return row.outcome as JobOutcome;
    if (row.until <= new Date()) await markExpired(id);
  }
}

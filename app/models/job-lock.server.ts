/**
 * Locks for jobs that one process does at a time, and whose outcome others can wait for. A lock that is
 * not renewed expires: its holder has crashed, and the next process may acquire it.
 */
import { setTimeout as wait } from "node:timers/promises";
import { addMilliseconds } from "date-fns/addMilliseconds";
import { millisecondsInHour } from "date-fns/constants";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";
import { isDuplicateKey } from "./ids.server";

const schema = new Schema(
  {
    /** The job that the lock is for. */
    name: { type: String, required: true },
    state: { type: String, required: true },
    /** Until when its holder is believed to be at work. */
    until: { type: Date, required: true },
    /** What came of it: an id, or why it failed. */
    outcome: { type: Schema.Types.Mixed, default: null },
    /** Its outcome is of no use to anybody by then. */
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "job-locks", versionKey: false },
);

// The rule: one at a time.
schema.index({ name: 1 }, { unique: true, partialFilterExpression: { state: "running" } });

type JobLockRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const JobLock = createModel<JobLockRow>("JobLock", schema);

const KEPT_MS = millisecondsInHour;
/** The interval between looks whether another holder has released the lock: the first, and the longest. */
const FIRST_LOOK_MS = 25;
const LAST_LOOK_MS = 400;

/** How a lock was released. */
export type JobOutcome =
  | { state: "done"; result: string }
  | { state: "failed"; message: string }
  /** Its holder did not do the job: whoever waited may acquire the lock. */
  | { state: "withdrawn" }
  /** Its holder crashed, likewise. */
  | { state: "lost" };

/**
 * Acquires a lock, or finds the one that is held.
 *
 * @param milliseconds for which it is the caller's without being renewed
 * @returns the id of the lock that is held, and whether it is the caller's
 */
export async function acquireLock(
  name: string,
  milliseconds: number,
): Promise<{ id: string; isMine: boolean }> {
  for (;;) {
    const now = new Date();
    try {
      const row = await JobLock.create({ name, state: "running", ...lasting(now, milliseconds) });
      return { id: row._id.toHexString(), isMine: true };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const running = await JobLock.findOne({ name, state: "running" }).lean<JobLockRow>();
    // It may have ended just now.
    if (running && running.until > now) return { id: running._id.toHexString(), isMine: false };
    if (running) await markExpired(running._id.toHexString());
  }
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

/** Extends a lock. @returns whether it still is the caller's */
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

/** What is being waited for here: any number of callers look once. */
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
 * Waits until a lock is released, and no longer than some milliseconds.
 *
 * @returns the outcome of its job, or `null` if it is still held by then
 */
export async function waitForOutcomeWithin(
  id: string,
  milliseconds: number,
): Promise<JobOutcome | null> {
  const waiting = new AbortController();
  const late = wait(milliseconds, null, { signal: waiting.signal }).catch(() => null);
  try {
    return await Promise.race([waitForOutcome(id), late]);
  } finally {
    waiting.abort();
  }
}

async function watch(id: string): Promise<JobOutcome> {
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LAST_LOOK_MS)) {
    await wait(pause);
    const row = await JobLock.findById(id).lean<JobLockRow>();
    if (!row || row.state === "lost") return { state: "lost" };
    if (row.state !== "running") return row.outcome as JobOutcome;
    if (row.until <= new Date()) await markExpired(id);
  }
}

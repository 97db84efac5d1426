import { acquireLock, releaseLock, renewLock } from "~/models/job-lock.server";

/** A lock expires, because its holder has crashed, if it was not renewed for this time in milliseconds. */
export const LOCK_MS = 15_000;

export interface HeldLock {
  /** Aborted when the lock is lost. */
  signal: AbortSignal;
  /** Renews the lock. @throws if the lock is lost, so that another process may hold it */
  confirm(): Promise<void>;
}

/** Runs work under a lock that the caller has acquired and will release, and renews the lock meanwhile. */
export async function holdLock<Result>(
  lock: string,
  work: (holding: HeldLock) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const keep = async () => {
    if (!(await renewLock(lock, LOCK_MS))) lost.abort(new Error("the lock was lost"));
    lost.signal.throwIfAborted();
  };
  // A renewal that throws does not mean that the lock is lost; `confirm` decides.
  const beat = setInterval(() => void keep().catch(() => {}), LOCK_MS / 3);
  try {
    return await work({ signal: lost.signal, confirm: keep });
  } finally {
    clearInterval(beat);
  }
}

/**
 * Runs a job under a lock, so that of several processes only one does.
 * @param work is given a signal that is also aborted when the lock is lost
 * @returns the result of the job, or `null` if another process does it
 */
export async function underLock<Result>(
  name: string,
  stopping: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const lock = await acquireLock(name, LOCK_MS);
  if (!lock.isMine) return null;
  try {
    return await holdLock(lock.id, ({ signal }) =>
      work(stopping ? AbortSignal.any([signal, stopping]) : signal),
    );
  } finally {
    // If the database is unavailable, the lock expires because it is not renewed.
    await releaseLock(lock.id, { state: "withdrawn" }).catch(() => {});
  }
}

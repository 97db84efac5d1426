import { renewLock } from "~/models/job-lock.server";

/** A lock that has not been renewed for this long, in milliseconds, is free: its holder has crashed. */
export const LOCK_MS = 15_000;

/** What the holder of a lock knows of it. */
export interface HeldLock {
  /** Aborted when the lock is lost. */
  signal: AbortSignal;
  /** @throws when the lock is lost: another process may hold it */
  confirm(): Promise<void>;
}

/** Does work under a lock that the caller has acquired, and renews it meanwhile; the caller releases it. */
export async function holdLock<Result>(
  lock: string,
  work: (holding: HeldLock) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const keep = async () => {
    if (!(await renewLock(lock, LOCK_MS))) lost.abort(new Error("the lock was lost"));
    lost.signal.throwIfAborted();
  };
  // A beat that fails says nothing yet; the last word is that of `confirm`.
  const beat = setInterval(() => void keep().catch(() => {}), LOCK_MS / 3);
  try {
    return await work({ signal: lost.signal, confirm: keep });
  } finally {
    clearInterval(beat);
  }
}

import { renewLock } from "~/models/job-lock.server";

/** A holder that has not been heard of for so long has crashed, and the next gets its turn. */
export const LOCK_MS = 15_000;

/** What somebody at work knows of their turn. */
export interface HeldLock {
  /** Aborted when the turn is lost. */
  signal: AbortSignal;
  /** @throws when the turn is lost: somebody else may be at it */
  confirm(): Promise<void>;
}

/** Works in a turn that the caller has taken, and keeps it meanwhile; ending it is the caller's. */
export async function holdLock<Result>(
  turn: string,
  work: (holding: HeldLock) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const keep = async () => {
    if (!(await renewLock(turn, LOCK_MS))) lost.abort(new Error("the turn was lost"));
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

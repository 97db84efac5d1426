/** Recognises the process that has begun some work, to tell whether it can still finish it. */
import { randomUUID } from "node:crypto";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

const RUN_KEY = "embedded-mongo run";

/**
 * A random id of this run of the process. The process id alone may be that of an earlier process that was killed: in a
 * container, the server often has the same id after each start.
 */
export const RUN_ID = runId();

/** All copies of this module in a thread, and in the threads that it starts later, share one id. */
function runId(): string {
  const known = getEnvironmentData(RUN_KEY);
  if (typeof known === "string") return known;
  const made = randomUUID();
  setEnvironmentData(RUN_KEY, made);
  return made;
}

/** Whether a process that has noted its id and its `RUN_ID` is running. */
export const isRunning = (pid: number, run: string | undefined): boolean =>
  pid === process.pid ? run === RUN_ID : isAlive(pid);

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Lets a process end while it writes. The binding writes in a thread that holds the environment's write
 * lock while it waits for this one, and Node waits for its threads when it exits: both would wait for ever,
 * and with them every other process that writes.
 */
import { isMainThread } from "node:worker_threads";

let writes = 0;

// Killed, the process leaves the lock to the next that wants it, and the write undone.
if (isMainThread) {
  process.on("exit", () => {
    if (writes) process.kill(process.pid, "SIGKILL");
  });
}

/** Runs a transaction, which is undone if the process exits meanwhile. */
export async function undoneOnExit<T>(transaction: () => Promise<T>): Promise<T> {
  writes++;
  try {
    return await transaction();
  } finally {
    writes--;
  }
}

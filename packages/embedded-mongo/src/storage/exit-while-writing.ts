/**
 * Prevents a deadlock when a process exits during a write. The binding's thread holds LMDB's write lock while it
 * waits for the main thread, and on exit the main thread waits for the binding's thread. Both would wait for
 * ever, and so would every other process that writes.
 */
import { isMainThread } from "node:worker_threads";

let writesUnderWay = 0;

// If a process is killed, LMDB discards its transaction and the next process gets the lock. A worker thread exits
// without waiting, so there the problem does not arise.
if (isMainThread) {
  process.on("exit", () => {
    if (writesUnderWay) process.kill(process.pid, "SIGKILL");
  });
}

/** Runs a write transaction, which is discarded if the process exits before it has committed. */
export async function discardedOnExit<T>(transaction: () => Promise<T>): Promise<T> {
  writesUnderWay++;
  try {
    return await transaction();
  } finally {
    writesUnderWay--;
  }
}

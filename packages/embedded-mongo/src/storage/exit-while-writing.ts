/**
 * Lets a process exit while it writes. The binding's thread holds the environment's write lock while it waits
 * for the main thread, and on exit the main thread waits for its threads: both would wait for ever, and so
 * would every other process that writes.
 */
import { isMainThread } from "node:worker_threads";

let writesUnderWay = 0;

// When a process is killed, LMDB undoes its write and gives the lock to the next. A worker thread ends without waiting.
if (isMainThread) {
  process.on("exit", () => {
    if (writesUnderWay) process.kill(process.pid, "SIGKILL");
  });
}

/** Runs a transaction, which is undone if the process exits meanwhile. */
export async function undoneOnExit<T>(transaction: () => Promise<T>): Promise<T> {
  writesUnderWay++;
  try {
    return await transaction();
  } finally {
    writesUnderWay--;
  }
}

/** Exits once its writing thread has the write lock, and before the write that it was to do. */
import { openStore } from "../../src/open-store";

const [directory = ""] = process.argv.slice(2);
const store = await openStore(directory);
void store.write(() => store.ensureCollection("test.exited"));
// By then the binding has started its thread, which gets the lock and waits for this one to come back to its event loop.
setImmediate(() => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  process.exit();
});

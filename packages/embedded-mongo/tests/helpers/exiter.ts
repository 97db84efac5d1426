/** Exits once the binding's thread has the write lock, before the write is executed. */
import { Store } from "../../src/storage/store";

const [directory = ""] = process.argv.slice(2);
const store = await Store.open(directory);
void store.write(() => store.ensureCollection("test.exited"));
// By then the binding has started its thread, which takes the lock and waits for the main thread's event loop.
setImmediate(() => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  process.exit();
});

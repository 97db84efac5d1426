/** Limits the growth of the heap between garbage collections. */
import { setFlagsFromString } from "node:v8";

/**
 * How much a heap may grow, in percent of its live objects, before the next garbage collection. V8 lets it grow to up
 * to four times their size if the machine has the memory: 100 MB of pages that were rendered and sent long ago.
 * Collecting more often costs no measurable CPU time, unless most new objects stay alive.
 */
const GROWTH_PERCENT = 40;

let isBound = false;
let exemptions = 0;

/** Limits the growth of each heap of the process. */
export function boundHeapGrowth(): void {
  isBound = true;
  setGrowth();
}

/**
 * Suspends the limit while `work` runs, also for worker threads. A heap that fills with hundreds of megabytes of live
 * objects would otherwise be collected a dozen times in vain.
 */
export async function withFreeHeapGrowth<Result>(work: () => Promise<Result>): Promise<Result> {
  exemptions += 1;
  setGrowth();
  try {
    return await work();
  } finally {
    exemptions -= 1;
    setGrowth();
  }
}

/** Sets the V8 flag. 0 restores V8's own choice. */
const setGrowth = () =>
  setFlagsFromString(`--heap-growing-percent=${isBound && !exemptions ? GROWTH_PERCENT : 0}`);

/** How much memory the process takes beyond what it needs. */
import { setFlagsFromString } from "node:v8";

/**
 * By how much a heap may grow, over what is in use, before it is collected again. V8 would let it become
 * up to four times as large where the machine has the memory: 100 MB of pages that were rendered and sent
 * long ago. Collecting more often costs no measurable processor time, unless much is kept of what is made.
 */
const GROWTH_PERCENT = 40;

let isBound = false;
let underWay = 0;

/** Has each heap of the process collected before it has grown by much. */
export function boundHeapGrowth(): void {
  isBound = true;
  setGrowth();
}

/**
 * Lets the heaps grow as V8 would have it meanwhile, a worker thread's among them: one that fills with hundreds of
 * megabytes that stay in use would be collected a dozen times for nothing.
 */
export async function withFreeHeapGrowth<Result>(work: () => Promise<Result>): Promise<Result> {
  underWay += 1;
  setGrowth();
  try {
    return await work();
  } finally {
    underWay -= 1;
    setGrowth();
  }
}

/** For V8, 0 stands for its own choice. */
const setGrowth = () =>
  setFlagsFromString(`--heap-growing-percent=${isBound && !underWay ? GROWTH_PERCENT : 0}`);

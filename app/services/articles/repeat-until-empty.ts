/** Rows per batch; other requests can run between batches. */
const BATCH_SIZE = 200;

/**
 * Repeats `work` until it reports that it processed nothing.
 * @param work is given how many rows to process at most, and returns how many it did
 * @returns the total number processed
 */
export async function repeatUntilEmpty(work: (limit: number) => Promise<number>): Promise<number> {
  let sum = 0;
  for (;;) {
    const found = await work(BATCH_SIZE);
    if (!found) return sum;
    sum += found;
  }
}

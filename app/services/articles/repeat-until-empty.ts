/** Repeats `work` until it reports that it processed nothing. @returns the total number processed */
export async function repeatUntilEmpty(work: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (;;) {
    const found = await work();
    if (!found) return sum;
    sum += found;
  }
}

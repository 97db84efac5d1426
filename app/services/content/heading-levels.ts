/** A page has its own `h1`, so the headings of a text begin one level below. */
const FIRST = 2;
const DEEPEST = 6;

/**
 * Returns the levels that the headings of a text have on a page: the first is an `h2`, and none is more than one
 * level below its parent.
 * @param depths the levels that the author used, 1 to 6, in document order
 */
export function headingLevels(depths: readonly number[]): number[] {
  const open: number[] = [];
  return depths.map((depth) => {
    while (open.length && open.at(-1)! >= depth) open.pop();
    open.push(depth);
    return Math.min(DEEPEST, FIRST + open.length - 1);
  });
}

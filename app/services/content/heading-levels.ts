/** A page has its own `h1`, so what stands on it begins one level below. */
const FIRST = 2;
const DEEPEST = 6;

/**
 * The levels that the headings of a text have on a page: the first is an `h2`, and none is more than one
 * level below the heading that it belongs to.
 *
 * @param depths as the author wrote them, 1 to 6, in the order of the text
 */
export function headingLevels(depths: readonly number[]): number[] {
  const open: number[] = [];
  return depths.map((depth) => {
    while (open.length && open.at(-1)! >= depth) open.pop();
    open.push(depth);
    return Math.min(DEEPEST, FIRST + open.length - 1);
  });
}

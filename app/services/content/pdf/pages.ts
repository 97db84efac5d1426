/** Divides the boxes of a text into pages. */
import type { Box } from "./boxes";

/** A box at its position on a page. */
export interface Placed {
  box: Box;
  /** From the top of the page to the top of the box. */
  y: number;
}

/**
 * Puts boxes on pages. Boxes that are to be kept together stay together unless they are taller than a page.
 *
 * @param top where the text begins on the first page; on the others it begins at `area.top`
 */
export function paginate(
  boxes: readonly Box[],
  area: { top: number; bottom: number },
  top: number,
): Placed[][] {
  const pages: Placed[][] = [[]];
  let y = top;
  for (let at = 0; at < boxes.length;) {
    let end = at;
    while (boxes[end]!.isKept && end < boxes.length - 1) end += 1;
    const group = boxes.slice(at, end + 1);
    const height = group.reduce((sum, box, i) => sum + box.height + (i ? box.before : 0), 0);
    const isTop = pages.at(-1)!.length === 0 && y === area.top;
    if (!isTop && y + group[0]!.before + height > area.bottom) {
      pages.push([]);
      y = area.top;
    }
    for (const box of group) {
      const isFirst = pages.at(-1)!.length === 0 && y === area.top;
      if (!isFirst && y + box.before + box.height > area.bottom + 0.01) {
        pages.push([]);
        y = area.top;
      }
      y += pages.at(-1)!.length === 0 && y === area.top ? 0 : box.before;
      pages.at(-1)!.push({ box, y });
      y += box.height;
    }
    at = end + 1;
  }
  return pages;
}

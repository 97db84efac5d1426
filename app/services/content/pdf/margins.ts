import type { Look } from "./boxes";
import { AREA, LINE, MUTED, PAGE, type Pen } from "./pen";

const HEAD_LOOK: Look = { size: 8.5, leading: 12 };

/** Draws running heads and page numbers, as artifacts that are not part of the text. */
export function drawMargins(pen: Pen, runningHead: string, count: number): void {
  const { document } = pen;
  const measure = pen.measures(HEAD_LOOK);
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    document.markContent("Artifact", { type: "Pagination" });
    if (page) {
      pen.write({ text: runningHead }, HEAD_LOOK, AREA.left, 54, [], MUTED);
      document
        .lineWidth(0.5)
        .strokeColor(LINE)
        .moveTo(AREA.left, 70)
        .lineTo(AREA.left + AREA.width, 70)
        .stroke();
    }
    const text = `${page + 1} / ${count}`;
    const x = AREA.left + AREA.width - measure({ text });
    pen.write({ text }, HEAD_LOOK, x, PAGE.height - 66, [], MUTED);
    document.endMarkedContent();
  }
}

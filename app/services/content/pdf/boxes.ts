/**
 * Lays out a text as a vertical list of boxes: lines and table rows. Which boxes have to stay on one page is decided
 * here; where pages end, in `pages.ts`.
 */
import { breakLines, type Line, type Measure } from "./lines";
import { attributeOf, formulaRuns, isElement, runsOf, textOf } from "./runs";
import type { Element, Node, Run } from "./runs";

/** The typography of a block; sizes are in points. */
export interface Look {
  size: number;
  /** The distance from one line to the next. */
  leading: number;
  isBold?: boolean;
}

export const looks = {
  title: { size: 26, leading: 31, isBold: true },
  authors: { size: 10.5, leading: 16 },
  abstract: { size: 10.5, leading: 15.5 },
  contents: { size: 10.5, leading: 17 },
  heading2: { size: 16, leading: 21, isBold: true },
  heading3: { size: 11.5, leading: 16, isBold: true },
  body: { size: 10.5, leading: 15.5 },
  formula: { size: 11, leading: 18 },
  table: { size: 9.5, leading: 14 },
} satisfies Record<string, Look>;

/** The PDF structure type of a block, for screen readers. */
export type Role = "P" | "H1" | "H2" | "H3" | "Formula" | "BlockQuote" | "Caption";

/** Lines of one kind that belong together. */
export interface TextBlock {
  kind: "text";
  role: Role;
  look: Look;
  lines: Line[];
  /** The distance from the left edge of the text area. */
  indent: number;
  /** The plain text, for bookmarks and as the alternative text of formulae. */
  text: string;
  /** Set for headings: the link target. */
  id?: string;
  /** Set for list items: the list they belong to, and their bullet or number. */
  item?: { list: object; marker: string };
  /** Whether a vertical rule is drawn to its left. */
  isBarred?: boolean;
}

export interface TableCell {
  lines: Line[];
  isHead: boolean;
  x: number;
  width: number;
  isRight: boolean;
}

export interface TableBlock {
  kind: "table";
  rows: { cells: TableCell[]; height: number; isHead: boolean }[];
}

export type Block = TextBlock | TableBlock;

/** A line of a text or a row of a table. */
export interface Box {
  block: Block;
  /** The index of the line or row in the block. */
  index: number;
  height: number;
  /** The space above it, which is dropped at the top of a page. */
  before: number;
  /** Whether it has to be on the same page as the next box. */
  isKept: boolean;
}

/** Returns the function that measures runs in a look. */
export type Measures = (look: Look) => Measure;

interface Setting {
  measures: Measures;
  /** The width of the text column. */
  width: number;
}

const gap = {
  paragraph: 8,
  formula: 9,
  item: 4,
  heading2: 30,
  heading3: 18,
  afterHeading: 7,
  table: 12,
};
const INDENT = 18;

/** @returns the boxes of the HTML of a text in document order */
export function boxesOf(nodes: readonly Node[], setting: Setting): Box[] {
  const boxes: Box[] = [];
  for (const node of blocksOf(nodes)) {
    const made = boxesOfBlock(node, setting);
    const [last, first] = [boxes.at(-1), made[0]];
    if (last && first) {
      // A formula, table or list stays on one page with the end of the paragraph that introduces it.
      if (isIntroduced(first) && last.block.kind === "text" && last.block.role === "P") {
        last.isKept = last.block.item === undefined || last.isKept;
      }
      if (isHeading(last)) first.before = gap.afterHeading;
    }
    boxes.push(...made);
  }
  return boxes;
}

const BLOCKS = new Set("h2 h3 h4 h5 h6 p pre ul ol div table blockquote section hr".split(" "));

/** Returns the blocks among nodes. The inline nodes between two blocks are one more. */
function blocksOf(nodes: readonly Node[]): (Element | Node[])[] {
  const blocks: (Element | Node[])[] = [];
  for (const node of nodes) {
    const last = blocks.at(-1);
    if (isElement(node) && BLOCKS.has(node.tagName)) blocks.push(node);
    else if (Array.isArray(last)) last.push(node);
    else if (!("value" in node) || node.value.trim()) blocks.push([node]);
  }
  return blocks;
}

const isHeading = ({ block }: Box) => block.kind === "text" && block.id !== undefined;
const isIntroduced = ({ block }: Box) =>
  block.kind === "table" || block.role === "Formula" || block.item !== undefined;

function boxesOfBlock(block: Element | Node[], setting: Setting): Box[] {
  if (Array.isArray(block)) return textBoxes(runsOf(block), looks.body, gap.paragraph, setting);
  const { tagName, childNodes } = block;
  switch (tagName) {
    case "p":
      return textBoxes(runsOf(childNodes), looks.body, gap.paragraph, setting);
    case "pre":
      return formula(textOf(codeRuns(childNodes)), setting);
    case "ul":
    case "ol":
      return list(block, setting);
    case "table":
      return table(block, setting);
    case "div":
      // The scrolling region of a table or a formula.
      return attributeOf(block, "class") === "math"
        ? formula(textOf(runsOf(childNodes)), setting)
        : boxesOf(childNodes, setting);
    case "section":
      return boxesOf(childNodes, setting);
    case "blockquote":
      return blocksOf(childNodes).flatMap((inner) =>
        textBoxes(
          runsOf(Array.isArray(inner) ? inner : [inner]),
          looks.body,
          gap.paragraph,
          setting,
          { role: "BlockQuote", indent: INDENT, isBarred: true },
        ),
      );
    case "hr":
      return [];
    default:
      return heading(block, setting);
  }
}

/** The text of code, whose line breaks are kept. */
const codeRuns = (nodes: readonly Node[]): Run[] =>
  nodes.flatMap((node) =>
    "value" in node ? { text: node.value } : isElement(node) ? codeRuns(node.childNodes) : [],
  );

function heading(element: Element, setting: Setting): Box[] {
  const isMain = element.tagName === "h2";
  return textBoxes(
    runsOf(element.childNodes),
    isMain ? looks.heading2 : looks.heading3,
    isMain ? gap.heading2 : gap.heading3,
    setting,
    { role: isMain ? "H2" : "H3", id: attributeOf(element, "id") ?? "" },
  ).map((box) => ({ ...box, isKept: true }));
}

function formula(code: string, { measures, width }: Setting): Box[] {
  const text = code.trim();
  const measure = measures(looks.formula);
  const lines = text
    .split("\n")
    .flatMap((line) => breakLines(formulaRuns(line), width - INDENT, measure));
  return boxesOfLines(
    { kind: "text", role: "Formula", look: looks.formula, lines, indent: INDENT, text },
    gap.formula,
  ).map((box, index) => ({ ...box, isKept: index < lines.length - 1 }));
}

function list(element: Element, setting: Setting): Box[] {
  const group = {};
  const isOrdered = element.tagName === "ol";
  const first = Number(attributeOf(element, "start") ?? 1);
  return element.childNodes.filter(isElement).flatMap((item, index) =>
    blocksOf(item.childNodes).flatMap((block) =>
      !Array.isArray(block) && /^[uo]l$/.test(block.tagName)
        ? list(block, setting)
        : textBoxes(
            runsOf(Array.isArray(block) ? block : [block]),
            looks.body,
            index ? gap.item : gap.paragraph,
            setting,
            {
              indent: INDENT,
              item: { list: group, marker: isOrdered ? `${first + index}.` : "•" },
            },
          ),
    ),
  );
}

/** Returns the boxes of a paragraph, without widows and orphans: neither its first nor its last line is alone. */
export function textBoxes(
  runs: readonly Run[],
  look: Look,
  before: number,
  { measures, width }: Pick<Setting, "measures" | "width">,
  more: Partial<TextBlock> = {},
): Box[] {
  const { indent = 0 } = more;
  const set = look.isBold ? runs.map((run) => ({ ...run, isBold: true })) : runs;
  const lines = breakLines(set, width - indent, measures(look));
  const block: TextBlock = {
    ...{ kind: "text", role: "P", look, lines, indent, text: textOf(runs) },
    ...more,
  };
  return boxesOfLines(block, before);
}

const boxesOfLines = (block: TextBlock, before: number): Box[] =>
  block.lines.map((_, index, { length }) => ({
    block,
    index,
    height: block.look.leading,
    before: index ? 0 : before,
    isKept: (index === 0 && length > 1) || index === length - 2,
  }));

/** The padding above and below the text of a table row. */
export const ROW_PADDING = 3;
const COLUMN_GAP = 16;

function table(element: Element, { measures, width }: Setting): Box[] {
  const measure = measures(looks.table);
  const rows = rowsOf(element);
  const natural = rows[0]!.map((_, column) =>
    Math.max(
      ...rows.map(
        (cells) => cellRuns(cells[column]!).reduce((sum, run) => sum + measure(run), 0) + 0.5,
      ),
    ),
  );
  const widths = columnWidths(natural, width);
  const starts = widths.map((_, column) =>
    widths.slice(0, column).reduce((sum, other) => sum + other + COLUMN_GAP, 0),
  );
  const block: TableBlock = { kind: "table", rows: [] };
  for (const cells of rows) {
    const isHead = isHeadCell(cells[0]!);
    const set = cells.map((cell, column) => ({
      lines: breakLines(cellRuns(cell), widths[column]!, measure),
      isHead,
      x: starts[column]!,
      width: widths[column]!,
      isRight: attributeOf(cell, "align") === "right",
    }));
    const most = Math.max(1, ...set.map(({ lines }) => lines.length));
    block.rows.push({ cells: set, height: most * looks.table.leading + 2 * ROW_PADDING, isHead });
  }
  return block.rows.map(({ height }, index, { length }) => ({
    ...{ block, index, height, before: index ? 0 : gap.table },
    isKept: index < length - 1,
  }));
}

/** Returns the cells of each row of a table that is written in Markdown. */
const rowsOf = (element: Element): Element[][] =>
  element.childNodes
    .filter(isElement)
    .flatMap((part) => part.childNodes.filter(isElement))
    .map((row) => row.childNodes.filter(isElement));

const isHeadCell = ({ tagName }: Element) => tagName === "th";

const cellRuns = (cell: Element): Run[] =>
  runsOf(cell.childNodes, isHeadCell(cell) ? { isBold: true } : {});

/** Returns the widths of columns: their natural widths, except that the widest shrinks if the room is too small. */
function columnWidths(natural: readonly number[], width: number): number[] {
  const room = width - COLUMN_GAP * (natural.length - 1);
  const wanted = natural.reduce((sum, one) => sum + one, 0);
  const widest = natural.indexOf(Math.max(...natural));
  // A table fills the width of the text: the room left over goes to the first column, which has no figures.
  const given = wanted > room ? widest : 0;
  return natural.map((one, column) => (column === given ? one + room - wanted : one));
}

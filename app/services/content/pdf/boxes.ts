/**
 * Lays out a text as a vertical list of boxes: lines and table rows. Which boxes have to stay on one page is decided
 * here; where pages end, in `pages.ts`.
 */
import type { Token, Tokens } from "marked";
import { breakLines, type Line, type Measure } from "./lines";
import { formulaRuns, runsOf, textOf, type Run } from "./runs";

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
  /** Returns the link target of a heading. */
  idOf: (heading: Tokens.Heading) => string;
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

/** @returns the boxes of a text in document order */
export function boxesOf(tokens: readonly Token[], setting: Setting): Box[] {
  const boxes: Box[] = [];
  for (const token of tokens) {
    const made = boxesOfToken(token, setting);
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

const isHeading = ({ block }: Box) => block.kind === "text" && block.id !== undefined;
const isIntroduced = ({ block }: Box) =>
  block.kind === "table" || block.role === "Formula" || block.item !== undefined;

function boxesOfToken(token: Token, setting: Setting): Box[] {
  switch (token.type) {
    case "heading":
      return heading(token as Tokens.Heading, setting);
    case "paragraph":
      return textBoxes(runsOf(token.tokens), looks.body, gap.paragraph, setting);
    case "code":
      return formula((token as Tokens.Code).text, setting);
    case "list":
      return list(token as Tokens.List, setting);
    case "table":
      return table(token as Tokens.Table, setting);
    case "blockquote":
      return textBoxes(runsOf(token.tokens), looks.body, gap.paragraph, setting, {
        role: "BlockQuote",
        indent: INDENT,
        isBarred: true,
      });
    default:
      return [];
  }
}

function heading(token: Tokens.Heading, setting: Setting): Box[] {
  const isMain = token.depth <= 2;
  return textBoxes(
    runsOf(token.tokens),
    isMain ? looks.heading2 : looks.heading3,
    isMain ? gap.heading2 : gap.heading3,
    setting,
    { role: isMain ? "H2" : "H3", id: setting.idOf(token), text: token.text },
  ).map((box) => ({ ...box, isKept: true }));
}

function formula(text: string, { measures, width }: Setting): Box[] {
  const measure = measures(looks.formula);
  const lines = text
    .split("\n")
    .flatMap((line) => breakLines(formulaRuns(line), width - INDENT, measure));
  return boxesOfLines(
    { kind: "text", role: "Formula", look: looks.formula, lines, indent: INDENT, text },
    gap.formula,
  ).map((box, index) => ({ ...box, isKept: index < lines.length - 1 }));
}

function list({ items, ordered, start }: Tokens.List, setting: Setting): Box[] {
  const group = {};
  return items.flatMap((item, index) =>
    item.tokens.flatMap((token) =>
      token.type === "list"
        ? list(token as Tokens.List, setting)
        : textBoxes(
            runsOf([token]),
            looks.body,
            index ? gap.item : gap.paragraph,
            { ...setting },
            {
              indent: INDENT,
              item: { list: group, marker: ordered ? `${Number(start || 1) + index}.` : "•" },
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

function table({ header, rows, align }: Tokens.Table, { measures, width }: Setting): Box[] {
  const measure = measures(looks.table);
  const natural = header.map((_, column) =>
    Math.max(
      ...[header, ...rows].map((cells, row) => {
        const runs = cellRuns(cells[column]!, row === 0);
        return runs.reduce((sum, run) => sum + measure(run), 0) + 0.5;
      }),
    ),
  );
  const widths = columnWidths(natural, width);
  const starts = widths.map((_, column) =>
    widths.slice(0, column).reduce((sum, other) => sum + other + COLUMN_GAP, 0),
  );
  const block: TableBlock = { kind: "table", rows: [] };
  for (const [row, cells] of [header, ...rows].entries()) {
    const isHead = row === 0;
    const set = cells.map((cell, column) => ({
      lines: breakLines(cellRuns(cell, isHead), widths[column]!, measure),
      isHead,
      x: starts[column]!,
      width: widths[column]!,
      isRight: align[column] === "right",
    }));
    const most = Math.max(1, ...set.map(({ lines }) => lines.length));
    block.rows.push({ cells: set, height: most * looks.table.leading + 2 * ROW_PADDING, isHead });
  }
  return block.rows.map(({ height }, index, { length }) => ({
    ...{ block, index, height, before: index ? 0 : gap.table },
    isKept: index < length - 1,
  }));
}

const cellRuns = ({ tokens }: Tokens.TableCell, isHead: boolean): Run[] =>
  runsOf(tokens, isHead ? { isBold: true } : {});

/** Returns the widths of columns: their natural widths, except that the widest shrinks if the room is too small. */
function columnWidths(natural: readonly number[], width: number): number[] {
  const room = width - COLUMN_GAP * (natural.length - 1);
  const wanted = natural.reduce((sum, one) => sum + one, 0);
  const widest = natural.indexOf(Math.max(...natural));
  // A table fills the width of the text: the room left over goes to the first column, which has no figures.
  const given = wanted > room ? widest : 0;
  return natural.map((one, column) => (column === given ? one + room - wanted : one));
}

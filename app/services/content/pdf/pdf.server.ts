/**
 * Creates a PDF of a text, with embedded fonts, a tag structure for screen readers, bookmarks, page numbers and links.
 * The same text gives the same bytes.
 */
import { createRequire } from "node:module";
import { parseFragment } from "parse5";
import { boxesOf, looks, ROW_PADDING, textBoxes } from "./boxes";
import type { Box, Look, TableBlock, TextBlock } from "./boxes";
import type { Line, Piece } from "./lines";
import { drawMargins } from "./margins";
import { paginate, type Placed } from "./pages";
import { ACCENT, AREA, faces, LINE, MUTED, PAGE, Pen, type Document, type Structure } from "./pen";
import type { Run } from "./runs";

export interface PdfSource {
  title: string;
  abstract: string;
  authors: string;
  /** The date of the document. */
  date: Date;
  /** The same date as it is printed: "November 21, 2026". */
  dateInWords: string;
  /** The header of each page except the first. */
  runningHead: string;
  /** The text as safe HTML by `renderMarkdown`, with the ids of its headings. */
  html: string;
  /** The origin of the site, to which relative links are resolved; without it they are dropped. */
  origin?: string;
}

/**
 * The version of the layout. Increase it with each change that affects the output, so that cached PDFs are created
 * again.
 */
export const PDF_METHOD = 2;

/** Creates the PDF. It takes about a second, so it runs in a worker thread. */
export async function createPdf(source: PdfSource): Promise<Uint8Array> {
  const { default: PDFDocument } = await import("pdfkit");
  const document = new PDFDocument({
    ...{ size: "A4", margin: 0, autoFirstPage: false, bufferPages: true },
    ...{ pdfVersion: "1.7", tagged: true, lang: "en", displayTitle: true },
    info: {
      ...{ Title: source.title, Author: source.authors, Subject: source.abstract },
      ...{ Creator: source.runningHead, CreationDate: source.date, ModDate: source.date },
    },
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.once("end", resolve);
    document.once("error", reject);
  });
  const require = createRequire(import.meta.url);
  for (const [name, path] of Object.entries(faces)) {
    document.registerFont(name, require.resolve(`@expo-google-fonts/source-serif-4/${path}.ttf`));
    document.font(name);
  }
  new PdfWriter(document, source).draw();
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** A heading and the index of its page. */
interface Entry {
  block: TextBlock;
  page: number;
}

class PdfWriter {
  private readonly pen: Pen;
  private readonly root: Structure;
  /** The open structure elements of blocks and lists. */
  private readonly elements = new Map<object, Structure>();
  /** The bookmark of the section that is being drawn. */
  private section: Outline | null = null;

  constructor(
    private readonly document: Document,
    private readonly source: PdfSource,
  ) {
    this.pen = new Pen(document);
    this.root = document.struct("Document");
    document.addStructure(this.root);
  }

  draw(): void {
    const { source } = this;
    const setting = { measures: this.pen.measures, width: AREA.width };
    const boxes = boxesOf(parseFragment(source.html).childNodes, setting);
    const { front, start } = this.front(boxes);
    const pages = paginate(boxes, AREA, start);
    this.document.addPage();
    this.drawFront(front, entriesOf(pages));
    for (const [index, placed] of pages.entries()) {
      if (index) this.document.addPage();
      for (const { box, y } of placed) this.drawBox(box, y, index);
    }
    this.root.end();
    drawMargins(this.pen, source.runningHead, pages.length);
  }

  /** Lays out what comes before the text on the first page. */
  private front(boxes: readonly Box[]) {
    const { title, authors, abstract, dateInWords } = this.source;
    const setting = { measures: this.pen.measures, width: AREA.width };
    const placed: Placed[] = [];
    let y = AREA.top + 18;
    const put = (made: Box[]) => {
      for (const box of made) {
        y += box.before;
        placed.push({ box, y });
        y += box.height;
      }
    };
    put(textBoxes([{ text: title }], looks.title, 0, setting, { role: "H1" }));
    put(textBoxes([{ text: `${authors}, ${dateInWords}` }], looks.authors, 8, setting));
    put(textBoxes([{ text: "Abstract" }], { ...looks.heading3 }, 26, setting, { role: "H2" }));
    put(textBoxes([{ text: abstract }], looks.abstract, 5, setting));
    put(textBoxes([{ text: "Contents" }], { ...looks.heading3 }, 24, setting, { role: "H2" }));
    const contents = y + 5;
    const main = boxes.filter(({ block, index }) => isMain(block) && index === 0).length;
    return { front: { placed, contents }, start: contents + main * looks.contents.leading };
  }

  private drawFront(
    { placed, contents }: { placed: Placed[]; contents: number },
    entries: readonly Entry[],
  ): void {
    for (const { box, y } of placed) this.drawBox(box, y, 0);
    const list = this.pen.add(this.root, "TOC");
    entries.forEach((entry, index) =>
      this.drawEntry(list, entry, contents + index * looks.contents.leading),
    );
    list.end();
  }

  /** Draws an entry of the table of contents, which links to its section. */
  private drawEntry(list: Structure, { block, page }: Entry, y: number): void {
    const { document } = this;
    const item = this.pen.add(list, "TOCI");
    const link = this.pen.add(item, "Link");
    const number = String(page + 1);
    const width = this.pen.measures(looks.contents)({ text: number });
    link.add(() => {
      this.pen.write({ text: `${block.text} ` }, looks.contents, AREA.left, y);
      this.pen.write({ text: number }, looks.contents, AREA.left + AREA.width - width, y, ["tnum"]);
    });
    const area = [AREA.left, y, AREA.width, looks.contents.leading] as const;
    document.goTo(...area, block.id ?? "", annotation(link, `${block.text}, page ${number}`));
    item.end();
  }

  private drawBox({ block, index, height }: Box, y: number, page: number): void {
    if (block.kind === "table") this.drawRow(block, index, y, height);
    else this.drawLine(block, index, y, page);
  }

  private drawLine(block: TextBlock, index: number, y: number, page: number): void {
    const { look, lines, indent } = block;
    const x = AREA.left + indent;
    if (index === 0) this.begin(block, y, page);
    if (block.isBarred) this.pen.rule(AREA.left + 2, y, AREA.left + 2, y + look.leading, ACCENT);
    this.drawPieces(this.elementOf(block), lines[index]!, look, x, y);
    if (index === lines.length - 1) this.finish(block);
  }

  /** Adds what comes with the first line of a block: bookmark, link target and list marker. */
  private begin(block: TextBlock, y: number, page: number): void {
    const { document } = this;
    if (block.id) {
      const top = Math.max(0, y - 12);
      document.addNamedDestination(block.id, "XYZ", 0, top, null);
      const place = { top, left: PAGE.width, pageNumber: page };
      if (isMain(block)) this.section = outlineOf(document).addItem(block.text, place);
      else (this.section ?? outlineOf(document)).addItem(block.text, place);
    }
    if (block.item) {
      const { list, marker } = block.item;
      const parent = this.elements.get(list) ?? this.pen.add(this.root, "L");
      this.elements.set(list, parent);
      const item = this.pen.add(parent, "LI");
      const label = this.pen.add(item, "Lbl");
      label.add(() => {
        const isNumber = marker !== "•";
        const width = this.pen.measures(block.look)({ text: `${marker} ` });
        const x = AREA.left + (isNumber ? block.indent - width - 2 : 4);
        this.pen.write({ text: `${marker} ` }, block.look, x, y, ["tnum"], MUTED);
      });
      label.end();
      this.elements.set(block, this.pen.add(item, "LBody"));
    }
  }

  /** Returns the structure element of a block, and creates it when its first text is drawn. */
  private elementOf(block: TextBlock): Structure {
    const known = this.elements.get(block);
    if (known) return known;
    const alt = block.role === "Formula" ? { alt: block.text } : {};
    const made = this.pen.add(this.root, block.role, alt);
    this.elements.set(block, made);
    return made;
  }

  private finish(block: TextBlock): void {
    this.elements.get(block)?.end();
    this.elements.delete(block);
  }

  private drawPieces(element: Structure, line: Line, look: Look, left: number, y: number): void {
    let x = left;
    line.pieces.forEach((piece, index) => {
      const isLast = index === line.pieces.length - 1;
      // A space at the end of a line is invisible, but separates words for copied text and screen readers.
      const run = isLast ? { ...piece, text: `${piece.text} ` } : piece;
      const at = x;
      const href = this.addressOf(piece);
      if (href) this.drawLink(element, run, href, look, at, y, piece.width);
      else element.add(() => this.pen.write(run, look, at, y));
      x += piece.width;
    });
  }

  private drawLink(
    parent: Structure,
    run: Run,
    href: string,
    look: Look,
    x: number,
    y: number,
    width: number,
  ): void {
    const link = this.pen.add(parent, "Link");
    link.add(() => this.pen.write(run, look, x, y, [], ACCENT));
    this.document.link(x, y, width, look.leading, href, annotation(link, run.text.trim()));
    link.end();
  }

  /** Returns the absolute URL of a link, or `undefined` if there is none. */
  private addressOf({ href }: Piece): string | undefined {
    if (!href || !URL.canParse(href, this.source.origin)) return undefined;
    return new URL(href, this.source.origin).href;
  }

  private drawRow(block: TableBlock, index: number, y: number, height: number): void {
    const { cells, isHead } = block.rows[index]!;
    const table = this.elements.get(block) ?? this.pen.add(this.root, "Table");
    this.elements.set(block, table);
    const row = this.pen.add(table, "TR");
    for (const cell of cells) {
      const scope = cell.isHead ? { scope: "Column" } : {};
      const element = this.pen.add(row, cell.isHead ? "TH" : "TD", scope);
      cell.lines.forEach((line, number) => {
        const start = AREA.left + cell.x + (cell.isRight ? cell.width - line.width : 0);
        const top = y + ROW_PADDING + number * looks.table.leading;
        this.drawPieces(element, line, looks.table, start, top);
      });
    }
    row.end();
    const isLast = index === block.rows.length - 1;
    if (isLast) table.end();
    const under = y + height;
    const colour = isHead || isLast ? MUTED : LINE;
    this.pen.rule(AREA.left, under, AREA.left + AREA.width, under, colour);
  }
}

const isMain = (block: Box["block"]) =>
  block.kind === "text" && block.id !== undefined && block.role === "H2";

/** Returns the sections of a text and the pages on which they begin. */
const entriesOf = (pages: readonly (readonly Placed[])[]): Entry[] =>
  pages.flatMap((placed, page) =>
    placed.flatMap(({ box: { block, index } }) =>
      block.kind === "text" && isMain(block) && index === 0 ? [{ block, page }] : [],
    ),
  );

/** A part of the library that is missing from its types. */
interface Outline {
  addItem(title: string, place: { top: number; left: number; pageNumber: number }): Outline;
}
const outlineOf = (document: Document) => (document as unknown as { outline: Outline }).outline;

/** Returns the options of a link annotation: its structure element and its description. */
const annotation = (structParent: Structure, contents: string) =>
  // A String object, because the library writes a primitive string as a PDF name.
  ({ structParent, Contents: new String(contents) }) as unknown as PDFKit.Mixins.AnnotationOption;

/** Drawing text and rules on a page, with the page's dimensions, colours and fonts. */
import type { Look } from "./boxes";
import type { Measure } from "./lines";
import type { Run } from "./runs";

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 };
/** The text area, about 70 characters wide. */
export const AREA = { left: 107, width: 381, top: 96, bottom: PAGE.height - 90 };
const INK = "#15201b";
export const MUTED = "#57625b";
export const ACCENT = "#0b5a3d";
export const LINE = "#c6ccc2";

export const faces = {
  regular: "400Regular/SourceSerif4_400Regular",
  italic: "400Regular_Italic/SourceSerif4_400Regular_Italic",
  bold: "600SemiBold/SourceSerif4_600SemiBold",
  boldItalic: "600SemiBold_Italic/SourceSerif4_600SemiBold_Italic",
};
type Face = keyof typeof faces;

const faceOf = ({ isBold, isItalic }: Run): Face =>
  isBold ? (isItalic ? "boldItalic" : "bold") : isItalic ? "italic" : "regular";

export type Document = PDFKit.PDFDocument;
export type Structure = PDFKit.PDFStructureElement;

/** Draws on the current page of a document. */
export class Pen {
  constructor(readonly document: Document) {}

  /** Returns the function that measures runs as the library draws them, word by word. */
  readonly measures = (look: Look): Measure => {
    const { document } = this;
    return (run) => document.font(faceOf(run)).fontSize(look.size).widthOfString(run.text);
  };

  /** Writes a piece of text, vertically centred in its line. */
  write(
    run: Run,
    { size, leading }: Look,
    x: number,
    y: number,
    features: PDFKit.Mixins.OpenTypeFeatures[] = [],
    colour = INK,
  ): void {
    const { document } = this;
    document.font(faceOf(run)).fontSize(size).fillColor(colour);
    const top = y + (leading - document.currentLineHeight()) / 2;
    document.text(run.text, x, top, {
      lineBreak: false,
      ...(features.length ? { features } : {}),
    });
  }

  /** Draws a line as an artifact, which screen readers skip. */
  rule(x1: number, y1: number, x2: number, y2: number, colour: string): void {
    const { document } = this;
    document.markContent("Artifact", { type: "Layout" });
    document.lineWidth(0.5).strokeColor(colour).moveTo(x1, y1).lineTo(x2, y2).stroke();
    document.endMarkedContent();
  }

  /** Adds an element to the structure of the document. */
  add(parent: Structure, type: string, options: object = {}): Structure {
    const element = this.document.struct(type, options);
    parent.add(element);
    return element;
  }
}

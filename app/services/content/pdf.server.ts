/**
 * Creates a PDF of a text, with embedded fonts, bookmarks, page numbers and links. The same text gives the same bytes.
 * The page is the accessible version of the text.
 */
import { createRequire } from "node:module";
import { parseFragment } from "parse5";
import type { Content, TableCell, TableLayout } from "pdfmake";
import type { StyleDictionary } from "pdfmake/interfaces";
import { attributeOf, formulaRuns, isElement, runsOf, textOf } from "./runs";
import type { Element, Node, Run } from "./runs";

export interface PdfSource {
  title: string;
  abstract: string;
  authors: string;
  date: Date;
  /** The same date as it is printed: "November 21, 2026". */
  dateInWords: string;
  runningHead: string;
  /** The text as safe HTML by `renderMarkdown`, with the ids of its headings. */
  html: string;
  /** The origin of the site, to which relative links are resolved; without it they are dropped. */
  origin?: string;
}

const INK = "#15201b";
const MUTED = "#57625b";
const ACCENT = "#0b5a3d";
const LINE = "#c6ccc2";
/** The margin on both sides of the text, which is about 70 characters wide. */
const SIDE = 107;
const INDENT = 18;

const require = createRequire(import.meta.url);
const face = (name: string) =>
  require.resolve(`@expo-google-fonts/source-serif-4/${name}/SourceSerif4_${name}.ttf`);
const serif = () => ({
  normal: face("400Regular"),
  italics: face("400Regular_Italic"),
  bold: face("600SemiBold"),
  bolditalics: face("600SemiBold_Italic"),
});

const styles: StyleDictionary = {
  title: { fontSize: 26, bold: true, margin: [0, 18, 0, 8] },
  label: { fontSize: 11.5, bold: true, margin: [0, 24, 0, 5] },
  heading2: { fontSize: 16, bold: true, margin: [0, 24, 0, 5] },
  heading3: { fontSize: 11.5, bold: true, margin: [0, 14, 0, 4] },
  paragraph: { margin: [0, 0, 0, 8] },
  formula: { fontSize: 11, lineHeight: 1.3, margin: [INDENT, 2, 0, 10] },
  table: { fontSize: 9.5, lineHeight: 1.15, margin: [0, 4, 0, 12] },
  margin: { fontSize: 8.5, color: MUTED },
};

/** Thin rules between the rows of a table. */
const ruled: TableLayout = {
  hLineWidth: (index, { table }) => (index === 0 || index === table.body.length ? 0 : 0.5),
  hLineColor: () => LINE,
  vLineWidth: () => 0,
  paddingLeft: (index) => (index ? 8 : 0),
  paddingRight: (index, { table }) => (index === table.widths!.length - 1 ? 0 : 8),
};
const barred: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: (index) => (index ? 0 : 2),
  vLineColor: () => LINE,
  paddingLeft: () => INDENT,
};

/** Creates the PDF. It takes about a second, so it runs in a worker thread. */
export async function createPdf(source: PdfSource): Promise<Uint8Array> {
  const { default: pdfmake } = await import("pdfmake");
  pdfmake.setFonts({ serif: serif() });
  // The text contains neither images nor attachments.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => Object.values(serif()).includes(path));
  const { title, authors, abstract, date, runningHead } = source;
  const document = { version: "1.7", language: "en", displayTitle: true } as const;
  const dates = { creationDate: date, modDate: date };
  const info = { title, author: authors, subject: abstract, creator: runningHead, ...dates };
  return pdfmake
    .createPdf({
      ...document,
      info,
      pageSize: "A4",
      pageMargins: [SIDE, 96, SIDE, 90],
      defaultStyle: { font: "serif", fontSize: 10.5, lineHeight: 1.18, color: INK },
      styles,
      header: (page) =>
        page === 1 ? null : { text: runningHead, style: "margin", margin: [SIDE, 54, SIDE, 0] },
      footer: (page, count) => ({
        text: `${page} / ${count}`,
        style: "margin",
        alignment: "right",
        margin: [SIDE, 24, SIDE, 0],
      }),
      // A heading stays with what follows it.
      pageBreakBefore: ({ headlineLevel }, { getFollowingNodesOnPage }) =>
        headlineLevel !== undefined && getFollowingNodesOnPage().length === 0,
      content: [...frontOf(source), ...contentOf(parseFragment(source.html).childNodes, source)],
    })
    .getBuffer();
}

/** What comes before the text: its title and authors, the abstract, and the table of contents. */
const frontOf = ({ title, authors, dateInWords, abstract }: PdfSource): Content[] => [
  { text: title, style: "title" },
  { text: `${authors}, ${dateInWords}` },
  { text: "Abstract", style: "label" },
  { text: abstract },
  { text: "Contents", style: "label" },
  // In one piece, so that each entry is one link and not one per word.
  { toc: { textStyle: { noWrap: true }, numberStyle: { color: MUTED } } },
];

type Links = Pick<PdfSource, "origin">;
const BLOCKS = new Set("h2 h3 h4 h5 h6 p pre ul ol div table blockquote section hr".split(" "));

/** @returns the content of nodes; the inline nodes between two blocks are a paragraph */
function contentOf(nodes: readonly Node[], links: Links): Content[] {
  const blocks: (Element | Node[])[] = [];
  for (const node of nodes) {
    const last = blocks.at(-1);
    if (isElement(node) && BLOCKS.has(node.tagName)) blocks.push(node);
    else if (Array.isArray(last)) last.push(node);
    else if (!("value" in node) || node.value.trim()) blocks.push([node]);
  }
  let section: string | undefined;
  return blocks.flatMap((block) => {
    if (Array.isArray(block)) return paragraph(block, links);
    if (!/^h[2-6]$/.test(block.tagName)) return contentOfBlock(block, links);
    const made = heading(block, section);
    if (block.tagName === "h2") section = attributeOf(block, "id");
    return made;
  });
}

function contentOfBlock(block: Element, links: Links): Content | Content[] {
  const { tagName, childNodes } = block;
  switch (tagName) {
    case "p":
      return paragraph(childNodes, links);
    case "pre":
      return formula(textOf(codeRuns(childNodes)));
    case "ul":
      return { ul: itemsOf(block, links), style: "paragraph" };
    case "ol": {
      const start = Number(attributeOf(block, "start") ?? 1);
      return { ol: itemsOf(block, links), start, style: "paragraph" };
    }
    case "table":
      return tableOf(block, links);
    case "blockquote":
      return {
        table: { widths: ["*"], body: [[contentOf(childNodes, links)]] },
        layout: barred,
        style: "paragraph",
      };
    case "hr":
      return [];
    default:
      // A section, or the scrolling region of a table or a formula.
      return attributeOf(block, "class") === "math"
        ? formula(textOf(runsOf(childNodes)))
        : contentOf(childNodes, links);
  }
}

const paragraph = (nodes: readonly Node[], links: Links): Content => ({
  text: inline(runsOf(nodes), links),
  style: "paragraph",
});

/** The main headings are listed in the table of contents, and all are bookmarks. */
function heading(element: Element, section?: string): Content {
  const text = textOf(runsOf(element.childNodes));
  const isMain = element.tagName === "h2";
  return {
    text,
    id: attributeOf(element, "id"),
    style: isMain ? "heading2" : "heading3",
    headlineLevel: isMain ? 2 : 3,
    tocItem: isMain,
    outline: true,
    ...(isMain ? {} : { outlineParentId: section }),
  } as Content;
}

/** The text of code, whose line breaks are kept. */
const codeRuns = (nodes: readonly Node[]): Run[] =>
  nodes.flatMap((node) =>
    "value" in node ? { text: node.value } : isElement(node) ? codeRuns(node.childNodes) : [],
  );

const formula = (code: string): Content => ({
  stack: code
    .trim()
    .split("\n")
    .map((line) => ({ text: inline(formulaRuns(line), {}) })),
  style: "formula",
  unbreakable: true,
});

const itemsOf = (list: Element, links: Links): Content[] =>
  list.childNodes
    .filter(isElement)
    .map((item) => ({ stack: contentOf(item.childNodes, links), margin: [0, 0, 0, -4] }));

function tableOf(element: Element, links: Links): Content {
  const rows = element.childNodes
    .filter(isElement)
    .flatMap((part) => part.childNodes.filter(isElement))
    .map((row) => row.childNodes.filter(isElement));
  const body = rows.map((cells) =>
    cells.map((cell): TableCell => ({
      text: inline(runsOf(cell.childNodes), links),
      bold: cell.tagName === "th",
      alignment: attributeOf(cell, "align") === "right" ? "right" : "left",
    })),
  );
  const widths = rows[0]!.map((_, column) => (column ? "auto" : "*"));
  return {
    table: { widths, body, headerRows: 1, dontBreakRows: true },
    layout: ruled,
    style: "table",
  };
}

const inline = (runs: readonly Run[], { origin }: Links): Content[] =>
  runs.map(({ text, isBold, isItalic, href }) => ({
    text,
    ...(isBold && { bold: true }),
    ...(isItalic && { italics: true }),
    ...linkTo(href, origin),
  }));

function linkTo(href: string | undefined, origin: string | undefined) {
  if (href?.startsWith("#")) return { linkToDestination: href.slice(1), color: ACCENT };
  if (!href || !URL.canParse(href, origin)) return {};
  return { link: new URL(href, origin).href, color: ACCENT };
}

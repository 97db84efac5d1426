/** The whitepaper's PDF, read by an independent library, and how it is kept. */
import { getDocument, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { PDFDocumentProxy, TextItem } from "pdfjs-dist/types/src/display/api";
import sanitizeHtml from "sanitize-html";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { site } from "~/config/site";
import * as service from "~/services/whitepaper.server";
import * as worker from "~/services/worker/worker.server";
import { collection, saveText, useDatabase } from "../../setup/database";

useDatabase();

const opened: PDFDocumentProxy[] = [];

async function open(bytes: Buffer): Promise<PDFDocumentProxy> {
  const pdf = await getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
  }).promise;
  opened.push(pdf);
  return pdf;
}

let paper: service.Whitepaper;
let made: service.WhitepaperPdf;
let pdf: PDFDocumentProxy;

beforeAll(async () => {
  [paper, made] = await Promise.all([service.readWhitepaper(), service.readWhitepaperPdf()]);
  pdf = await open(made.bytes);
});

afterEach(() => void vi.restoreAllMocks());

afterAll(() => Promise.all(opened.map((each) => each.destroy())));

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The text of each page without its header and page number. */
const textOfPages = (document: PDFDocumentProxy): Promise<string[]> =>
  Promise.all(
    range(document.numPages).map(async (number) => {
      const content = await (await document.getPage(number)).getTextContent();
      // By their places, because a list's numbers are drawn after the first line of their items.
      const items = content.items
        .filter((item): item is TextItem => "str" in item && item.str.trim() !== "")
        .sort(
          ({ transform: one }, { transform: other }) =>
            Math.round(other[5] - one[5]) || one[4] - other[4],
        );
      const textBetween = (bottom: number, top: number) =>
        items
          .filter(({ transform }) => transform[5] > bottom && transform[5] <= top)
          .map(({ str }) => str.trim())
          .join(" ");
      const [foot, head] = [textBetween(0, 80), textBetween(760, 842)].map((text) => text.trim());
      expect(foot).toBe(`${number} / ${document.numPages}`);
      if (number > 1) expect(head).toBe(`${site.name} · ${paper.title}`);
      return textBetween(80, number > 1 ? 760 : 842);
    }),
  );

/** The text without white space, because lines break elsewhere in the PDF. */
const dense = (text: string) => text.replace(/\s/g, "");

const plain = (html: string) =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

describe("the PDF", () => {
  test("has its title, author, subject and language as metadata", async () => {
    const { info, metadata } = await pdf.getMetadata();
    expect(info).toMatchObject({
      Title: paper.title,
      Author: `${site.name} team`,
      Subject: paper.abstract,
      Language: "en",
      CreationDate: `D:${paper.date.replaceAll("-", "")}000000Z`,
    });
    expect(metadata?.get("dc:title")).toContain(paper.title);
  });

  test("has a bookmark for every heading that points to its page", async () => {
    const outline = await pdf.getOutline();
    const titles = outline.flatMap(({ title, items }) => [
      { title, depth: 2 },
      ...items.map((item) => ({ title: item.title as string, depth: 3 })),
    ]);
    expect(titles).toEqual(paper.sections.map(({ title, depth }) => ({ title, depth })));
    const pages = await textOfPages(pdf);
    for (const { title, dest } of outline) {
      const [page] = dest as [Parameters<typeof pdf.getPageIndex>[0]];
      expect(dense(pages[await pdf.getPageIndex(page)]!), title).toContain(dense(title));
    }
  });

  test("has the whole text in order, including tables and formulas", async () => {
    const text = dense((await textOfPages(pdf)).join(""));
    const blocks = [...paper.html.matchAll(/<(h[23]|p|li|th|td)[^>]*>([^]*?)<\/\1>/g)].map(
      ([, , inner]) => dense(plain(inner!)),
    );
    expect(blocks.length).toBeGreaterThan(100);
    // The first heading is in the table of contents as well.
    let at = text.indexOf("References") + "References".length;
    for (const block of blocks) {
      const found = text.indexOf(block, at);
      expect(found, `${block} after ${text.slice(at - 40, at)}`).toBeGreaterThanOrEqual(at);
      // Between two blocks there is at most a list marker or a page number.
      expect(text.slice(at, found)).toMatch(/^(•|\d+\.?)?$/);
      at = found + block.length;
    }
    expect(text.slice(at)).toBe("");
  });

  test("has links to cited works, and from its table of contents to its sections", async () => {
    const pages = await Promise.all(range(pdf.numPages).map((number) => pdf.getPage(number)));
    const links = (await Promise.all(pages.map((page) => page.getAnnotations()))).flat();
    expect(links.map(({ url }) => url as string)).toContain(
      "https://doi.org/10.1016/j.jfineco.2011.11.003",
    );
    // The title of an entry is a link, and so is its page number.
    const targets = [
      ...new Set(links.flatMap(({ dest }) => (typeof dest === "string" ? dest : []))),
    ];
    expect(targets).toEqual(paper.sections.filter(({ depth }) => depth === 2).map(({ id }) => id));
    for (const target of targets) expect(await pdf.getDestination(target)).not.toBeNull();
  });

  test("embeds its fonts", async () => {
    expect(made.bytes.toString("latin1").match(/\/FontFile2 /g)?.length).toBeGreaterThanOrEqual(3);
  });
});

test("the text has more than 2,000 words, and headings with unique ids", () => {
  expect(plain(paper.html).split(/\s+/).length).toBeGreaterThan(2000);
  const ids = [...paper.html.matchAll(/<h[23] id="([^"]+)">/g)].map(([, id]) => id);
  expect(ids).toEqual(paper.sections.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

describe("a generated PDF", () => {
  const { readWhitepaper, readWhitepaperPdf } = service;
  const frontMatter =
    "---\ntitle: A title\nabstract: Words\nauthors: A team\ndate: 2026-01-31\n---\n";

  test("is made once for several requests, and again if that fails or the text changes", async () => {
    const createPdf = vi.fn().mockRejectedValueOnce(new Error("no memory"));
    createPdf.mockResolvedValue(Buffer.from("%PDF"));
    const inWorker = vi
      .spyOn(worker, "inWorker")
      .mockImplementation(((_: string, use: (job: object) => Promise<unknown>) =>
        use({ createPdf })) as never);
    await saveText("whitepaper", `${frontMatter}Another text.`);
    await expect(readWhitepaperPdf()).rejects.toThrow("no memory");
    const [one, other] = await Promise.all([readWhitepaperPdf(), readWhitepaperPdf()]);
    expect(one).toBe(other);
    expect(one.name).toBe(`${site.name.toLowerCase()}-whitepaper.pdf`);
    expect(createPdf).toHaveBeenCalledTimes(2);
    inWorker.mockRestore();
    await collection("site-texts").deleteMany({});
    const again = await readWhitepaperPdf();
    expect(again.bytes.equals(made.bytes), "the first text gives the same bytes again").toBe(true);
  });

  test("is used when the text cannot be read, which is an error without a PDF", async () => {
    const before = await readWhitepaperPdf();
    await saveText("whitepaper", "Nothing but words.");
    expect(await readWhitepaperPdf()).toBe(before);
    await expect(readWhitepaper()).rejects.toThrow("no front matter");
    // The service as in a process that has just started.
    const anew = (await import("~/services/whitepaper.server?anew" as string)) as typeof service;
    await expect(anew.readWhitepaperPdf()).rejects.toThrow("no front matter");
  });
});

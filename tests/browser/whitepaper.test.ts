/** The whitepaper: as a text, in our viewer, in the browser's own one, and on paper. */
import type { Browser, Page, Response } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { expectGoodLooks, looks } from "../setup/accessibility";
import { expectPageError, startBrowser, openPage } from "../setup/browser";
import { useSite } from "../setup/site";

const site = useSite();
const url = (path: string) => site().origin + path;
const PDF = "/api/whitepaper.pdf";
const TITLE = "Research in the Open";
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  // The first reader has it made; that takes a moment.
  await (await fetch(url(PDF))).arrayBuffer();
});

test("as a text it has what is in it beside it, and leads to its PDF", async () => {
  const page = await openPage(browser, looks.light);
  await page.goto(url("/whitepaper"));
  await page.getByRole("heading", { name: TITLE, level: 1 }).waitFor();
  await page.getByRole("complementary").getByRole("link", { name: "Risks" }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe("#risks");
  await page.getByRole("heading", { name: "Risks", level: 2 }).waitFor();
  expect(await page.getByRole("link", { name: "Open PDF" }).getAttribute("href")).toBe(PDF);
  await expectGoodLooks(page, ["small and light", "small and dark"]);
  await page.setViewportSize(looks.light.viewport);

  // On paper there is nothing to press.
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("link", { name: "Open PDF" }).isVisible()).toBe(false);
  expect(await page.getByRole("navigation", { name: "Contents" }).first().isVisible()).toBe(false);
  expect(await page.getByRole("heading", { name: "Risks", level: 2 }).isVisible()).toBe(true);
});

test("with scripts its PDF is read in our viewer, by mouse and by keyboard", async () => {
  const page = await openPage(browser, looks.light);
  await page.goto(url("/whitepaper"));
  await page.getByRole("link", { name: "PDF", exact: true }).click();
  const controls = page.getByRole("group", { name: "PDF controls" });
  const sheet = page.locator("canvas.react-pdf__Page__canvas");
  const text = page.locator(".textLayer");

  await controls.getByText(/^Page 1 of \d+$/).waitFor();
  await text.getByText(TITLE).waitFor();
  await page.locator(".annotationLayer a").first().waitFor();
  await expect.poll(() => sheet.evaluate(isPainted)).toBe(true);
  expect((await page.locator("[data-viewer]").boundingBox())?.height).toBe(800);
  const wide = (await sheet.boundingBox())?.width ?? 0;
  await page.setViewportSize(looks["small and light"].viewport);
  // Its sheet is drawn anew in the new width, and its text comes after the outline that refers to it.
  await expect.poll(async () => (await sheet.boundingBox())?.width ?? wide).toBeLessThan(wide);
  await expect.poll(() => page.evaluate(isOutlineWhole)).toBe(true);
  await expectGoodLooks(page, ["small and light", "small and dark"]);
  await page.setViewportSize(looks.light.viewport);

  const next = controls.getByRole("button", { name: "Next page" });
  const previous = controls.getByRole("button", { name: "Previous page" });
  expect(await previous.getAttribute("aria-disabled")).toBe("true");
  await next.click();
  await controls.getByText(/^Page 2 of/).waitFor();
  await text.getByText("How research is reviewed").waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await controls.getByText(/^Page 1 of/).waitFor();
  await page.getByRole("region", { name: `${TITLE}, page 1` }).press("ArrowRight");
  await controls.getByText(/^Page 2 of/).waitFor();
  await page.getByRole("region", { name: `${TITLE}, page 2` }).press("ArrowLeft");
  await text.getByText(TITLE).waitFor();

  // Its own links turn its pages.
  await page.locator(".annotationLayer a").last().click();
  await text.getByText("References").first().waitFor();
  await controls.getByText(/^Page (?!1 )\d+ of/).waitFor();

  const width = async () => (await sheet.boundingBox())?.width ?? 0;
  const before = await width();
  await controls.getByRole("button", { name: "Larger" }).click();
  await expect.poll(width).toBeGreaterThan(before);
  await controls.getByRole("button", { name: "Fit" }).click();
  await expect.poll(width).toBe(before);
});

/** Whether all is there that the PDF's outline for those who do not see it refers to. */
function isOutlineWhole(): boolean {
  const references = [...document.querySelectorAll("[aria-owns]")];
  const isThere = (element: Element) =>
    document.getElementById(element.getAttribute("aria-owns") ?? "") !== null;
  return references.length > 0 && references.every(isThere);
}

/** Whether there is anything on a canvas but one colour. */
function isPainted(element: Element): boolean {
  const canvas = element as HTMLCanvasElement;
  const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size > 10;
}

/**
 * The headless shell has no viewer of its own. There the link that stands in for it has to be seen,
 * and the policies have to say that the PDF may be within the page.
 */
async function expectNativePdf(page: Page, response: Response | null): Promise<void> {
  const policyOf = (headers: Record<string, string>) =>
    (headers["content-security-policy"] ?? "").split(";");
  const pdf = await fetch(url(PDF));
  await pdf.body?.cancel();
  expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
  expect(policyOf(Object.fromEntries(pdf.headers))).toContain("frame-ancestors 'self'");
  expect(policyOf((await response?.allHeaders()) ?? {})).toEqual(
    expect.arrayContaining(["object-src 'self'", "frame-src 'self'"]),
  );
  if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
    await expect.poll(() => page.frames().map((each) => each.url())).toContain(url(PDF));
  } else {
    const link = page.locator("object").getByRole("link", { name: "Open the PDF" });
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe(PDF);
  }
}

test("without scripts it is in the browser's own viewer, with a link for those that have none", async () => {
  const page = await openPage(browser, { ...looks.light, javaScriptEnabled: false });
  const response = await page.goto(url("/whitepaper?view=pdf"));
  const frame = page.locator("object");
  expect(await frame.getAttribute("data")).toBe(PDF);
  expect(await frame.getAttribute("type")).toBe("application/pdf");
  expect((await frame.boundingBox())?.height).toBe(798);
  expect(await frame.getByRole("link", { name: "Open the PDF", includeHidden: true }).count()).toBe(
    1,
  );
  await expectNativePdf(page, response);
});

test("where our viewer does not come up, the browser's own one does", async () => {
  const page = await openPage(browser, looks.light);
  expectPageError(page, /Failed to load resource|Failed to fetch dynamically imported module/);
  await page.route(/pdf-pages\.client/, (route) => route.abort());
  const response = await page.goto(url("/whitepaper?view=pdf"));
  await page.locator("object").waitFor();
  expect(await page.locator("object").getAttribute("data")).toBe(PDF);
  await expectNativePdf(page, response);
});

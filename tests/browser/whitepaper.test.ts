/** The whitepaper: as a text, in the site's viewer, in the browser's viewer, and in print. */
import type { Page, Response } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openAt, openPage } from "../setup/browser";
import { useSharedSite } from "../setup/site";
import { useStage } from "../setup/stage";

const site = useSharedSite("empty");
const { show } = useStage(site);
const url = (path: string) => site().origin + path;
const PDF = "/api/whitepaper.pdf";
const TITLE = "Research in the Open";
beforeAll(async () => {
  // The first request creates the PDF, which takes a moment.
  await (await fetch(url(PDF))).arrayBuffer();
});

test("the text has a table of contents beside it, links to its PDF, and prints without controls", async () => {
  const page = await show("/whitepaper");
  await page.getByRole("heading", { name: TITLE, level: 1 }).waitFor();
  await page.getByRole("complementary").getByRole("link", { name: "Risks" }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe("#risks");
  await page.getByRole("heading", { name: "Risks", level: 2 }).waitFor();
  expect(await page.getByRole("link", { name: "Open PDF" }).getAttribute("href")).toBe(PDF);
  // In print there are no controls.
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("link", { name: "Open PDF" }).isVisible()).toBe(false);
  expect(await page.getByRole("navigation", { name: "Contents" }).first().isVisible()).toBe(false);
  expect(await page.getByRole("heading", { name: "Risks", level: 2 }).isVisible()).toBe(true);
});

test("with scripts the PDF opens in the site's viewer, which works by mouse and keyboard", async () => {
  const page = await openAt(url("/whitepaper"), looks.light);
  await page.getByRole("link", { name: "PDF", exact: true }).click();
  const controls = page.getByRole("group", { name: "PDF controls" });
  const sheet = page.locator("canvas.react-pdf__Page__canvas");
  // Each word has an element of its own.
  const text = page.locator(".textLayer");

  await controls.getByText(/^Page 1 of \d+$/).waitFor();
  await text.getByText("Research", { exact: true }).first().waitFor();
  await page.locator(".annotationLayer a").first().waitFor();
  await expect.poll(() => sheet.evaluate(isPainted)).toBe(true);
  expect((await page.locator("[data-viewer]").boundingBox())?.height).toBe(800);
  const wide = (await sheet.boundingBox())?.width ?? 0;
  await page.setViewportSize(looks["small and light"].viewport);
  await expect.poll(async () => (await sheet.boundingBox())?.width ?? wide).toBeLessThan(wide);
  await expectAccessibleLooks(page, ["small and light", "small and dark"]);
  await page.setViewportSize(looks.light.viewport);

  const next = controls.getByRole("button", { name: "Next page" });
  const previous = controls.getByRole("button", { name: "Previous page" });
  expect(await previous.getAttribute("aria-disabled")).toBe("true");
  await next.click();
  await controls.getByText(/^Page 2 of/).waitFor();
  await text.getByText("reviewed").first().waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await controls.getByText(/^Page 1 of/).waitFor();
  await page.getByRole("region", { name: `${TITLE}, page 1` }).press("ArrowRight");
  await controls.getByText(/^Page 2 of/).waitFor();
  await page.getByRole("region", { name: `${TITLE}, page 2` }).press("ArrowLeft");
  await text.getByText("Research", { exact: true }).first().waitFor();

  // Links in the PDF turn its pages.
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

/** Whether a canvas has more than a few colours, so that something is drawn on it. */
function isPainted(element: Element): boolean {
  const canvas = element as HTMLCanvasElement;
  const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size > 10;
}

/**
 * Fails if the browser's viewer does not show the PDF. The headless shell has no viewer: there the
 * fallback link has to be visible. In both, the content security policies have to allow the PDF in the page.
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

test("if the site's viewer fails to load, the browser's viewer shows the PDF", async () => {
  const page = await openPage(looks.light);
  expectPageError(page, /Failed to load resource|Failed to fetch dynamically imported module/);
  await page.route(/pdf-pages\.client/, (route) => route.abort());
  const response = await page.goto(url("/whitepaper?view=pdf"));
  const frame = page.locator("object");
  await frame.waitFor();
  expect(await frame.getAttribute("data")).toBe(PDF);
  expect((await frame.boundingBox())?.height).toBe(798);
  await expectNativePdf(page, response);
});

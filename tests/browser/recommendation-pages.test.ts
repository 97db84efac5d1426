/** The pages of single recommendations and of the track records: without scripts, and in all looks. */
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { expectAccessibleLooks } from "../setup/accessibility";
import { expectPageError, startBrowser, openPage } from "../setup/browser";
import { useSite } from "../setup/site";

/** With the demonstration community, which has twelve recommendations of each kind. */
const site = useSite({ DEMO: "1" });
let browser: Browser;
let momentum: string[];
let sentiment: string[];
beforeAll(async () => {
  browser = await startBrowser();
  [momentum = [], sentiment = []] = await Promise.all([idsOf("momentum"), idsOf("sentiment")]);
});

async function idsOf(kind: string): Promise<string[]> {
  const answer = await fetch(`${site().origin}/api/${kind}-recommendations`);
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
}

const small = ["small and light", "small and dark"] as const;

test("both pages are accessible on a small screen, with everything open", async () => {
  const page = await openPage(browser);
  for (const path of [`/momentum/${momentum[2]}`, `/sentiment/${sentiment[0]}`]) {
    await page.goto(site().origin + path);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("main details")) {
        details.toggleAttribute("open", true);
      }
    });
    await expectAccessibleLooks(page, small);
  }
});

test("the track record describes its chart in words, and fits a small screen", async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${site().origin}/momentum`);
  const record = page.getByRole("region", { name: "Track record" });
  const chart = record.getByRole("img", {
    name: /^What 100 became: following Momentum, and holding BTC/,
  });
  await page.setViewportSize({ width: 375, height: 740 });
  const frame = (await chart.boundingBox())!;
  expect(frame.x).toBeGreaterThanOrEqual(0);
  expect(frame.x + frame.width).toBeLessThanOrEqual(375);
});

test("the drawings of the full track record have titles, and fit a small screen", async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${site().origin}/momentum`);
  await page.getByRole("link", { name: "The full track record" }).click();
  await page.getByRole("heading", { level: 1, name: /full track record/ }).waitFor();
  await page.setViewportSize({ width: 375, height: 740 });
  const drawings = page.locator("main").getByRole("img");
  // Two line charts, two charts of draws, and the map.
  expect(await drawings.count()).toBe(5);
  for (const drawing of await drawings.all()) {
    const frame = (await drawing.boundingBox())!;
    expect(frame.x).toBeGreaterThanOrEqual(0);
    expect(frame.x + frame.width).toBeLessThanOrEqual(375);
    expect(await drawing.locator("title").count()).toBe(1);
  }
});

test("the full track record is accessible in all looks, with everything open", async () => {
  const page = await openPage(browser);
  for (const engine of ["momentum", "sentiment"]) {
    await page.goto(`${site().origin}/${engine}/track-record`);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("main details")) {
        details.toggleAttribute("open", true);
      }
    });
    await expectAccessibleLooks(page);
  }
});

test("a printed page has no controls, and its text is black", async () => {
  const page = await openPage(browser);
  await page.goto(`${site().origin}/sentiment`);
  await page.emulateMedia({ media: "print" });
  const pressed = page.locator(
    "main button, main nav, header nav, a[href='#main'], a[href^='/login']",
  );
  expect(await pressed.count()).toBeGreaterThan(3);
  for (const control of await pressed.all()) expect(await control.isVisible()).toBe(false);
  const title = page.getByRole("heading", { level: 1 });
  expect(await title.evaluate((heading) => getComputedStyle(heading).color)).toBe("rgb(0, 0, 0)");
});

test("an unknown recommendation shows the not-found page with status 404", async () => {
  const page = await openPage(browser);
  expectPageError(page, /status of 404/);
  for (const path of ["/momentum/nonsense", `/sentiment/${momentum[0]}`]) {
    const response = await page.goto(site().origin + path);
    expect(response?.status(), path).toBe(404);
    await page.getByText("The page you're looking for doesn't exist.").waitFor();
  }
});

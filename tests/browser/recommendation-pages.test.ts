/** The pages of single recommendations and of the track records: without scripts, and in all looks. */
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { dayOf } from "~/domain/calendar-days";
import { mondaysBefore } from "~/services/demo/demo-recommendations.server";
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

test("a momentum recommendation works without scripts: its closes, outcome, and links to its neighbours", async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${site().origin}/momentum/${momentum[2]}`);
  await page.getByText("What 100 became from the close of").waitFor();
  const closes = page.getByRole("table", { name: /^Closes in US dollars/ });
  expect(await closes.isVisible()).toBe(false);
  await page.getByText("All closes used, day by day").click();
  expect(await closes.getByRole("row").count()).toBe(1 + 29);
  await page.getByRole("link", { name: "Older" }).click();
  await page.waitForURL(`**/momentum/${momentum[3]}`);
  await page.getByRole("link", { name: "Newer" }).click();
  await page.waitForURL(`**/momentum/${momentum[2]}`);
});

test("a sentiment recommendation works without scripts: each token's mentions, and links to their documents", async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${site().origin}/sentiment/${sentiment[0]}`);
  const table = page.getByRole("table", { name: "Mentions" });
  const all = await table.getByRole("row").count();
  const tokens = page.getByRole("navigation", { name: "Mentions by token" });
  await tokens.getByRole("link").nth(1).click();
  await page.waitForURL(({ searchParams }) => /^[A-Z]+$/.test(searchParams.get("token") ?? ""));
  expect(await table.getByRole("row").count()).toBeLessThan(all);
  const document = table.getByRole("link").first();
  const kind = await document.innerText();
  await document.click();
  // Which document is first depends on the day, because the demonstration's documents end today.
  const address = kind === "Review" ? /^\/[a-z-]+\/reviews\/[0-9a-f]{24}$/ : /^\/article\//;
  await page.waitForURL(({ pathname }) => address.test(pathname));
  await page.getByRole("heading", { level: 1 }).waitFor();
});

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
  // On a Monday the newest recommendation is from today, and has no close after it yet.
  const past = mondaysBefore(new Date()).filter((moment) => dayOf(moment) < dayOf(new Date()));
  expect(await record.getByRole("table").last().getByRole("row").count()).toBe(1 + past.length);
});

test("the full track record works without scripts: charts, tables, the map, and CSV files", async () => {
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
  await page.getByText(/^28 days on Mondays ranked \w+ of 63 variants from/).waitFor();
  await page.getByText("SOL was chosen in hindsight.").waitFor();
  const map = page.getByRole("table", { name: /by period and weekday/ });
  expect(await map.isVisible()).toBe(false);
  await page.getByText("The map as a table").click();
  expect(await map.getByRole("row").count()).toBe(1 + 9);
  const files = await page.getByRole("link", { name: "Every column as CSV" }).all();
  const paths = await Promise.all(files.map((link) => link.getAttribute("href")));
  expect(paths).toEqual(["/momentum/track-record.csv", "/momentum/backtest.csv"]);
  for (const path of paths) {
    const file = await fetch(site().origin + path);
    expect(file.headers.get("content-type")).toContain("text/csv");
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect(await file.text()).toMatch(/^day,.*,btc_sigma,.*,exposure,.*,fee,/);
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

/** What pages say, and still show, when the database is not available. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "embedded-mongo";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { topics } from "~/domain/topics";
import { expectPageError, startBrowser, openPage } from "../setup/browser";
import { startSite, type Site } from "../setup/site";

let browser: Browser;
let site: Site;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "test-failures-"));
  const database = await openEmbedded(directory);
  site = await startSite({ MONGODB_URI: database.uri("community") });
  browser = await startBrowser();
  await database.close();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Without scripts, so that the page shows only what the first response contains. */
const visit = async (path: string) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  expectPageError(page, /status of 503/);
  const response = await page.goto(site.origin + path);
  return { page, status: response?.status() };
};

test.each([
  ["/community", "Failed to load articles. Please try again later."],
  ["/macro", "Failed to fetch reviews"],
  ["/book-nook", "Failed to fetch reviews"],
  ["/category/crypto", "Failed to fetch articles"],
  ["/momentum", "Failed to fetch momentum recommendations"],
  ["/sentiment", "Failed to fetch sentiment recommendations"],
])("%s says: %s", async (path, sentence) => {
  const { page, status } = await visit(path);
  expect(status).toBe(503);
  await page.getByText(sentence).waitFor();
  await page.getByRole("heading", { level: 1 }).waitFor();
});

test("the research room falls back to the six topics without their counts", async () => {
  const { page, status } = await visit("/research");
  expect(status).toBe(200);
  for (const { title } of topics) await page.getByRole("heading", { name: title }).waitFor();
  expect(await page.getByText("contributors").count()).toBe(0);
});

test("the front page and the declaration are not affected", async () => {
  expect((await visit("/")).status).toBe(200);
  expect((await visit("/declaration")).status).toBe(200);
});

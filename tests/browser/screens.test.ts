/** Every screen of accounts and articles, in both schemes, wide and at 375 pixels. */
import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import {
  expectAccessible,
  expectAccessibleLooks,
  expectNoSidewaysScroll,
  looks,
} from "../setup/accessibility";
import { expectPageError, startBrowser, openPage } from "../setup/browser";
import { startSite, useSite } from "../setup/site";

/** With the demonstration community, so that every screen has content. */
const site = useSite({ DEMO: "1" });
let browser: Browser;
let articleId: string;
beforeAll(async () => {
  browser = await startBrowser();
  const top = await fetch(`${site().origin}/api/articles?sort=top&limit=1`);
  articleId = ((await top.json()) as { id: string }[])[0]!.id;
});

const screens: Record<string, () => string> = {
  "the articles": () => "/community",
  "the articles with comments open": () => `/community?sort=top&comments=${articleId}`,
  "an article": () => `/article/${articleId}`,
  "signing in": () => "/login?redirectTo=/community",
  "signing up": () => "/signup",
};

describe("every look is accessible for", () => {
  test.each(Object.entries(screens))("%s", async (_name, path) => {
    const page = await openPage(browser, looks.light);
    await page.goto(site().origin + path());
    await expectAccessibleLooks(page);
  });

  test("the dialog, in both modes and with an error", async () => {
    const page = await openPage(browser, looks.light);
    expectPageError(page, /status of 401/);
    await page.goto(`${site().origin}/community`);
    const dialog = await openDialog(page);
    await expectAccessibleLooks(page);
    await dialog.getByLabel("Email").fill("nobody@example.org");
    await dialog.getByLabel("Password").fill("wrong horse 2?");
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await dialog.getByRole("alert").waitFor();
    await expectAccessibleLooks(page);
    await dialog.getByRole("link", { name: "Sign up" }).click();
    await dialog.getByLabel("Confirm password").waitFor();
    await expectAccessibleLooks(page);
  });

  test("a form that came back with errors", async () => {
    const page = await openPage(browser, looks.light);
    expectPageError(page, /status of 400/);
    await page.goto(`${site().origin}/community`);
    await page.getByLabel("Title").fill("Only a title");
    await page.getByRole("button", { name: "Post Article" }).click();
    await page.getByText("Required").first().waitFor();
    await expectAccessibleLooks(page);
  });

  test("a toast", async () => {
    const page = await openPage(browser, looks.light);
    expectPageError(page, /status of 401/);
    await page.goto(`${site().origin}/article/${articleId}`);
    await page.getByRole("button", { name: /^Upvote/ }).click();
    const toast = page.getByRole("alert").first();
    await toast.getByRole("button", { name: "Dismiss" }).focus(); // so that it stays
    await expectAccessibleLooks(page);
    expect(await toast.isVisible()).toBe(true);
  });
});

test.each(["/api", "/api-docs/articles"])("the API's page %s is accessible", async (path) => {
  const page = await openPage(browser, looks.light);
  await page.goto(site().origin + path);
  await page.setViewportSize(looks["small and light"].viewport);
  await expectNoSidewaysScroll(page);
  const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const links = page.locator('main a[href^="#"]');
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(targets.length).toBeGreaterThan(5);
  for (const target of targets) expect(ids).toContain(target?.slice(1));
  await page.locator("main article").evaluateAll((all) => {
    for (const [index, article] of all.entries()) if (index % 6 > 0) article.remove();
  });
  await expectAccessibleLooks(page, ["light", "dark", "small and dark"]);
});

test("an unknown article shows the not-found page with status 404", async () => {
  const page = await openPage(browser);
  expectPageError(page, /status of 404/);
  for (const id of ["65a000000000000000000000", "not-an-id", "..%2f..%2fetc"]) {
    const response = await page.goto(`${site().origin}/article/${id}`);
    expect(response?.status()).toBe(404);
    await page.getByText("The page you're looking for doesn't exist.").waitFor();
  }
  await expectAccessible(page);
});

test("a community without articles says so", async () => {
  const empty = await startSite();
  const page = await openPage(browser);
  await page.goto(`${empty.origin}/community`);
  await page.getByText("No articles yet. Be the first to submit one!").waitFor();
  await expectAccessible(page);
  await empty.stop();
});

test("an address with invalid parameters shows the list from its beginning", async () => {
  const page = await openPage(browser);
  await page.goto(`${site().origin}/community?sort=nonsense&after=nonsense&comments=nonsense`);
  expect(await page.getByRole("article").count()).toBe(12);
});

async function openDialog(page: Page) {
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").waitFor();
  return dialog;
}

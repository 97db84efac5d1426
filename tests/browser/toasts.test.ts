/** Toasts without scripts: they are visible in the window, and stay until they have been read. */
import type { Locator, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openAt, openPage } from "../setup/browser";
import { addArticle, addSignedIn } from "../setup/people";
import { clearSiteCaches, useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);
beforeAll(async () => {
  for (let count = 0; count < 12; count += 1) await addArticle();
  await clearSiteCaches();
});

/** Opens the list of articles as a new signed-in user, without scripts. */
async function openArticles(options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  const { cookie } = await addSignedIn();
  return openAt(`${site().origin}/community?view=cards`, {
    javaScriptEnabled: false,
    cookie,
    ...options,
  });
}

const tenth = (page: Page) => page.getByRole("article").nth(9);
const upvote = (page: Page) =>
  tenth(page)
    .getByRole("button", { name: /^Upvote/ })
    .click();
const toast = (page: Page, text: string) => page.locator(".toast").filter({ hasText: text });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

async function expectInWindow(page: Page, shown: Locator): Promise<void> {
  await shown.waitFor();
  const { x, y, width, height } = (await shown.boundingBox())!;
  const window = page.viewportSize()!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(y).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(window.width);
  expect(y + height).toBeLessThanOrEqual(window.height);
}

/** The names of an element's animations; `finish()` ends them all. */
const animations = (shown: Locator) =>
  shown.evaluate((element) =>
    element.getAnimations().map((animation) => (animation as CSSAnimation).animationName),
  );
const finish = (shown: Locator) =>
  shown.evaluate((element) => element.getAnimations().forEach((animation) => animation.finish()));

test("a toast of an upvote far down the page is within a small window, is not printed, and disappears by itself", async () => {
  const page = await openArticles({ viewport: { width: 375, height: 740 } });
  await upvote(page);
  const shown = toast(page, "Article upvoted!");
  await expectInWindow(page, shown);
  expect(await scrolled(page)).toBeGreaterThan(740);
  await page.emulateMedia({ media: "print" });
  expect(await shown.isVisible()).toBe(false);
  await page.emulateMedia({ media: null });

  // Not if the user prefers reduced motion, nor while it has the pointer or the focus.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await finish(shown);
  expect(await animations(shown)).not.toContain("leave");
  expect(await shown.isVisible()).toBe(true);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await shown.hover();
  expect(await animations(shown)).not.toContain("leave");
  await page.mouse.move(0, 0);
  await shown.getByRole("link", { name: "Dismiss" }).focus();
  expect(await animations(shown)).not.toContain("leave");
  await shown.getByRole("link", { name: "Dismiss" }).blur();
  expect(await animations(shown)).toContain("leave");
  await finish(shown);
  expect(await shown.isVisible()).toBe(false);
});

test("a toast is within a wide window, too, and is dismissed for good without scrolling", async () => {
  const page = await openArticles({ viewport: { width: 1280, height: 900 } });
  await upvote(page);
  const shown = toast(page, "Article upvoted!");
  await expectInWindow(page, shown);
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(900);
  await shown.getByRole("link", { name: "Dismiss" }).click();
  await shown.waitFor({ state: "hidden" });
  expect(await scrolled(page)).toBe(before);
  await page.reload();
  expect(await shown.count()).toBe(0);
});

test("a toast of an error stays until it is dismissed", async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await page
    .context()
    .addCookies([
      { name: "toast", value: btoa(JSON.stringify("upvote.failed")), url: site().origin },
    ]);
  await page.goto(`${site().origin}/community`);
  const shown = page.getByRole("alert").filter({ hasText: "Failed to upvote article." });
  await expectInWindow(page, shown);
  expect(await animations(shown)).not.toContain("leave");
  await shown.getByRole("link", { name: "Dismiss" }).click();
  await shown.waitFor({ state: "hidden" });
});

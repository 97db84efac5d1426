/** The search: from the header of any page to a result, with and without scripts. */
import type { Browser, Locator } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { expectAccessibleLooks, looks, type Look } from "../setup/accessibility";
import { startBrowser, openPage } from "../setup/browser";
import { useSite } from "../setup/site";

/** With the demonstration community, so that there is content to find. */
const site = useSite({ DEMO: "1" });
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});

const wide = { viewport: { width: 1280, height: 900 } };
const small = { viewport: { width: 375, height: 740 } };
const url = (path: string) => site().origin + path;
const isInView = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  });

test("a search from the header lists results in which the word is marked", async () => {
  const page = await openPage(browser, wide);
  await page.goto(url("/declaration"));
  const field = page.getByRole("banner").getByRole("searchbox", { name: "Search the site" });
  await field.fill("Bitcoin");
  await field.press("Enter");
  await page.waitForURL(url("/search?q=Bitcoin"));
  const main = page.getByRole("main");
  await main.getByRole("heading", { level: 1, name: "Search" }).waitFor();
  const results = main.getByRole("listitem").filter({ has: page.getByRole("article") });
  for (const result of await results.all()) {
    const marks = await result.locator("mark").allTextContents();
    expect(marks.map((mark) => mark.toLowerCase())).toContain("bitcoin");
  }
  expect(await main.getByRole("searchbox").inputValue()).toBe("Bitcoin");

  await main
    .getByRole("navigation", { name: "What to search" })
    .getByRole("link", { name: /^Comments/ })
    .click();
  await page.waitForURL(url("/search?q=Bitcoin&kind=comments"));
  await results.first().getByRole("heading").getByRole("link").click();
  await page.waitForURL(/\/article\/[0-9a-f]{24}\?comment=[0-9a-f]{24}#comment-/);
  const comment = page.locator(new URL(page.url()).hash);
  await comment.getByText(/bitcoin/i).waitFor();
  await expect.poll(() => isInView(comment)).toBe(true);
});

test("on a small screen the search is in the menu", async () => {
  const page = await openPage(browser, { ...small, javaScriptEnabled: false });
  await page.goto(url("/"));
  await page.locator("header summary").click();
  const field = page.getByRole("banner").getByRole("searchbox", { name: "Search the site" });
  await field.fill("bitcoin");
  await field.press("Enter");
  await page.waitForURL(url("/search?q=bitcoin"));
});

test.each<[string, readonly Look[]]>([
  ["/search?q=bitcoin", ["light", "dark", "small and dark"]],
  ["/search?q=the&kind=reviews", ["small and light"]],
  ["/search?q=zyzzyva", ["dark"]],
])("%s is accessible and does not scroll sideways", async (path, wanted) => {
  const page = await openPage(browser, looks.light);
  await page.goto(url(path));
  await page.getByRole("heading", { level: 1, name: "Search" }).waitFor();
  await expectAccessibleLooks(page, wanted);
});

/** The search in a browser with scripts: from the header of any page to a result. */
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { openAt } from "../setup/browser";
import { banner, heading, main } from "../setup/pages";
import { useSharedSite } from "../setup/site";

/** With the demonstration community, so that there is content to find. */
const site = useSharedSite("demo");
const url = (path: string) => site().origin + path;
const isInView = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  });

test("a search from the header lists results, of which a comment is scrolled to", async () => {
  const page = await openAt(url("/declaration"));
  const field = banner(page).getByRole("searchbox", { name: "Search the site" });
  await field.fill("Bitcoin");
  await field.press("Enter");
  await page.waitForURL(url("/search?q=Bitcoin"));
  await heading(page, "Search").waitFor();
  expect(await main(page).getByRole("searchbox").inputValue()).toBe("Bitcoin");
  const kinds = main(page).getByRole("navigation", { name: "What to search" });
  await kinds.getByRole("link", { name: /^Comments/ }).click();
  await page.waitForURL(url("/search?q=Bitcoin&kind=comments"));
  const results = main(page).getByRole("article");
  await results.first().locator("mark").first().waitFor();
  await results.first().getByRole("heading").getByRole("link").click();
  await page.waitForURL(/\/article\/[0-9a-f]{24}\?comment=[0-9a-f]{24}#comment-/);
  const comment = page.locator(new URL(page.url()).hash);
  await comment.getByText(/bitcoin/i).waitFor();
  await expect.poll(() => isInView(comment)).toBe(true);
});

/** The texts of the house, and the front page of a site on which nothing has been written yet. */
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { expectGoodLooks } from "../setup/accessibility";
import { launchBrowser, openPage } from "../setup/browser";
import { useSite } from "../setup/site";

const site = useSite({ CONTACT_EMAIL: "editors@community.example" });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});

test.each([
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
])("%s is read in every look, and says whom to write to", async (path, title) => {
  const page = await openPage(browser, { reducedMotion: "reduce" });
  const answer = await page.goto(site().origin + path);
  expect(await answer?.headerValue("Set-Cookie")).toBeNull();
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  const contact = page.getByRole("main").getByRole("link", { name: "editors@community.example" });
  expect(await contact.first().getAttribute("href")).toBe("mailto:editors@community.example");
  await expectGoodLooks(page, ["light", "small and dark"]);
  // What this page says of cookies and storage.
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("a front page without articles and recommendations says what there will be", async () => {
  const page = await openPage(browser, { reducedMotion: "reduce" });
  await page.goto(site().origin);
  const engines = page.getByRole("region", { name: "Newest recommendations" });
  expect(await engines.getByText("No recommendation yet.").count()).toBe(2);
  expect(await page.getByRole("region", { name: "Newest articles" }).count()).toBe(0);
  await page.getByRole("region", { name: "Six topics" }).getByText("0 papers").first().waitFor();
  await expectGoodLooks(page, ["light", "small and dark"]);
});

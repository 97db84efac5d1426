/** The privacy page and the terms, and the front page of an empty site. */
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { expectAccessibleLooks } from "../setup/accessibility";
import { startBrowser, openPage } from "../setup/browser";
import { useSite } from "../setup/site";

const site = useSite({ CONTACT_EMAIL: "editors@community.example" });
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});

test.each([
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
])("%s is accessible, has the contact address and stores nothing", async (path, title) => {
  const page = await openPage(browser, { reducedMotion: "reduce" });
  const answer = await page.goto(site().origin + path);
  expect(await answer?.headerValue("Set-Cookie")).toBeNull();
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  const contact = page.getByRole("main").getByRole("link", { name: "editors@community.example" });
  expect(await contact.first().getAttribute("href")).toBe("mailto:editors@community.example");
  await expectAccessibleLooks(page);
  // As these pages promise.
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("the privacy page names everything that a browser has stored after a visit", async () => {
  const page = await openPage(browser, { reducedMotion: "reduce" });
  await page.goto(`${site().origin}/signup?redirectTo=/community`);
  // Wait until the form is sent by a script, because only that response also contains the token.
  await page.locator("input[name=answer]").first().waitFor({ state: "attached" });
  await page.getByLabel("Email").fill("walker@example.org");
  await page.getByLabel("Name", { exact: true }).fill("Walker");
  await page.getByLabel("Password", { exact: true }).fill("correct horse 1!");
  await page.getByLabel("Confirm password").fill("correct horse 1!");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/community");
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await page.waitForURL("**/privacy");
  // The scroll position is stored when the document is left.
  await page.reload();
  const stored = await page.evaluate(() => [
    ...Object.keys(sessionStorage).map((key) => [key, "in session storage"]),
    ...Object.keys(localStorage).map((key) => [key, "in local storage"]),
  ]);
  const cookies = (await page.context().cookies()).map(({ name }) => [name, "a cookie"]);
  expect(stored.map(([key]) => key).sort()).toEqual(["positions", "token", "viewer"]);
  expect(cookies.map(([name]) => name)).toContain("session");
  const items = await page.getByRole("main").getByRole("listitem").allTextContents();
  for (const [name, where] of [...stored, ...cookies]) {
    expect(
      items.some((item) => item.startsWith(`${name}, ${where}`)),
      name,
    ).toBe(true);
  }
});

test("the front page of an empty site says that there are no recommendations yet", async () => {
  const page = await openPage(browser, { reducedMotion: "reduce" });
  await page.goto(site().origin);
  const engines = page.getByRole("region", { name: "Newest recommendations" });
  expect(await engines.getByText("No recommendation yet.").count()).toBe(2);
  expect(await page.getByRole("region", { name: "Newest articles" }).count()).toBe(0);
  await page.getByRole("region", { name: "Six topics" }).getByText("0 papers").first().waitFor();
  await expectAccessibleLooks(page);
});

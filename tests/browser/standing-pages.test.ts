/** What pages say when nothing has been written yet, and what the privacy page says about a browser. */
import { expect, test } from "vitest";
import { expectAccessibleLooks } from "../setup/accessibility";
import { openAt, openPage } from "../setup/browser";
import { useSite } from "../setup/site";

const site = useSite({ CONTACT_EMAIL: "editors@community.example" });
const still = { reducedMotion: "reduce" } as const;

test.each([
  ["/", "No recommendation yet."],
  ["/community", "No articles yet. Be the first to submit one!"],
  ["/category/crypto", "No articles found in this category yet."],
  ["/macro", "No reviews found matching your criteria."],
  ["/momentum", "No momentum recommendations available yet."],
  ["/sentiment", "No sentiment recommendations available yet."],
])("%s of an empty site says “%s”", async (path, text) => {
  const page = await openAt(site().origin + path, still);
  await page.getByText(text).first().waitFor();
  await expectAccessibleLooks(page);
});

test.each(["/privacy", "/terms"])("%s has the contact address and stores nothing", async (path) => {
  const page = await openAt(site().origin + path, still);
  const contact = page.getByRole("main").getByRole("link", { name: "editors@community.example" });
  expect(await contact.first().getAttribute("href")).toBe("mailto:editors@community.example");
  // As these pages promise.
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("the privacy page names everything that a browser has stored after a visit", async () => {
  const page = await openPage(still);
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

/** What a signed-in user experiences during an outage of the database, and after it. */
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "~/models/connection.server";
import { expectPageError, openPage, signIn } from "../setup/browser";
import { alert, banner } from "../setup/pages";
import { addArticle, addSignedIn, signUpSomebody, type SignedIn } from "../setup/people";
import { startSite, type Site } from "../setup/site";
import { openProxiedDatabase, type ProxiedDatabase } from "../setup/proxied-database";

let site: Site;
let wired: ProxiedDatabase;
let article: string;
let reader: SignedIn;

beforeAll(async () => {
  wired = await openProxiedDatabase();
  await openDatabase({ uri: wired.directUri });
  site = await startSite({ MONGODB_URI: wired.uri });
  article = `${site.origin}/article/${(await addArticle()).id}`;
});
beforeEach(async () => {
  reader = await addSignedIn();
});
afterEach(comeBack);
afterAll(closeDatabase);

/** Waits until the site has noticed that the database is down, or back. */
const readiness = (status: number) =>
  expect.poll(async () => (await fetch(`${site.origin}/readyz`)).status).toBe(status);

/** Ends the outage, and waits until the site has noticed. */
async function comeBack() {
  await wired.mend();
  await readiness(200);
}

const note = (page: Page) =>
  page.getByRole("status").filter({ hasText: "Signing in is unavailable" });
const token = (page: Page) => page.evaluate(() => localStorage.getItem("token"));

/** Opens a page with the session cookie and the token, as after signing in with the dialog. */
async function openAs(page: Page, url: string) {
  await signIn(page, site.origin, reader.cookie);
  await page.goto(url);
  await page.evaluate((value) => localStorage.setItem("token", value), reader.token);
}

test("a comment that cannot be posted stays in its form, and can be posted after the outage", async () => {
  const page = await openPage();
  expectPageError(page, /status of 503/);
  await openAs(page, article);
  await page.getByLabel("Add a comment").fill("What I thought for an hour.");
  wired.silence();

  await page.getByRole("button", { name: "Post Comment" }).click();
  await alert(page, "Failed to post comment.").waitFor();
  await page.getByRole("button", { name: "Upvote" }).click();
  await alert(page, "Failed to upvote article.").waitFor();
  await page.getByRole("button", { name: "Dark" }).click();
  await note(page).waitFor();
  await expect.poll(() => page.locator("html").getAttribute("data-scheme")).toBe("dark");
  expect(await page.getByLabel("Add a comment").inputValue()).toBe("What I thought for an hour.");
  expect(await page.getByText(`Welcome, ${reader.viewer.email}`).count()).toBe(1);
  expect(await token(page)).toBe(reader.token);

  await comeBack();
  await page.getByRole("button", { name: "Post Comment" }).click();
  await page.getByRole("listitem").filter({ hasText: "What I thought for an hour." }).waitFor();
  await expect.poll(() => note(page).count()).toBe(0);
});

test("a page that is opened during the outage shows nobody signed in, and the user again after it", async () => {
  const page = await openPage();
  expectPageError(page, /status of 503/);
  await openAs(page, `${site.origin}/declaration`);
  await wired.cut();

  const verified = page.waitForResponse(/\/api\/auth\/verify/);
  await page.reload();
  await note(page).waitFor();
  await banner(page).getByRole("link", { name: "Sign In" }).waitFor();
  expect((await verified).status()).toBe(503);
  await page.getByRole("link", { name: "Momentum" }).first().click();
  await page.getByText("Failed to fetch momentum recommendations").waitFor();
  await note(page).waitFor();
  expect(await token(page)).toBe(reader.token);

  await comeBack();
  await page.reload();
  await page.getByText(`Welcome, ${reader.viewer.email}`).waitFor();
  expect(await note(page).count()).toBe(0);
});

test("the dialog says that signing in is unavailable, and signs in after the outage", async () => {
  const { email, password } = await signUpSomebody();
  const page = await openPage();
  expectPageError(page, /status of 503/);
  await page.goto(`${site.origin}/declaration`);
  wired.silence();
  await readiness(503);

  await banner(page).getByRole("link", { name: "Sign In" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Signing in is unavailable just now.").waitFor();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await dialog.getByText("Login failed").waitFor();
  await dialog.getByText("Signing in is unavailable just now.").waitFor();
  expect(await dialog.getByLabel("Email").inputValue()).toBe(email);
  expect(await dialog.getByLabel("Password").inputValue()).toBe(password);

  await comeBack();
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await page.getByText(`Welcome, ${email}`).waitFor();
});

const submitBeforeScripts = (page: Page) =>
  page
    .locator("form[action='/logout']")
    .first()
    .evaluate((form: HTMLFormElement) => form.submit());

test("signing out during the outage, also before the scripts run, ends the session in this browser for good", async () => {
  const pages = [await openPage(), await openPage()] as const;
  for (const page of pages) {
    expectPageError(page, /status of 503/);
    await openAs(page, `${site.origin}/declaration`);
  }
  await wired.cut();

  await pages[0].getByRole("button", { name: "Logout" }).click();
  await submitBeforeScripts(pages[1]);
  for (const page of pages) {
    await alert(page, "Signed out in this browser only").waitFor();
    expect(new URL(page.url()).pathname).toBe("/declaration");
    await banner(page).getByRole("link", { name: "Sign In" }).waitFor();
    expect(await note(page).count()).toBe(0);
  }

  await comeBack();
  for (const page of pages) {
    await expect.poll(() => token(page)).toBeNull();
    await page.goto(`${site.origin}/dashboard`);
    await page.waitForURL(/\/login/);
  }
});

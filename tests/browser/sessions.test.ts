/** Navigation after signing in and out, and that nothing private is visible after signing out. */
import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { applyForMembership } from "~/services/membership/membership.server";
import { expectPageError, openPage, signIn, startBrowser } from "../setup/browser";
import { addArticle, addSignedIn, signUpSomebody } from "../setup/people";
import { useSite, useSiteDatabase } from "../setup/site";

const site = useSite();
useSiteDatabase(site);
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});

const banner = (page: Page) => page.getByRole("banner");
const signedOut = (page: Page) => page.getByText("You are signed out.");
const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("a browser %s", (_how, javaScriptEnabled) => {
  const open = () => openPage(browser, { javaScriptEnabled });
  const openAs = async ({ cookie }: { cookie: string }, at: string) => {
    const page = await open();
    await signIn(page, site().origin, cookie);
    await page.goto(site().origin + at);
    return page;
  };
  const logOut = async (page: Page) => {
    // The request that verifies the stored token may still be pending, and then fails.
    expectPageError(page, /401.*\/api\/auth\/verify/);
    await banner(page).getByRole("button", { name: "Logout" }).click();
    await signedOut(page).waitFor();
    await banner(page).getByRole("link", { name: "Sign In" }).waitFor();
  };

  test("does not show the dashboard after signing out and going back", async () => {
    const person = await signUpSomebody();
    const { title } = await addArticle({ author: person.viewer, title: "A private thing" });
    const page = await open();
    await page.goto(`${site().origin}/login?redirectTo=/dashboard`);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    await page.getByText(title).first().waitFor();

    await logOut(page);
    expect(path(page)).toBe("/");
    await page.goBack();
    await page.getByRole("heading", { name: "Sign In" }).waitFor();
    expect(await page.getByText(title).count()).toBe(0);
    expect(await page.getByText(person.email).count()).toBe(0);
  });

  test("does not show applications to a former member after signing out and going back", async () => {
    const statement =
      "I have read balance sheets for years, and would go on doing so for all of you.";
    await applyForMembership((await addSignedIn()).viewer, { statement });
    const page = await openAs(await addSignedIn({ isMember: true }), "/partner");
    await page.getByText(statement).first().waitFor();
    await page.goto(`${site().origin}/declaration`);

    await logOut(page);
    await page.goBack();
    if (path(page) === "/declaration") await page.goBack();
    await page.getByRole("heading", { name: "Apply", exact: true }).waitFor();
    expect(path(page)).toBe("/partner");
    expect(await page.getByText(statement).count()).toBe(0);
  });

  test("stays on the page when signing out", async () => {
    const page = await openAs(await addSignedIn(), "/community?sort=hot");
    await logOut(page);
    expect(path(page)).toBe("/community?sort=hot");
  });

  test("is redirected by the sign-in and sign-up pages when it is signed in", async () => {
    const page = await openAs(await addSignedIn(), "/login?redirectTo=%2Fbonds");
    expect(path(page)).toBe("/bonds");
    await page.goto(`${site().origin}/signup`);
    expect(path(page)).toBe("/");
    await page.goto(`${site().origin}/login?redirectTo=${encodeURIComponent("//example.org/")}`);
    expect(page.url()).toBe(`${site().origin}/`);
  });
});

test("the dialog stays on its page even if the user has signed in in another tab", async () => {
  const page = await openPage(browser);
  await page.goto(`${site().origin}/declaration`);
  const { cookie } = await addSignedIn(); // In another tab.
  await signIn(page, site().origin, cookie);
  const asked = page.waitForResponse(/\/login\.data/);
  await banner(page).getByRole("link", { name: "Sign In" }).click();
  // A redirect would have another status, even in a response to a script.
  expect((await asked).status()).toBe(200);
  await page.getByRole("dialog").getByLabel("Email").fill("ida@example.org");
  expect(path(page)).toBe("/declaration");
});

describe("the sign-in dialog closes and moves the focus to the page", () => {
  const openDialog = async () => {
    const page = await openPage(browser);
    await page.goto(`${site().origin}/terms`);
    await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
    await page.waitForURL(`${site().origin}/declaration`);
    await banner(page).getByRole("link", { name: "Sign In" }).click();
    await page.getByRole("dialog").getByLabel("Email").fill("ida@example.org");
    return page;
  };
  const expectPageAt = async (page: Page, at: string) => {
    await page.waitForURL(site().origin + at);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  };

  test("when its link for a forgotten password is followed", async () => {
    const page = await openDialog();
    await page.getByRole("link", { name: "Forgotten your password?" }).click();
    await expectPageAt(page, "/forgot");
    await page.getByRole("main").getByLabel("Email").fill("ida@example.org");
  });

  test("when the browser goes back", async () => {
    const page = await openDialog();
    await page.goBack();
    await expectPageAt(page, "/terms");
  });
});

test("signing out on a public page keeps the focus in the page", async () => {
  const page = await openPage(browser);
  await signIn(page, site().origin, (await addSignedIn()).cookie);
  await page.goto(`${site().origin}/declaration`);
  await banner(page).getByRole("button", { name: "Logout" }).click();
  await signedOut(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
});

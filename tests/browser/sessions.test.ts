/** Navigation after signing in and out, and that nothing private is visible after signing out. */
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { applyForMembership } from "~/services/membership/membership.server";
import { endOtherSessions } from "~/services/accounts/sessions.server";
import { expectPageError, openAt, openPage, signIn, waitForHydration } from "../setup/browser";
import { banner, heading, isSameDocument, main, markDocument } from "../setup/pages";
import { addArticle, addSignedIn, PASSWORD, signUpSomebody } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);
const url = (at: string) => site().origin + at;
const openAs = ({ cookie }: { cookie: string }, at: string) => openAt(url(at), { cookie });

const signedOut = (page: Page) => page.getByText("You are signed out.");
const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

const logOut = async (page: Page) => {
  // The request that verifies the stored token may still be pending, and then fails.
  expectPageError(page, /401.*\/api\/auth\/verify/);
  await banner(page).getByRole("button", { name: "Logout" }).click();
  await signedOut(page).waitFor();
  await banner(page).getByRole("link", { name: "Sign In" }).waitFor();
};

describe("after signing out, going back", () => {
  test.each([true, false])("does not show the dashboard, with scripts: %s", async (hasScripts) => {
    const person = await signUpSomebody();
    const { title } = await addArticle({ author: person.viewer, title: "A private thing" });
    const page = await openPage({ javaScriptEnabled: hasScripts });
    await page.goto(url("/login?redirectTo=/dashboard"));
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await main(page).getByRole("button", { name: "Sign In" }).click();
    await heading(page, "Dashboard").waitFor();
    await page.getByText(title).first().waitFor();

    await logOut(page);
    expect(path(page)).toBe("/");
    await page.goBack();
    await heading(page, "Sign In").waitFor();
    expect(await page.getByText(title).count()).toBe(0);
    expect(await page.getByText(person.email).count()).toBe(0);
  });

  test("does not show applications to a former member", async () => {
    const statement =
      "I have read balance sheets for years, and would go on doing so for all of you.";
    await applyForMembership((await addSignedIn()).viewer, { statement });
    const page = await openAs(await addSignedIn({ isMember: true }), "/partner");
    await page.getByText(statement).first().waitFor();
    await page.goto(url("/declaration"));
    await logOut(page);
    await page.goBack();
    if (path(page) === "/declaration") await page.goBack();
    await page.getByRole("heading", { name: "Apply", exact: true }).waitFor();
    expect(path(page)).toBe("/partner");
    expect(await page.getByText(statement).count()).toBe(0);
  });
});

test("the dialog stays on its page even if the user has signed in in another tab", async () => {
  const page = await openAt(url("/declaration"));
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
    const page = await openAt(url("/terms"));
    await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
    await page.waitForURL(url("/declaration"));
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

/** One page of each kind of answer to somebody who has signed out: the page, a redirect, and an error in its frame. */
const PAGES = ["/community", "/settings", "/nowhere"];

const greeting = (page: Page, { viewer }: { viewer: { email: string } }) =>
  banner(page).getByText(`Welcome, ${viewer.email}`);
const signInLink = (page: Page) => banner(page).getByRole("link", { name: "Sign In" });
const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

test("every page says who is signed in when another tab has signed out or in", async () => {
  const person = await signUpSomebody();
  const page = await openAs(person, "/declaration");
  const tabs: Page[] = [];
  for (const path of PAGES) {
    // A tab that the page opens shares its process, which has compiled the scripts.
    const isOpened = page.waitForEvent("popup");
    await page.evaluate((address) => void window.open(address), path);
    const tab = await isOpened;
    await waitForHydration(tab);
    await greeting(tab, person).waitFor();
    tabs.push(tab);
  }
  await banner(page).getByRole("button", { name: "Logout" }).click();
  for (const tab of [page, ...tabs]) await signInLink(tab).waitFor();

  await signInLink(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(person.email);
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Sign In" }).click();
  for (const tab of [page, ...tabs]) await greeting(tab, person).waitFor();
  expect(await stored(page, "token")).toMatch(/^[\w-]{43}$/);
});

test.each(["/settings", "/community"])(
  "signing out on %s removes greeting and token, without loading a document, and keeps the focus in the page",
  async (at) => {
    const person = await addSignedIn();
    const page = await openAs(person, at);
    await page.evaluate((token) => localStorage.setItem("token", token), person.token);
    await markDocument(page);
    await banner(page).getByRole("button", { name: "Logout" }).click();
    await signedOut(page).waitFor();
    await signInLink(page).waitFor();
    expect(await greeting(page, person).count()).toBe(0);
    await expect.poll(() => stored(page, "token")).toBeNull();
    expect(await isSameDocument(page)).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  },
);

test("the next page shows it when a session was ended on another device", async () => {
  const person = await addSignedIn();
  const page = await openAs(person, "/terms");
  await page.evaluate((token) => localStorage.setItem("token", token), person.token);
  await endOtherSessions(person.viewer, null);
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await page.waitForURL(/declaration/);
  await signInLink(page).waitFor();
  await expect.poll(() => stored(page, "token")).toBeNull();
});

test("a page of one user shows nothing of theirs once another user has signed in", async () => {
  const [mara, ida] = [await addSignedIn(), await addSignedIn()];
  const page = await openAs(mara, "/settings");
  await page.getByLabel("About you").fill("Only Mara types this");
  await signIn(page, site().origin, ida.cookie);
  const other = await page.context().newPage();
  await other.goto(url("/declaration"));
  await greeting(other, ida).waitFor();
  await greeting(page, ida).waitFor();
  expect(await page.getByLabel("About you").inputValue()).toBe("");
});

test("going back after signing in shows the user, also on a page that has started no scripts", async () => {
  const person = await signUpSomebody();
  const page = await openPage();
  await page.goto(url("/terms"), { waitUntil: "load" });
  // A form that is posted without scripts stores no token.
  await page.context().request.post(url("/login"), {
    form: { email: person.email, password: PASSWORD },
    headers: { Origin: site().origin },
  });
  await page.goto(url("/declaration"));
  await greeting(page, person).waitFor();
  await expect.poll(() => stored(page, "viewer")).toBe(person.viewer.id);
  await page.goBack();
  expect(path(page)).toBe("/terms");
  await greeting(page, person).waitFor();
});

test("a token that restores the session leads to the page that was asked for, with its user", async () => {
  const person = await addSignedIn();
  const page = await openAt(url("/terms"));
  await page.evaluate((token) => localStorage.setItem("token", token), person.token);
  await page.goto(url("/settings"));
  await page.waitForURL(/\/settings$/);
  await greeting(page, person).waitFor();
});

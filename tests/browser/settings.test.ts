/** The settings of an account in a browser with scripts: sessions, tokens, the profile and its data. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { closeSignInOf, newSignInId, openSessions } from "~/models/session.server";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openAt, signIn, submitWithoutResponse } from "../setup/browser";
import { addDevice } from "../setup/passkeys";
import { alert, banner, formWith, main } from "../setup/pages";
import { addSignedIn, PASSWORD, signUpSomebody } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);
const url = (path: string) => site().origin + path;
const open = (path: string, { cookie }: { cookie: string }) =>
  openAt(url(path), { ...looks.light, cookie });

/** Opens a second session of a user. @returns its id */
async function openOther({ viewer }: Awaited<ReturnType<typeof addSignedIn>>): Promise<string> {
  const id = newSignInId();
  await openSessions(viewer.id, ["browser"], { userAgent: "test" }, id);
  return id;
}
const rowOf = (page: Page, id: string) =>
  page.locator("form", { has: page.locator(`input[value="${id}"]`) });

test("a session is ended by a double click, and a token is shown once", async () => {
  const person = await signUpSomebody();
  const id = await openOther(person);
  const page = await open("/settings/sessions", person);
  const row = rowOf(page, id);
  await submitWithoutResponse(row.getByRole("button"));
  await row.getByRole("button").click();
  await page.getByText("The session or token was ended.").waitFor();
  await row.waitFor({ state: "detached" });

  await page.getByText("Create a token", { exact: true }).click();
  const token = formWith(page, "Create the token");
  await token.getByLabel("What it is for").fill("Backup");
  await token.getByLabel("Current password").fill(PASSWORD);
  await token.getByRole("button", { name: "Create the token" }).click();
  const secret = await page.locator(".select-all").innerText();
  await expectAccessibleLooks(page);
  const headers = { Authorization: `Bearer ${secret}` };
  expect((await fetch(url("/api/auth/verify"), { headers })).status).toBe(200);
  await page.goto(url("/settings/sessions"));
  await page.getByText("Backup", { exact: true }).waitFor();
  expect(await page.getByText(secret).count()).toBe(0);
});

test("a copy of the data is asked for, and downloaded by its link", async () => {
  const person = await addSignedIn();
  const page = await open("/settings/data", person);
  await main(page).getByRole("button", { name: "Ask for a copy" }).click();
  await page.getByText(/is on its way/).waitFor();
  // The page asks until the copy has been made.
  const link = main(page).getByRole("link", { name: /^Download \(\d+ kB\)$/ });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^user.*\.zip$/);
});

test("a profile is saved, and nothing is lost by a mistake or when the session has ended", async () => {
  const person = await addSignedIn();
  const page = await open("/settings", person);
  const about = page.getByLabel("About you");
  const save = () => page.getByRole("button", { name: "Save the profile" }).click();
  expectPageError(page, /status of 40[01]/);
  await about.fill("I read central banks.");
  await page.getByLabel("Link").fill("javascript:alert(1)");
  await page.getByLabel("Ask search engines to leave my page out").check();
  await save();
  await page.getByText("Please enter a valid URL.").waitFor();
  expect(await about.inputValue()).toBe("I read central banks.");
  expect(await page.getByRole("checkbox").isChecked()).toBe(true);
  await page.getByLabel("Link").fill("https://example.org/me");
  await page.context().clearCookies();
  await save();
  await main(page).getByText("Please log in to change your profile.").waitFor();
  await banner(page).getByRole("link", { name: "Sign In" }).waitFor();
  expect(await about.inputValue()).toBe("I read central banks.");
  expect(await page.getByText(person.viewer.name).count()).toBe(0);
  await signIn(page, site().origin, person.cookie);
  await save();
  await page.getByText("Your profile is saved.").waitFor();
  await page.getByRole("link", { name: "your page" }).click();
  await main(page).getByText("I read central banks.").waitFor();
});

test("a single error is announced when a session does not exist any more", async () => {
  const person = await addSignedIn();
  const id = await openOther(person);
  const page = await open("/settings/sessions", person);
  await closeSignInOf(person.viewer.id, id);
  expectPageError(page, /status of 404/);
  const alerts = await recordAlerts(page);
  await rowOf(page, id).getByRole("button").click();
  await rowOf(page, id).waitFor({ state: "detached" });
  await alert(page, "Session not found").waitFor();
  expect(await alerts()).toEqual([expect.stringContaining("Session not found")]);
});

/**
 * Records every alert that is added to the main part of a page, even if it is removed again, because a screen reader
 * announces it.
 *
 * @returns a function that returns the texts of the alerts so far
 */
async function recordAlerts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const alerts: string[] = [];
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        for (const one of [node, ...node.querySelectorAll("*")]) {
          if (one.role === "alert") alerts.push(one.textContent ?? "");
        }
      }
    }).observe(document.querySelector("main")!, { childList: true, subtree: true });
    Object.assign(window, { alerts });
  });
  return () => page.evaluate(() => Reflect.get(window, "alerts") as string[]);
}

test("without a connection an error is shown in the row of its session or passkey only, which keeps the password", async () => {
  const person = await addSignedIn();
  const id = await openOther(person);
  await openOther(person);
  for (let i = 0; i < 2; i += 1) await addDevice(person.viewer);
  const page = await open("/settings/sessions", person);
  expectPageError(page, /ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await rowOf(page, id).getByRole("button").click();
  await rowOf(page, id).getByRole("alert").getByText("Failed to end the session").waitFor();
  expect(await main(page).getByRole("alert").count()).toBe(1);

  await page.context().setOffline(false);
  await page.goto(url("/settings/second-factor"));
  const row = page.getByRole("listitem").filter({ hasText: "Remove the passkey" }).last();
  await row.locator("summary").click();
  await row.getByLabel("Current password").fill(PASSWORD);
  await page.context().setOffline(true);
  await row.getByRole("button", { name: "Remove the passkey" }).click();
  await row.getByRole("alert").filter({ hasText: "You seem to be offline" }).waitFor();
  expect(await main(page).getByRole("alert").count()).toBe(1);
  expect(await row.getByLabel("Current password").inputValue()).toBe(PASSWORD);
});

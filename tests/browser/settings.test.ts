/** The settings of an account: address, password, sessions, tokens, profile and deletion. */
import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { closeSignInOf, newSignInId, openSessions } from "~/models/session.server";
import { accountButtons } from "../setup/account-buttons";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import {
  expectPageError,
  openPage,
  submitWithoutResponse,
  signIn as signInBy,
  startBrowser,
} from "../setup/browser";
import { mailedLink } from "../setup/mail-files";
import { addDevice } from "../setup/passkeys";
import { addSignedIn } from "../setup/people";
import { useSite, useSiteDatabase } from "../setup/site";

const PASSWORD = "correct horse battery!";
const NEW_PASSWORD = "a fresh lantern #9";
const site = useSite();
useSiteDatabase(site);
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});

describe.each([
  ["without scripts", false],
  ["with scripts", true],
])("a browser %s", (_, javaScriptEnabled) => {
  const name = javaScriptEnabled ? "Ida" : "Mara";
  const email = `${name.toLowerCase()}@example.org`;
  const newEmail = `${name.toLowerCase()}.new@example.org`;
  const main = (page: Page) => page.getByRole("main");
  const signInPage = (page: Page) => page.getByRole("heading", { level: 1, name: "Sign In" });
  // Only with scripts: axe waits for timers, which never fire in a page without them.
  const look = async (page: Page) => {
    if (javaScriptEnabled) await expectAccessibleLooks(page);
  };
  const open = () => openPage(browser, { ...looks.light, javaScriptEnabled });

  async function signIn(address: string, password: string): Promise<Page> {
    const page = await open();
    await page.goto(`${site().origin}/login`);
    await page.getByLabel("Email").fill(address);
    await page.getByLabel("Password").fill(password);
    await main(page).getByRole("button", { name: "Sign In" }).click();
    await page.getByRole("banner").getByText(address).waitFor();
    return page;
  }

  /** Finds a form by its button, because some fields of the forms have the same names. */
  const form = (page: Page, button: string) =>
    page.locator("form", { has: page.getByRole("button", { name: button }) });

  test("changes the email address, and restores the old one", async () => {
    const page = await open();
    await page.goto(`${site().origin}/signup`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await main(page).getByRole("button", { name: "Create account" }).click();
    await page.getByRole("banner").getByText(email).waitFor();
    await page.goto(await mailedLink(site(), email, "/prove-email/"));
    const confirm = page.getByRole("button", { name: "Confirm my address" });
    await submitWithoutResponse(confirm);
    await confirm.click();
    await page.getByText("Your address is confirmed.").waitFor();

    await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Address and password" }).click();
    await look(page);
    expectPageError(page, /status of 400/);
    const address = form(page, "Change the address");
    await address.getByLabel("New address").fill(newEmail);
    await address.getByLabel("Current password").fill("wrong guess 1!");
    await address.getByRole("button").click();
    await page.getByText("This is not your password.").waitFor();
    expect(await address.getByLabel("New address").inputValue()).toBe(newEmail);
    await look(page);
    await address.getByLabel("Current password").fill(PASSWORD);
    await address.getByRole("button").click();
    await page.getByText("Your address changes once you open the link and confirm.").waitFor();

    await page.goto(await mailedLink(site(), newEmail, "/change-email/"));
    await look(page);
    await page.getByRole("button", { name: "Use this address" }).click();
    await page.getByText("Your address was changed.").waitFor();
    await page.getByRole("banner").getByText(newEmail).waitFor();

    await page.goto(await mailedLink(site(), email, "/restore-email/"));
    await look(page);
    await page.getByRole("button", { name: "Restore this address" }).click();
    await page.getByText("The address is yours again.").waitFor();
    await signInPage(page).waitFor();
    await page.goto(await mailedLink(site(), email, "/reset/"));
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("Your password was changed.").waitFor();
    await signInPage(page).waitFor();
  });

  test("changes the password, which ends other sessions", async () => {
    const page = await signIn(email, PASSWORD);
    const elsewhere = await signIn(email, PASSWORD);
    expectPageError(elsewhere, /status of 401/);
    await page.goto(`${site().origin}/settings/sign-in`);
    const password = form(page, "Change the password");
    await password.getByLabel("Current password").fill(PASSWORD);
    await password.getByLabel("New password").fill(NEW_PASSWORD);
    await password.getByLabel("Confirm password").fill(NEW_PASSWORD);
    await password.getByRole("button").click();
    await page.getByText("Your password was changed.").waitFor();
    await elsewhere.goto(`${site().origin}/settings/sign-in`);
    await signInPage(elsewhere).waitFor();
  });

  test("ends a session, and creates a token that is shown once", async () => {
    const elsewhere = await signIn(email, NEW_PASSWORD);
    expectPageError(elsewhere, /status of 401/);
    const page = await signIn(email, NEW_PASSWORD);
    await page.goto(`${site().origin}/settings/sessions`);
    await look(page);
    const ends = main(page).getByRole("button", { name: /^End (Chrome|Headless)/ });
    const before = await ends.count();
    await submitWithoutResponse(ends.first());
    await ends.first().click();
    await page.getByText("The session or token was ended.").waitFor();
    expect(await ends.count()).toBe(before - 1);
    await elsewhere.goto(`${site().origin}/settings/sessions`);
    await signInPage(elsewhere).waitFor();

    await page.getByText("Create a token", { exact: true }).click();
    const token = form(page, "Create the token");
    await token.getByLabel("What it is for").fill("Backup");
    await token.getByLabel("Current password").fill(NEW_PASSWORD);
    await token.getByRole("button").click();
    const secret = await page.locator(".select-all").innerText();
    await look(page);
    const response = await fetch(`${site().origin}/api/auth/verify`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(200);
    await page.goto(`${site().origin}/settings/sessions`);
    await page.getByText("Backup", { exact: true }).waitFor();
    expect(await page.getByText(secret).count()).toBe(0);
  });

  test("saves the profile, which the user's public page shows", async () => {
    const page = await signIn(email, NEW_PASSWORD);
    await page.goto(`${site().origin}/settings`);
    expectPageError(page, /status of 400/);
    await page.getByLabel("About you").fill("I read central banks.");
    await page.getByLabel("Link").fill("javascript:alert(1)");
    await page.getByLabel("Ask search engines to leave my page out").check();
    await page.getByRole("button", { name: "Save the profile" }).click();
    await page.getByText("Please enter a valid URL.").waitFor();
    expect(await page.getByLabel("About you").inputValue()).toBe("I read central banks.");
    expect(await page.getByRole("checkbox").isChecked()).toBe(true);
    await look(page);
    await page.getByLabel("Link").fill("https://example.org/me");
    await page.getByRole("button", { name: "Save the profile" }).click();
    await page.getByText("Your profile is saved.").waitFor();
    await page.getByRole("link", { name: "your page" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByText("I read central banks.").waitFor();
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    await look(page);
  });

  test("keeps what was typed into the profile when the session has ended", async () => {
    const person = await addSignedIn();
    const page = await open();
    await signInBy(page, site().origin, person.cookie);
    await page.goto(`${site().origin}/settings`);
    await page.getByLabel("About you").fill("Typed with care");
    await page.getByLabel("Ask search engines to leave my page out").check();
    await page.context().clearCookies();
    expectPageError(page, /status of 401/);
    const save = page.getByRole("button", { name: "Save the profile" });
    await save.click();
    await main(page).getByText("Please log in to change your profile.").waitFor();
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).waitFor();
    expect(await page.getByLabel("About you").inputValue()).toBe("Typed with care");
    expect(await page.getByRole("checkbox").isChecked()).toBe(true);
    expect(await page.getByText(person.viewer.name).count()).toBe(0);
    await look(page);
    await signInBy(page, site().origin, person.cookie);
    await save.click();
    await page.getByText("Your profile is saved.").waitFor();
    expect(await page.getByLabel("About you").inputValue()).toBe("Typed with care");
  });

  test("announces a single error when a session does not exist any more", async () => {
    const person = await addSignedIn();
    const id = newSignInId();
    await openSessions(person.viewer.id, ["browser"], { userAgent: "test" }, id);
    await openSessions(person.viewer.id, ["browser"], { userAgent: "test" });
    const page = await open();
    await signInBy(page, site().origin, person.cookie);
    await page.goto(`${site().origin}/settings/sessions`);
    await closeSignInOf(person.viewer.id, id);
    expectPageError(page, /status of 404/);
    const alerts = await recordAlerts(page);
    const ended = page.locator("form", { has: page.locator(`input[value="${id}"]`) });
    await ended.getByRole("button").click();
    await ended.waitFor({ state: "detached" });
    await main(page).getByRole("alert").filter({ hasText: "Session not found" }).waitFor();
    // Without scripts this is another page than that of the click.
    const announced = javaScriptEnabled
      ? await alerts()
      : await main(page).getByRole("alert").allTextContents();
    expect(announced).toEqual([expect.stringContaining("Session not found")]);
  });

  test("requests the deletion of the account, and cancels it", async () => {
    const page = await signIn(email, NEW_PASSWORD);
    await page.goto(`${site().origin}/settings/data`);
    await look(page);
    await page.getByLabel("What I wrote stays, without my name").check();
    await page.getByLabel("Current password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.getByText("You have asked for your account to be deleted.").waitFor();
    await look(page);
    await page.goto(`${site().origin}/macro`);
    await page.getByText("Your account will be deleted on").waitFor();
    await look(page);
    await page.getByRole("link", { name: "Call it off" }).click();
    await submitWithoutResponse(page.getByRole("button", { name: "Call it off" }));
    await page.getByRole("button", { name: "Call it off" }).click();
    await page.getByText("Your account will not be deleted.").waitFor();
    await page.getByRole("button", { name: "Call it off" }).waitFor({ state: "detached" });
    expect(await page.getByText("Your account will be deleted on").count()).toBe(0);
  });
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

test.each(accountButtons)(
  "without a connection $label says that it failed",
  async ({ path, label, failure, prepare }) => {
    const person = await addSignedIn();
    await prepare(person);
    const page = await openPage(browser);
    await signInBy(page, site().origin, person.cookie);
    await page.goto(site().origin + path);
    expectPageError(page, /ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    const main = page.getByRole("main");
    await main.getByRole("button", { name: label }).click();
    await main
      .getByRole("alert")
      .filter({ hasText: failure.replace(/\.$/, "") })
      .waitFor();
    expect(await main.getByRole("alert").count()).toBe(1);
    await main.getByRole("button", { name: label }).waitFor();
  },
);

test("without a connection an error of ending a session is shown in its row only", async () => {
  const { viewer, cookie } = await addSignedIn();
  const id = newSignInId();
  await openSessions(viewer.id, ["browser"], { userAgent: "test" }, id);
  await openSessions(viewer.id, ["browser"], { userAgent: "test" });
  const page = await openPage(browser);
  await signInBy(page, site().origin, cookie);
  await page.goto(`${site().origin}/settings/sessions`);
  expectPageError(page, /ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  const form = page.locator("form", { has: page.locator(`input[value="${id}"]`) });
  await form.getByRole("button").click();
  await form.getByRole("alert").filter({ hasText: "Failed to end the session" }).waitFor();
  expect(await page.getByRole("main").getByRole("alert").count()).toBe(1);
});

test("without a connection an error of removing a passkey is shown in its row only", async () => {
  const { viewer, cookie } = await addSignedIn();
  for (let i = 0; i < 2; i += 1) await addDevice(viewer);
  const page = await openPage(browser);
  await signInBy(page, site().origin, cookie);
  await page.goto(`${site().origin}/settings/second-factor`);
  const rows = page.getByRole("listitem").filter({ hasText: "Remove the passkey" });
  for (const row of await rows.all()) await row.locator("summary").click();
  const row = rows.last();
  await row.getByLabel("Current password").fill(PASSWORD);
  expectPageError(page, /ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await row.getByRole("button", { name: "Remove the passkey" }).click();
  await row.getByRole("alert").filter({ hasText: "You seem to be offline" }).waitFor();
  expect(await page.getByRole("main").getByRole("alert").count()).toBe(1);
  expect(await row.getByLabel("Current password").inputValue()).toBe(PASSWORD);
});

test("the log does not contain the secrets of the links", () => {
  expect(site().logs()).not.toMatch(/-email\/[\w-]{10}/);
});

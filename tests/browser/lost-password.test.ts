/** Confirming an address and setting a new password with the links in the mails. */
import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openPage, startBrowser } from "../setup/browser";
import { mailedLink } from "../setup/mail-files";
import { useSite } from "../setup/site";

const PASSWORD = "correct horse battery!";
const NEW_PASSWORD = "a fresh lantern #9";
const site = useSite();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const main = (page: Page) => page.getByRole("main");

describe("a browser with scripts", () => {
  const name = "Ida";
  const email = `${name.toLowerCase()}@example.org`;
  const open = async (address: string) => {
    const page = await openPage(browser, looks.light);
    await page.goto(address.startsWith("http") ? address : site().origin + address);
    return page;
  };

  test("signs up and confirms the address, after which the links no longer work", async () => {
    const page = await open("/signup");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await main(page).getByRole("button", { name: "Create account" }).click();
    await page.getByRole("banner").getByText(email).waitFor();
    await page.goto(`${site().origin}/dashboard`);
    await page.getByText("Confirm your address.").waitFor();
    await expectAccessibleLooks(page);
    await page.getByRole("link", { name: "It did not arrive" }).click();
    await heading(page, "Confirm your address").waitFor();
    await expectAccessibleLooks(page);
    const first = await mailedLink(site(), email, "/prove-email/");
    await page.getByRole("button", { name: "Send me another link" }).click();
    await page.getByText("A new link is on its way to your address.").waitFor();
    await expect.poll(() => mailedLink(site(), email, "/prove-email/")).not.toBe(first);
    const second = await mailedLink(site(), email, "/prove-email/");
    await page.getByRole("button", { name: "Send me another link" }).click();
    await expect.poll(() => mailedLink(site(), email, "/prove-email/")).not.toBe(second);

    const link = await mailedLink(site(), email, "/prove-email/");
    await page.goto(link);
    await expectAccessibleLooks(page);
    await page.getByRole("button", { name: "Confirm my address" }).click();
    await page.getByText("Your address is confirmed.").waitFor();
    await heading(page, "Dashboard").waitFor();
    expect(await page.getByText("We mailed a link").count()).toBe(0);

    expectPageError(page, /status of 410/);
    for (const used of [link, first]) {
      expect((await page.goto(used))!.status()).toBe(410);
      await page.getByText("This link cannot be used").waitFor();
      expect(await page.getByRole("button", { name: "Confirm my address" }).count()).toBe(0);
    }
    await expectAccessibleLooks(page);
  });

  test("sets a new password with a mailed link, and signs in with it", async () => {
    const page = await open("/login");
    await main(page).getByRole("link", { name: "Forgotten your password?" }).click();
    await heading(page, "Forgotten password").waitFor();
    await expectAccessibleLooks(page);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page
      .getByText("If an account has this address, a link is on its way to it.")
      .first()
      .waitFor();
    await expectAccessibleLooks(page);

    const link = await mailedLink(site(), email, "/reset/");
    await page.goto(link);
    await expectAccessibleLooks(page);
    expectPageError(page, /status of 400/);
    const set = async (password: string, confirmed = password) => {
      await page.getByLabel("New password").fill(password);
      await page.getByLabel("Confirm password").fill(confirmed);
      await page.getByRole("button", { name: "Set the password" }).click();
    };
    await set(NEW_PASSWORD, `${NEW_PASSWORD}x`);
    await page.getByText("Passwords don't match").waitFor();
    await set("P@ssw0rd");
    await page.getByText("This password is too common").waitFor();
    await set(NEW_PASSWORD);
    await page.getByText("Your password was changed.").waitFor();
    await heading(page, "Sign In").waitFor();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(NEW_PASSWORD);
    await main(page).getByRole("button", { name: "Sign In" }).click();
    await page.getByRole("banner").getByText(email).waitFor();

    expectPageError(page, /status of 410/);
    expect((await page.goto(link))!.status()).toBe(410);
    await page.getByText("This link cannot be used").waitFor();
    await expectAccessibleLooks(page);
  });

  test("gets the same message for an unknown address", async () => {
    const page = await open("/forgot");
    await page.getByLabel("Email").fill("nobody@example.org");
    await page.getByRole("button", { name: "Send the link" }).click();
    await page
      .getByText("If an account has this address, a link is on its way to it.")
      .first()
      .waitFor();
  });
});

test("the log does not contain the secrets of the links", () => {
  expect(site().logs()).not.toMatch(/(reset|prove-email)\/[\w-]{10}/);
});

/** Confirming an address and setting a new password by mailed links, in a browser with scripts. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { looks } from "../setup/accessibility";
import { expectPageError, openAt } from "../setup/browser";
import { mailedLink } from "../setup/mail-files";
import { banner, heading, main } from "../setup/pages";
import { PASSWORD, signUpSomebody } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const NEW_PASSWORD = "a fresh lantern #9";
const site = useSharedSite();
useSiteDatabase(site);
const open = (path: string, { cookie = "" } = {}) =>
  openAt(site().origin + path, { ...looks.light, cookie });

async function expectUsed(page: Page, link: string): Promise<void> {
  expectPageError(page, /status of 410/);
  expect((await page.goto(link))!.status()).toBe(410);
  await page.getByText("This link cannot be used").waitFor();
  expect(await main(page).getByRole("button").count()).toBe(0);
}

test("a user asks for another link, and confirms the address with it once", async () => {
  const { email, cookie } = await signUpSomebody();
  const page = await open("/dashboard", { cookie });
  await page.getByText("Confirm your address.").waitFor();
  await page.getByRole("link", { name: "It did not arrive" }).click();
  await page.getByRole("button", { name: "Send me another link" }).click();
  await page.getByText("A new link is on its way to your address.").waitFor();
  // The account was created elsewhere, so its first link is that of another site.
  const newest = () => mailedLink(site(), email, "/prove-email/");
  await expect.poll(newest).toContain(site().origin);
  const link = await newest();
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await page.getByText("Your address is confirmed.").waitFor();
  await heading(page, "Dashboard").waitFor();
  expect(await page.getByText("We mailed a link").count()).toBe(0);
  await expectUsed(page, link);
});

test("a new password is set with a mailed link, and signs in", async () => {
  const { email } = await signUpSomebody();
  const page = await open("/login");
  await main(page).getByRole("link", { name: "Forgotten your password?" }).click();
  await heading(page, "Forgotten password").waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText("If an account has this address, a link is on its way").first().waitFor();

  const link = await mailedLink(site(), email, "/reset/");
  await page.goto(link);
  expectPageError(page, /status of 400/);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByText("Passwords don't match").waitFor();
  await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByText("Your password was changed.").waitFor();
  await heading(page, "Sign In").waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(NEW_PASSWORD);
  await main(page).getByRole("button", { name: "Sign In" }).click();
  await banner(page).getByText(email).waitFor();
  await expectUsed(page, link);
  expect(site().logs()).not.toMatch(/(reset|prove-email)\/[\w-]{10}/);
});

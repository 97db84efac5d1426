/** Setting up two-factor sign-in in a browser with scripts, and signing in with it. */
import { Types } from "mongoose";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { setRole } from "~/models/user-role.server";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openAt, waitForHydration } from "../setup/browser";
import { collection } from "../setup/database";
import { banner, formWith, heading, main } from "../setup/pages";
import { addSignedIn, PASSWORD, signUpSomebody } from "../setup/people";
import { PlainBrowser } from "../setup/plain-browser";
import { addSecondFactor, codeOf } from "../setup/second-factor";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const SETTINGS = "/settings/second-factor";
const site = useSharedSite("empty");
useSiteDatabase(site);
const url = (path: string) => site().origin + path;
/** Passkeys are bound to a domain name, which 127.0.0.1 is not. */
const named = (path: string) => url(path).replace("127.0.0.1", "localhost");

const codeField = (page: Page) => page.getByRole("textbox", { name: "Code", exact: true });
const isSignedIn = (page: Page, email: string) => banner(page).getByText(email).waitFor();

async function typePassword(page: Page, email: string): Promise<void> {
  await main(page).getByLabel("Email").fill(email);
  await main(page).getByLabel("Password").fill(PASSWORD);
  await main(page).getByRole("button", { name: "Sign In", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

/** Sets an authenticator app up on the settings page. @returns the recovery codes */
async function setUp(page: Page): Promise<string[]> {
  const section = page.getByRole("region", { name: "Authenticator app" });
  await section.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set it up" }).click();
  const key = await page.getByText("Or type this key").locator("span").innerText();
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  expectPageError(page, /status of 400/);
  await codeField(page).fill("000000");
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByText("This code is wrong").waitFor();
  expect(await codeField(page).inputValue()).toBe("000000");
  await expectAccessibleLooks(page);
  await codeField(page).fill(codeOf(key.replaceAll(" ", "")));
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByText("These are your recovery codes.").waitFor();
  const codes = await page.getByRole("status").getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByText("10 recovery codes are left.").waitFor();
  return codes;
}

test("an authenticator app is set up, its recovery codes are renewed, and it is removed", async () => {
  const { cookie } = await signUpSomebody();
  const page = await openAt(url(SETTINGS), { ...looks.light, cookie });
  const codes = await setUp(page);
  await expectAccessibleLooks(page);
  await page.goto(url(SETTINGS));
  expect(await page.getByText("These are your recovery codes.").count()).toBe(0);
  await page.getByText("New recovery codes").click();
  const renew = formWith(page, "Create new codes");
  await renew.getByLabel("Current password").fill(PASSWORD);
  await renew.getByLabel("Code").fill(codes[0]!);
  await renew.getByRole("button", { name: "Create new codes" }).click();
  await page.getByText("These are your recovery codes.").waitFor();
  const [renewed = ""] = await page.getByRole("status").getByRole("listitem").allInnerTexts();
  expect(codes).not.toContain(renewed);
  await page.getByText("Remove second factor", { exact: true }).click();
  const remove = formWith(page, "Remove the second factor");
  await remove.getByLabel("Current password").fill(PASSWORD);
  await remove.getByLabel("Code").fill(renewed);
  await remove.getByRole("button", { name: "Remove the second factor" }).click();
  await page.getByRole("button", { name: "Set it up" }).waitFor();
});

test("the dialog leads to the second step, and then back to the page where it was opened", async () => {
  const { email, viewer } = await signUpSomebody();
  const { secret } = await addSecondFactor(viewer);
  const page = await openAt(url("/macro"));
  await banner(page).getByRole("link", { name: "Sign In" }).click();
  const dialog = page.getByRole("dialog");
  // A passkey is not offered under an IP address.
  expect(await dialog.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
  await heading(page, "One more step").waitFor();
  // A form that is sent before the scripts have started signs in as well, but keeps no token.
  await waitForHydration(page);
  await codeField(page).fill(codeOf(secret));
  await main(page).getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(url("/macro"));
  await isSignedIn(page, email);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]{43}$/);
});

describe("a passkey", () => {
  /** Adds a virtual authenticator that creates passkeys and verifies its user. @returns functions to control it */
  async function addDevice(page: Page) {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        automaticPresenceSimulation: true,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    return {
      verifies: (isUserVerified: boolean) =>
        session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
      remove: () => session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId }),
    };
  }

  async function add(page: Page, name: string, code?: string): Promise<void> {
    const form = page.getByRole("form", { name: "Add a passkey" });
    await form.getByLabel("Name of the passkey").fill(name);
    await form.getByLabel("Current password").fill(PASSWORD);
    if (code) await form.getByLabel("Code").fill(code);
    await form.getByRole("button", { name: "Add a passkey" }).click();
  }

  const passkeyButton = (page: Page) =>
    main(page).getByRole("button", { name: "Sign in with a passkey" });

  test("is created, signs in without the password, and is removed", async () => {
    const { email, cookie } = await signUpSomebody();
    const page = await openAt(named(SETTINGS), { ...looks.light, cookie });
    const device = await addDevice(page);
    expectPageError(page, /status of (400|401|409)/);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Required").first().waitFor();
    await add(page, "My phone");
    await page.getByText("The passkey was added.").waitFor();
    await page.getByText("not used yet").waitFor();
    await expectAccessibleLooks(page);
    await add(page, "The same");
    await page.getByText("This device already has a passkey for your account.").waitFor();

    await signOut(page);
    await page.goto(named(`/login?redirectTo=${SETTINGS}`));
    await passkeyButton(page).click();
    await heading(page, "Settings").waitFor();
    await isSignedIn(page, email);
    await page.getByText("last used").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]{43}$/);

    await signOut(page);
    await page.goto(named("/macro"));
    await banner(page).getByRole("link", { name: "Sign In" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign in with a passkey" }).click();
    await isSignedIn(page, email);
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.goto(named(SETTINGS));
    await page.locator("summary", { hasText: "Remove" }).click();
    const remove = formWith(page, "Remove the passkey");
    await remove.getByLabel("Current password").fill("wrong guess!");
    await remove.getByRole("button", { name: "Remove the passkey" }).click();
    await page.getByText("This is not your password.").waitFor();
    await remove.getByLabel("Current password").fill(PASSWORD);
    await remove.getByRole("button", { name: "Remove the passkey" }).click();
    await page.getByText("You have no passkeys.").waitFor();
    await signOut(page);
    await page.goto(named("/login"));
    await passkeyButton(page).click();
    await page.getByText("This passkey cannot be used to sign in here.").waitFor();
    await device.remove();
  });

  test("replaces the code after the password, and can only be added with a code", async () => {
    const { email, viewer, cookie } = await signUpSomebody();
    const { secret } = await addSecondFactor(viewer);
    const page = await openAt(named(SETTINGS), { ...looks.light, cookie });
    const device = await addDevice(page);
    expectPageError(page, /status of (400|401)/);
    await add(page, "My key", "000000");
    await page.getByText("This code is wrong").waitFor();
    await add(page, "My key", codeOf(secret));
    await page.getByText("The passkey was added.").waitFor();

    // The device does not verify its user, which is enough after the password.
    await device.verifies(false);
    await signOut(page);
    await page.goto(named("/login"));
    await typePassword(page, email);
    await heading(page, "One more step").waitFor();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await isSignedIn(page, email);
    await device.remove();
  });

  test("confirms an act of an administrator", async () => {
    const { viewer, cookie } = await signUpSomebody();
    await setRole(viewer.id, "administrator");
    const other = { user: new Types.ObjectId((await addSignedIn()).viewer.id) };
    const page = await openAt(named(SETTINGS), { ...looks.light, cookie });
    const device = await addDevice(page);
    await add(page, "My phone");
    await page.getByText("The passkey was added.").waitFor();
    await page.goto(named(`/admin/people/${other.user.toHexString()}`));
    await waitForHydration(page);
    const sessions = collection("sessions");
    const confirmedAt = new Date(Date.now() - 11 * 60_000);
    await sessions.updateMany({ user: new Types.ObjectId(viewer.id) }, { $set: { confirmedAt } });
    expectPageError(page, /status of 403/);
    await main(page).locator("summary", { hasText: "End all sessions" }).click();
    const form = formWith(page, "End all sessions");
    await form.getByRole("button", { name: "End all sessions", exact: true }).click();
    await form.getByText("please confirm that it is you").waitFor();
    expect(await sessions.countDocuments(other)).toBe(2);
    await form.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("All their sessions and tokens are ended.").first().waitFor();
    expect(await sessions.countDocuments(other)).toBe(0);
    await device.remove();
  });

  test("is not offered without scripts", async () => {
    const page = await new PlainBrowser(named("")).open("/login");
    expect(page.buttons("Sign In")).toHaveLength(1);
    expect(page.buttons("Sign in with a passkey")).toEqual([]);
  });
});

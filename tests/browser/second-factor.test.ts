/** Setting up two-factor sign-in, and signing in with it. */
import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openPage, startBrowser, waitForHydration } from "../setup/browser";
import { codeOf } from "../setup/second-factor";
import { useSite } from "../setup/site";

const PASSWORD = "correct horse battery!";
const SETTINGS = "/settings/second-factor";
const site = useSite();
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});

/** The code of the next period, which is already accepted; the current one was used for the set-up. */
const nextCodeOf = (secret: string) => codeOf(secret, 1);

const main = (page: Page) => page.getByRole("main");
const codeField = (page: Page) => page.getByRole("textbox", { name: "Code", exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const isSignedIn = (page: Page, email: string) =>
  page.getByRole("banner").getByText(email).waitFor();

async function signUp(page: Page, name: string, origin = site().origin): Promise<string> {
  const email = `${name.toLowerCase()}@example.org`;
  const form = { email, name, password: PASSWORD, confirmPassword: PASSWORD };
  const { status } = await fetch(`${origin}/signup`, {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  expect(status).toBe(302);
  await page.goto(`${origin}/login?redirectTo=${SETTINGS}`);
  await typePassword(page, email);
  await heading(page, "Settings").waitFor();
  return email;
}

async function typePassword(page: Page, email: string): Promise<void> {
  await main(page).getByLabel("Email").fill(email);
  await main(page).getByLabel("Password").fill(PASSWORD);
  await main(page).getByRole("button", { name: "Sign In", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

/** Sets an authenticator app up on the settings page. @returns its secret, and the recovery codes */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const section = page.getByRole("region", { name: "Authenticator app" });
  await section.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set it up" }).click();
  const key = await page.getByText("Or type this key").locator("span").innerText();
  const secret = key.replaceAll(" ", "");
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(key).toMatch(/^(\w{4} ){7}\w{4}$/);
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  expectPageError(page, /status of 400/);
  await codeField(page).fill("000000");
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByText("This code is wrong").waitFor();
  expect(await codeField(page).inputValue()).toBe("000000");
  await codeField(page).fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByText("These are your recovery codes.").waitFor();
  const codes = await page.getByRole("status").getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByText("10 recovery codes are left.").waitFor();
  return { secret, codes };
}

describe.each([
  ["without scripts", false],
  ["with scripts", true],
])("a browser %s", (_, javaScriptEnabled) => {
  // Only with scripts: axe waits for timers, which never fire in a page without them.
  const look = (page: Page) => (javaScriptEnabled ? expectAccessibleLooks(page) : undefined);

  test("sets an authenticator app up, signs in with its codes and with recovery codes, and removes it", async () => {
    const page = await openPage(browser, { ...looks.light, javaScriptEnabled });
    const email = await signUp(page, javaScriptEnabled ? "Ida" : "Mara");
    await look(page);
    const { secret, codes } = await setUp(page);
    await look(page);
    await page.goto(site().origin + SETTINGS);
    expect(await page.getByText("These are your recovery codes.").count()).toBe(0);

    await signOut(page);
    await page.goto(`${site().origin}/login?redirectTo=/macro`);
    await typePassword(page, email);
    await heading(page, "One more step").waitFor();
    await look(page);
    expectPageError(page, /status of 400/);
    await codeField(page).fill("111111");
    await main(page).getByRole("button", { name: "Sign In" }).click();
    await page.getByText("This code is wrong").waitFor();
    expect(await codeField(page).inputValue()).toBe("111111");
    await codeField(page).fill(nextCodeOf(secret));
    await main(page).getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL(`${site().origin}/macro`);
    await isSignedIn(page, email);

    await signOut(page);
    await page.goto(`${site().origin}/login?redirectTo=${SETTINGS}`);
    await typePassword(page, email);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    await look(page);
    await page.getByLabel("Recovery code").fill(codes[0]!);
    await main(page).getByRole("button", { name: "Sign In" }).click();
    await page.getByText("9 recovery codes are left.").waitFor();

    await page.goto(`${site().origin}/settings/sessions`);
    await page.getByText("Create a token", { exact: true }).click();
    const token = page.locator("form", { hasText: "Create the token" });
    const confirm = async (code: string) => {
      await token.getByLabel("Current password").fill(PASSWORD);
      await token.getByLabel("Code").fill(code);
      await token.getByRole("button").click();
    };
    await token.getByLabel("What it is for").fill("Backup");
    await confirm("111111");
    await page.getByText("This code is wrong").waitFor();
    await look(page);
    expect(await token.getByLabel("What it is for").inputValue()).toBe("Backup");
    if (!javaScriptEnabled) expect(await token.getByLabel("Code").inputValue()).toBe("");
    await confirm(codes[2]!);
    await page.getByText("This is the new token.").waitFor();

    await page.goto(site().origin + SETTINGS);
    await page.getByText("New recovery codes").click();
    const renew = page.locator("form", { hasText: "Create new codes" });
    await renew.getByLabel("Current password").fill(PASSWORD);
    await renew.getByLabel("Code").fill(codes[1]!);
    await renew.getByRole("button", { name: "Create new codes" }).click();
    await page.getByText("These are your recovery codes.").waitFor();
    const [renewed = ""] = await page.getByRole("status").getByRole("listitem").allInnerTexts();
    expect(codes).not.toContain(renewed);

    await page.getByText("Remove second factor", { exact: true }).click();
    const remove = page.locator("form", { hasText: "Remove the second factor" });
    await remove.getByLabel("Current password").fill(PASSWORD);
    await remove.getByLabel("Code").fill(renewed);
    await remove.getByRole("button", { name: "Remove the second factor" }).click();
    await page.getByRole("button", { name: "Set it up" }).waitFor();

    await signOut(page);
    await page.goto(`${site().origin}/login`);
    await typePassword(page, email);
    await isSignedIn(page, email);
  });
});

test("the dialog leads to the second step, and then back to the page where it was opened", async () => {
  const page = await openPage(browser, looks.light);
  const email = await signUp(page, "Noor");
  const { secret } = await setUp(page);
  await signOut(page);
  await page.goto(`${site().origin}/macro`);
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
  await heading(page, "One more step").waitFor();
  // A form that is sent before the scripts have started signs in as well, but keeps no token.
  await waitForHydration(page);
  await codeField(page).fill(nextCodeOf(secret));
  await main(page).getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(`${site().origin}/macro`);
  await isSignedIn(page, email);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]{43}$/);
});

describe("a passkey", () => {
  /** Passkeys are bound to a domain name, which 127.0.0.1 is not. */
  const named = () => site().origin.replace("127.0.0.1", "localhost");

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
      async credential() {
        const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
        return credentials[0]!;
      },
      async setCounter(signCount: number) {
        const credential = { ...(await this.credential()), signCount };
        const { credentialId } = credential;
        await session.send("WebAuthn.removeCredential", { authenticatorId, credentialId });
        await session.send("WebAuthn.addCredential", { authenticatorId, credential });
      },
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
    const page = await openPage(browser, looks.light);
    const device = await addDevice(page);
    const email = await signUp(page, "Tove", named());
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
    await page.goto(`${named()}/login?redirectTo=${SETTINGS}`);
    await expectAccessibleLooks(page);
    await passkeyButton(page).click();
    await heading(page, "Settings").waitFor();
    await isSignedIn(page, email);
    await page.getByText("last used").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]{43}$/);

    await signOut(page);
    await page.goto(`${named()}/macro`);
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign in with a passkey" }).click();
    await isSignedIn(page, email);
    await page.getByRole("dialog").waitFor({ state: "detached" });

    // A signature counter that is lower than the site expects, as that of a cloned key.
    await device.setCounter(1);
    await signOut(page);
    await page.goto(`${named()}/login`);
    await passkeyButton(page).click();
    await page.getByText("This passkey cannot be used to sign in here.").waitFor();
    await device.setCounter(100);

    await page.goto(`${named()}/login?redirectTo=${SETTINGS}`);
    await passkeyButton(page).click();
    await page.locator("summary", { hasText: "Remove" }).click();
    const remove = page.locator("form", { hasText: "Remove the passkey" });
    await remove.getByLabel("Current password").fill("wrong guess!");
    await remove.getByRole("button", { name: "Remove the passkey" }).click();
    await page.getByText("This is not your password.").waitFor();
    await remove.getByLabel("Current password").fill(PASSWORD);
    await remove.getByRole("button", { name: "Remove the passkey" }).click();
    await page.getByText("You have no passkeys.").waitFor();
    await signOut(page);
    await page.goto(`${named()}/login`);
    await passkeyButton(page).click();
    await page.getByText("This passkey cannot be used to sign in here.").waitFor();
    await device.remove();
  });

  test("replaces the code after the password, and can only be added with a code", async () => {
    const page = await openPage(browser, looks.light);
    const device = await addDevice(page);
    const email = await signUp(page, "Runa", named());
    const { secret } = await setUp(page);
    expectPageError(page, /status of (400|401)/);
    await add(page, "My key", "000000");
    await page.getByText("This code is wrong").waitFor();
    await add(page, "My key", nextCodeOf(secret));
    await page.getByText("The passkey was added.").waitFor();

    // The device does not verify its user, which is enough after the password.
    await device.verifies(false);
    await signOut(page);
    await page.goto(`${named()}/login`);
    await typePassword(page, email);
    await heading(page, "One more step").waitFor();
    await page.getByRole("button", { name: "Use a passkey" }).waitFor();
    await expectAccessibleLooks(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await isSignedIn(page, email);
    await device.remove();
  });

  test("is not offered under an IP address, nor without scripts", async () => {
    const page = await openPage(browser, looks.light);
    await page.goto(`${site().origin}/login`);
    expect(await passkeyButton(page).count()).toBe(0);
    const plain = await openPage(browser, { ...looks.light, javaScriptEnabled: false });
    await plain.goto(`${named()}/login`);
    expect(await passkeyButton(plain).count()).toBe(0);
    await signUp(plain, "Sara", named());
    await plain.getByText("Adding a passkey needs JavaScript").waitFor();
  });
});

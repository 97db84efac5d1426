/** Confirming an address and setting a new password by mailed links in a browser without scripts. */
import { expect, test } from "vitest";
import { mailedLink } from "../../setup/mail-files";
import { PASSWORD } from "../../setup/people";
import { PlainBrowser } from "../../setup/plain-browser";
import { useSite } from "../../setup/site";

const NEW_PASSWORD = "a fresh lantern #9";
const site = useSite();
const email = "mara@example.org";

test("a user confirms an address, and sets a new password with a mailed link, each once", async () => {
  const browser = new PlainBrowser(site().origin);
  const form = await browser.open("/signup");
  const dashboard = await form
    .part("main")
    .press("Create account", {
      Email: email,
      Name: "Mara",
      Password: PASSWORD,
      "Confirm password": PASSWORD,
    });
  expect(dashboard.part("header").text).toContain(email);
  const first = await mailedLink(site(), email, "/prove-email/");
  const asked = await (await browser.open("/dashboard")).follow("It did not arrive");
  const again = await asked.press("Send me another link");
  expect(again.text).toContain("A new link is on its way to your address.");
  await expect.poll(() => mailedLink(site(), email, "/prove-email/")).not.toBe(first);
  const link = await mailedLink(site(), email, "/prove-email/");
  const confirmed = await (await browser.open(link)).press("Confirm my address");
  expect(confirmed.text).toContain("Your address is confirmed.");
  expect(confirmed.path).toBe("/dashboard");

  const visitor = new PlainBrowser(site().origin);
  const forgot = await (await visitor.open("/login")).follow("Forgotten your password?");
  for (const address of ["nobody@example.org", email]) {
    const sent = await forgot.press("Send the link", { Email: address });
    expect(sent.text).toContain("If an account has this address, a link is on its way to it.");
  }
  const reset = await mailedLink(site(), email, "/reset/");
  const page = await visitor.open(reset);
  const set = (password: string, confirm = password) =>
    page.press("Set the password", { "New password": password, "Confirm password": confirm });
  expect((await set(NEW_PASSWORD, `${NEW_PASSWORD}x`)).text).toContain("Passwords don't match");
  expect((await set("P@ssw0rd")).text).toContain("This password is too common");
  const signIn = await set(NEW_PASSWORD);
  expect(signIn.text).toContain("Your password was changed.");
  const entries = { Email: email, Password: NEW_PASSWORD };
  const signedIn = await signIn.part("main").press("Sign In", entries);
  expect(signedIn.part("header").text).toContain(email);

  for (const used of [first, link, reset]) {
    const gone = await visitor.open(used);
    expect(gone.status).toBe(410);
    expect(gone.text).toContain("This link cannot be used");
    expect(gone.part("main").all("button")).toEqual([]);
  }
});

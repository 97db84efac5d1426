import { describe, expect, test } from "vitest";
import { closeSignInOf, newSignInId, openSessions } from "~/models/session.server";
import { findMailSettings } from "~/models/mail-settings.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { deliveryOf, readMailSettings } from "~/services/mail/mail-settings.server";
import { mailedLink } from "../../setup/mail-files";
import { addArticle, addSignedIn, PASSWORD, signUpSomebody } from "../../setup/people";
import { PlainBrowser, type PlainPage } from "../../setup/plain-browser";
import { importMomentumCloses } from "../../setup/recommendations";
import { addSecondFactor, codeOf } from "../../setup/second-factor";
import { useSharedSite, useSiteDatabase } from "../../setup/site";

const NEW_PASSWORD = "a fresh lantern #9";
const site = useSharedSite("empty");
useSiteDatabase(site);
const browse = ({ cookie = "" } = {}) => new PlainBrowser(site().origin, cookie);
const main = (page: PlainPage) => page.part("main");
const header = (page: PlainPage) => page.part("header").text;

describe("settings", () => {
  test("the address is changed and restored by mailed links", async () => {
    const person = await signUpSomebody({ isProven: true });
    const newEmail = `new.${person.email}`;
    const browser = browse(person);
    const form = await browser.open("/settings/sign-in");
    const change = (password: string) =>
      form.press("Change the address", { email: newEmail, currentPassword: password });
    const refused = await change("wrong guess 1!");
    expect(refused.text).toContain("This is not your password.");
    expect(refused.field("New address").value).toBe(newEmail);
    expect((await change(PASSWORD)).text).toContain("Your address changes once you open the link");
    const changed = await (
      await browser.open(await mailedLink(site(), newEmail, "/change-email/"))
    ).press("Use this address");
    expect(changed.text).toContain("Your address was changed.");
    expect(header(changed)).toContain(newEmail);
    const restored = await (
      await browser.open(await mailedLink(site(), person.email, "/restore-email/"))
    ).press("Restore this address");
    expect(restored.text).toContain("The address is yours again.");
  });

  test("a changed password ends other sessions", async () => {
    const person = await signUpSomebody();
    const form = await browse(person).open("/settings/sign-in");
    const elsewhere = browse();
    const entries = { Email: person.email, Password: PASSWORD };
    await main(await elsewhere.open("/login")).press("Sign In", entries);
    const changed = await form.press("Change the password", {
      currentPassword: PASSWORD,
      "New password": NEW_PASSWORD,
      "Confirm password": NEW_PASSWORD,
    });
    expect(changed.text).toContain("Your password was changed.");
    expect((await elsewhere.open("/settings")).path).toContain("/login");
  });

  test("a session is ended, one that is gone is reported once, and a token is shown once", async () => {
    const person = await signUpSomebody();
    const ids = [newSignInId(), newSignInId()] as const;
    for (const id of ids) {
      await openSessions(person.viewer.id, ["browser"], { userAgent: "test" }, id);
    }
    const browser = browse(person);
    const page = await browser.open("/settings/sessions");
    const end = (id: string) =>
      page
        .all("form")
        .find(({ elements }) =>
          elements.some(({ attrs }) => attrs.some(({ value }) => value === id)),
        )!
        .press(/^End/);
    expect((await end(ids[0])).text).toContain("The session or token was ended.");
    await closeSignInOf(person.viewer.id, ids[1]);
    const gone = await end(ids[1]);
    expect(
      main(gone)
        .all("alert")
        .map(({ text }) => text),
    ).toEqual([expect.stringContaining("Session not found")]);
    const created = await page.press("Create the token", {
      "What it is for": "Backup",
      currentPassword: PASSWORD,
    });
    expect(created.text).toContain("This is the new token.");
    const [, secret = ""] = /\b([\w-]{43})\b/.exec(main(created).text) ?? [];
    const headers = { Authorization: `Bearer ${secret}` };
    expect((await fetch(`${site().origin}/api/auth/verify`, { headers })).status).toBe(200);
    const again = await browser.open("/settings/sessions");
    expect(again.text).toContain("Backup");
    expect(again.text).not.toContain(secret);
  });

  test("a profile is saved, and keeps what was typed after a mistake or without a session", async () => {
    const person = await addSignedIn();
    const typed = { "About you": "I read central banks.", isHiddenFromSearch: true };
    const form = await browse(person).open("/settings");
    const refused = await form.press("Save the profile", { ...typed, Link: "javascript:alert(1)" });
    expect(refused.text).toContain("Please enter a valid URL.");
    expect(refused.field("About you").value).toBe("I read central banks.");
    expect(refused.field("isHiddenFromSearch").isChecked).toBe(true);
    const saved = await refused.press("Save the profile", { Link: "https://example.org/me" });
    expect(saved.text).toContain("Your profile is saved.");
    expect(main(await saved.follow("your page")).text).toContain("I read central banks.");
    saved.browser.cookies.clear();
    const out = await form.press("Save the profile", typed);
    expect(out.status).toBe(401);
    expect(out.text).toContain("Please log in to change your profile.");
    expect(out.field("About you").value).toBe("I read central banks.");
    expect(out.text).not.toContain(person.viewer.name);
  });

  test("the deletion of the account is requested and called off", async () => {
    const browser = browse(await signUpSomebody());
    const asked = await (
      await browser.open("/settings/data")
    ).press("Delete my account", {
      content: "keep",
      currentPassword: PASSWORD,
    });
    expect(asked.text).toContain("You have asked for your account to be deleted.");
    const page = await browser.open("/macro");
    expect(page.text).toContain("Your account will be deleted on");
    const kept = await (await page.follow("Call it off")).press("Call it off");
    expect(kept.text).toContain("Your account will not be deleted.");
  });

  test("a copy of the data is requested, announced by mail and downloaded", async () => {
    const person = await signUpSomebody({ isProven: true });
    const browser = browse(person);
    const asked = await (await browser.open("/settings/data")).press("Ask for a copy");
    expect(asked.text).toContain("is on its way");
    const page = await browser.open(await mailedLink(site(), person.email, "/settings/data"));
    const file = new URL(page.links(/^Download \(\d+ kB\)$/)[0]!.get("href")!, page.url);
    const answer = await fetch(file, { headers: { Cookie: person.cookie } });
    expect(answer.headers.get("Content-Type")).toBe("application/zip");
  });

  test("an authenticator app is set up, its code and a recovery code sign in, and it is removed", async () => {
    const { email, cookie } = await signUpSomebody();
    const settings = await browse({ cookie }).open("/settings/second-factor");
    const begun = await settings.press("Set it up", { currentPassword: PASSWORD });
    const [, key = ""] = /((?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})/.exec(begun.text) ?? [];
    const secret = key.replaceAll(" ", "");
    const refused = await begun.press("Turn it on", { Code: "000000" });
    expect(refused.text).toContain("This code is wrong");
    const done = await refused.press("Turn it on", { Code: codeOf(secret) });
    expect(done.text).toContain("10 recovery codes are left.");
    const codes = done.part("status", "These are your recovery codes").all("li");
    expect(codes).toHaveLength(10);

    const visitor = browse();
    const login = await visitor.open("/login?redirectTo=/settings/second-factor");
    const step = await main(login).press("Sign In", { Email: email, Password: PASSWORD });
    expect((await main(step).press("Sign In", { Code: "111111" })).text).toContain("code is wrong");
    const recovery = await step.follow("Use a recovery code");
    const entries = { "Recovery code": codes[0]!.text };
    const signedIn = await main(recovery).press("Sign In", entries);
    expect(signedIn.text).toContain("9 recovery codes are left.");
    const removed = await signedIn.press("Remove the second factor", {
      currentPassword: PASSWORD,
      code: codes[1]!.text,
    });
    expect(removed.buttons("Set it up")).toHaveLength(1);
  });

  test("a wrong code for a token keeps its name, and neither the code nor the password", async () => {
    const person = await signUpSomebody();
    await addSecondFactor(person.viewer);
    const page = await browse(person).open("/settings/sessions");
    const refused = await page.press("Create the token", {
      "What it is for": "Backup",
      currentPassword: PASSWORD,
      code: "111111",
    });
    expect(refused.text).toContain("This code is wrong");
    expect(refused.field("What it is for").value).toBe("Backup");
    expect(refused.field("code").value).toBe("");
    expect(refused.field("currentPassword").value).toBe("");
  });
});

describe("sessions", () => {
  test("signing out stays on a public page", async () => {
    const page = await browse(await addSignedIn()).open("/community?sort=hot");
    const out = await page.press("Logout");
    expect(out.text).toContain("You are signed out.");
    expect(out.path).toBe("/community?sort=hot");
    expect(out.part("header").links("Sign In")).toHaveLength(1);
  });

  test("a user is led away from the pages for signing in and up, but not to another site", async () => {
    const browser = browse(await addSignedIn());
    expect((await browser.open("/login?redirectTo=%2Fbonds")).path).toBe("/bonds");
    expect((await browser.open("/signup")).path).toBe("/");
    expect((await browser.open("/login?redirectTo=%2F%2Fexample.org%2F")).path).toBe("/");
  });
});

describe("notices by mail", () => {
  test("are chosen on one page, which keeps what was typed if it is refused", async () => {
    const { cookie } = await addSignedIn();
    const form = await browse({ cookie }).open("/settings/notifications");
    const refused = await form.press("Save", {
      "Answers to what I wrote": "never",
      "Time zone": "Mars/Olympus",
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Please choose a time zone.");
    expect(refused.field("Answers to what I wrote").value).toBe("never");
    const saved = await refused.press("Save", {
      "How often": "weekly",
      At: "20",
      "Time zone": "Asia/Kolkata",
    });
    expect(saved.text).toContain("Your choice is saved.");
    expect(saved.text).toMatch(/Your next digest is due on Monday, \w+ \d+ at 8:0\d PM\./);
    expect(saved.field("Answers to what I wrote").value).toBe("never");
    expect(saved.field("Time zone").value).toBe("Asia/Kolkata");
  });

  test("end by a post of a mail program from anywhere, and by a button of their page", async () => {
    const author = await signUpSomebody({ isProven: true });
    const { id } = await addArticle({ author: author.viewer });
    const reader = await addSignedIn();
    await fetch(`${site().origin}/api/articles/${id}/comments`, {
      method: "POST",
      headers: { Authorization: `Bearer ${reader.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ content: "I disagree." }),
    });
    const { origin, pathname } = new URL(await mailedLink(site(), author.email, "/unsubscribe/"));
    expect(origin).toBe(site().origin);
    expect(pathname).toMatch(/^\/unsubscribe\/[\w-]{32}\.answer$/);
    const delivery = async () => deliveryOf("answer", await findMailSettings(author.viewer.id));

    // Mail filters open all links.
    const page = await browse().open(pathname);
    expect(page.text).toContain("Stop mailing me “Answers to what I wrote”");
    expect(page.text).not.toContain(author.viewer.name);
    expect(await delivery()).toBe("at-once");

    const formData = new FormData();
    formData.set("List-Unsubscribe", "One-Click");
    for (const body of [new URLSearchParams({ "List-Unsubscribe": "One-Click" }), formData]) {
      const answer = await fetch(site().origin + pathname, {
        ...{ method: "POST", redirect: "manual", body },
        headers: { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await answer.text()).toContain("We no longer mail you “Answers to what I wrote”");
      expect(await delivery()).toBe("never");
    }
    const all = await (await browse().open(pathname)).press("Stop all notices and the digest");
    expect(all.text).toContain("We no longer mail you all notices and the digest");
    expect((await readMailSettings(author.viewer)).deliveries.mention).toBe("never");
    await deleteAccount(author.email);
    const gone = await browse().open(pathname);
    expect([gone.status, gone.text]).toEqual([200, expect.stringContaining("was deleted")]);
  });
});

test("without prices the page of recommendations says that it failed, and with them it shows what was generated", async () => {
  const FIRST = "Generate Your First Recommendation";
  const { cookie } = await addSignedIn({ isMember: true });
  const page = await browse({ cookie }).open("/momentum?view=table");
  expect(page.text).toContain("No momentum recommendations available yet.");
  const failed = await page.press(FIRST);
  expect(failed.status).toBe(503);
  expect(failed.part("alert").text).toBe("Error Failed to generate momentum recommendation");
  await importMomentumCloses();
  const made = await failed.press(FIRST);
  expect(made.text).toContain("New momentum recommendation generated!");
  expect(made.path).toBe("/momentum?view=table");
  const previewed = await made.press("Generate New");
  expect(previewed.part("section", "Preview").text).toContain("Nothing was stored.");
  expect(previewed.links(/^Week of/)).toHaveLength(1);
  const more = await previewed.press("Publish", { "Publish it for good": true });
  expect(more.text).toContain("New momentum recommendation generated!");
  expect(more.links(/^Week of/)).toHaveLength(2);

  // A user who is not a member gets a preview, on the page of a recommendation, too.
  const reader = browse(await addSignedIn());
  const list = await reader.open("/momentum");
  for (const from of [list, await list.follow(/^Week of/)]) {
    const preview = await from.press("Preview");
    expect(preview.status).toBe(200);
    expect(preview.url.pathname).toBe("/momentum");
    expect(preview.part("section", "Preview").text).toContain(
      "This is a preview. Nothing was stored: members and the weekly schedule",
    );
    expect(preview.text).not.toContain("recommendation generated!");
  }
  expect((await reader.open("/momentum")).links(/^Week of/)).toHaveLength(2);
});

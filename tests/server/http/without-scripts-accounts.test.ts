import { beforeAll, expect, test } from "vitest";
import { grantMembership } from "~/services/accounts/admin.server";
import { collection } from "../../setup/database";
import { mailedLink } from "../../setup/mail-files";
import { addSignedIn, PASSWORD, signUpSomebody, type SignedIn } from "../../setup/people";
import { PlainBrowser, type PlainPage } from "../../setup/plain-browser";
import { clearSiteCaches, useSharedSite, useSiteDatabase } from "../../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);
/** With two members, two equal votes decide. */
let members: [SignedIn, SignedIn];
beforeAll(async () => {
  // What other files have left on the site.
  await collection("users").updateMany({}, { $set: { isMember: false } });
  await collection("recommendations").deleteMany({});
  await clearSiteCaches();
  members = [await addSignedIn({ isMember: true }), await addSignedIn({ isMember: true })];
});

const STATEMENT =
  "I have read prospectuses for ten years.\nI hold no tokens. <b>Ask</b> me anything.";

const open = (path: string, person?: SignedIn) =>
  new PlainBrowser(site().origin, person?.cookie).open(path);
const apply = (page: PlainPage, statement = STATEMENT) =>
  page.press("Send Application", { "Your statement": statement });
const cardOf = (page: PlainPage, { viewer }: SignedIn) => {
  return page
    .part("main")
    .all("article")
    .find((card) => card.all("h3").some(({ text }) => text === viewer.name));
};

async function newApplicant(): Promise<SignedIn> {
  const person = await addSignedIn();
  const page = await apply(await open("/partner", person));
  expect(page.part("status").text).toContain("Application sent!");
  expect(page.text).toContain("Your application is open");
  expect(page.text).toContain("0 approvals of 2");
  return person;
}

test("a visitor reads how membership is decided and is invited to sign in", async () => {
  const page = await open("/partner");
  expect(page.text).toContain("How it is decided");
  expect(page.part("main").text).not.toContain("{product}");
  expect(page.buttons("Send Application")).toEqual([]);
  expect((await page.follow("Sign In to Apply")).path).toBe("/login?redirectTo=%2Fpartner");
});

test("a rejected statement, and one sent when the session has ended, are kept as they were typed", async () => {
  const form = await open("/partner", await addSignedIn());
  for (const text of ["Too short.", "x".repeat(1001)]) {
    const page = await apply(form, text);
    expect(page.status).toBe(400);
    expect(page.field("Your statement").description).toContain(
      "Statement must be 50 to 1,000 characters.",
    );
    expect(page.field("Your statement").value).toBe(text);
    expect(page.text).toContain(`${text.length}/1000`);
    expect(page.field("Your statement").get("maxlength")).toBeUndefined();
  }
  form.browser.cookies.clear();
  const page = await apply(form);
  expect(page.status).toBe(401);
  expect(page.part("alert").text).toContain("Please log in to apply.");
  expect(page.field("Your statement").value).toBe(STATEMENT);
});

test("an applicant who was declined applies again, becomes a member, and the votes are then shown", async () => {
  const applicant = await newApplicant();
  const card = (page: PlainPage) => cardOf(page, applicant)!;
  for (const member of members) {
    const page = await card(await open("/partner", member)).press(/^Decline/);
    expect(page.text).toContain("Your vote was counted");
  }
  const declined = await open("/partner", applicant);
  expect(declined.text).toContain("Your application was declined");
  expect(declined.text).toMatch(/by 0 approvals to 2 declines\. You may apply again/);
  expect((await apply(declined)).text).toContain("0 declines of 2");

  const stale = await open("/partner", members[0]);
  expect(card(stale).text).toContain("I hold no tokens. <b>Ask</b> me anything.");
  const one = await card(stale).press(/^Approve/);
  expect(one.part("status").text).toContain("Your vote was counted.");
  expect(card(one).text).toMatch(/1 approval of 2.*You approved/);
  expect(card(one).all("button")).toEqual([]);
  const again = await card(stale).press(/^Decline/);
  expect(again.status).toBe(409);
  expect(again.part("alert").text).toContain("You have already voted on this application.");

  const other = await open("/partner", members[1]);
  // Votes of others are hidden until the application is decided.
  expect(card(other).text).not.toMatch(new RegExp(`${members[0].viewer.name}(?!\\d)`));
  const two = await card(other).press(/^Approve/);
  expect(two.text).toContain("Your vote was counted, and the application is approved.");
  const label = `Votes on ${applicant.viewer.name}`;
  const votes = [...two.all("ul", label), ...two.all("ol", label)].flatMap((list) =>
    list.all("li").map(({ text }) => text),
  );
  for (const { viewer } of members) expect(votes).toContain(`${viewer.name} approved`);

  const own = await open("/partner", applicant);
  expect(own.text).toContain("You are a member");
  expect(own.text).toMatch(/Approved on .* by 2 approvals to 0 declines/);
  // The other tests need exactly two members.
  await grantMembership(applicant.viewer.email, false);
  expect((await open("/partner", applicant)).text).toContain("Your membership was withdrawn");
});

test("a second application in another window is refused, and its text is kept", async () => {
  const person = await addSignedIn();
  const [first, second] = [await open("/partner", person), await open("/partner", person)];
  await apply(first);
  const page = await apply(second, `${STATEMENT} From another window.`);
  expect(page.status).toBe(409);
  expect(page.part("alert").text).toContain("You already have an open application.");
  expect(page.text).toContain("Your application is open");
  expect(page.field("Your statement").value).toBe(`${STATEMENT} From another window.`);
});

test("the dashboard asks a visitor to sign in, and shows what the user has written", async () => {
  const { email, password, viewer } = await signUpSomebody();
  const form = await open("/dashboard?view=table");
  expect(form.url.searchParams.get("redirectTo")).toBe("/dashboard?view=table");
  const signIn = await open("/dashboard");
  expect(signIn.path).toBe("/login?redirectTo=/dashboard");
  const entries = { Email: email, Password: password };
  const empty = await signIn.part("main").press("Sign In", entries);
  expect(empty.path).toBe("/dashboard");
  for (const text of [
    "You have not posted an article yet.",
    "You have not reviewed anything yet.",
    "You have not commented yet.",
    "No momentum recommendations available yet.",
    "No sentiment recommendations available yet.",
    "You have not applied yet",
  ]) {
    expect(empty.text).toContain(text);
  }
  const posted = await (
    await empty.follow("Post an Article")
  ).press("Post Article", {
    Title: `Written by ${viewer.name}`,
    Summary: "In short.",
    Link: `https://example.org/by/${viewer.name}`,
  });
  const article = await posted.part("main").follow(`Written by ${viewer.name}`);
  const page = await article.press("Post Comment", { "Add a comment": "A word about my own." });
  const full = await page.follow(/^Welcome/);
  expect(full.part("article", "In short.").text).toContain(`Written by ${viewer.name}`);
  expect(full.all("article", "A word about my own.")).toHaveLength(1);
  const table = await full.follow("Table");
  expect(table.path).toBe("/dashboard?view=table");
  expect(table.all("article")).toEqual([]);
  expect(table.part("table", /^Your articles/).text).toContain(`Written by ${viewer.name}`);
  const comment = await table.part("table", /^Your comments/).follow(/./);
  expect(comment.url.href).toMatch(
    /\/article\/[0-9a-f]{24}\?comment=[0-9a-f]{24}#comment-[0-9a-f]{24}$/,
  );
});

test("a visitor can open the dashboard's sample, in both views", async () => {
  const page = await open("/dashboard?test=true&view=nonsense");
  expect(page.text).toContain("Sample content.");
  expect(page.all("article").length).toBeGreaterThan(4);
  expect(page.links("Cards")[0]!.get("aria-current")).toBe("true");
  const table = await page.follow("Table");
  expect(table.path).toBe("/dashboard?test=true&view=table");
  expect(table.all("table", /^Your articles/)).toHaveLength(1);
  expect(table.all("article")).toEqual([]);
  expect(table.part("main").all("button")).toEqual([]);
});

test("a user confirms an address, and sets a new password with a mailed link, each once", async () => {
  const email = "moira@example.org";
  const browser = new PlainBrowser(site().origin);
  const signUp = (await browser.open("/signup")).part("main");
  const passwords = { Password: PASSWORD, "Confirm password": PASSWORD };
  const weak = { Password: "P@ssw0rd!", "Confirm password": "P@ssw0rd!" };
  const refused = await signUp.press("Create account", { Email: email, Name: "Adm1n", ...weak });
  expect(refused.field("Password").description).toContain("This password is too common");
  expect(refused.field("Password").value).toBe("");
  expect(refused.field("Name").description).toContain("This name is reserved.");
  expect(refused.field("Name").value).toBe("Adm1n");
  expect(refused.field("Email").value).toBe(email);
  const dashboard = await refused
    .part("main")
    .press("Create account", { Name: "Moira", ...passwords });
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

  const newPassword = "a fresh lantern #9";
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
  expect((await set(newPassword, `${newPassword}x`)).text).toContain("Passwords don't match");
  expect((await set("P@ssw0rd")).text).toContain("This password is too common");
  const signIn = await set(newPassword);
  expect(signIn.text).toContain("Your password was changed.");
  const entries = { Email: email, Password: newPassword };
  const signedIn = await signIn.part("main").press("Sign In", entries);
  expect(signedIn.part("header").text).toContain(email);

  for (const used of [first, link, reset]) {
    const gone = await visitor.open(used);
    expect(gone.status).toBe(410);
    expect(gone.text).toContain("This link cannot be used");
    expect(gone.part("main").all("button")).toEqual([]);
  }
});

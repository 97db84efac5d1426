/** Applications for membership, and the dashboard: with scripts, and checked for accessibility. */
import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { grantMembership } from "~/services/accounts/admin.server";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, startBrowser, openPage, signIn } from "../setup/browser";
import { addSignedIn } from "../setup/people";
import { useSite, useSiteDatabase } from "../setup/site";

const site = useSite();
useSiteDatabase(site);
let browser: Browser;
/** With two members, two equal votes decide. */
let members: [Person, Person];

beforeAll(async () => {
  browser = await startBrowser();
  members = [await newPerson(), await newPerson()];
  for (const { email } of members) await grantMembership(email, true);
});

interface Person {
  name: string;
  email: string;
  cookie: string;
}
let people = 0;

/** Creates a user with an open session; other files test signing in. */
async function newPerson(): Promise<Person> {
  const name = `Applicant${(people += 1)}`;
  const { cookie } = await addSignedIn({ name });
  return { name, email: `${name.toLowerCase()}@example.org`, cookie };
}

type Options = Parameters<typeof openPage>[1];

/** Opens a path as a user, or as a visitor. */
async function openAs(person: Person | null, path: string, options: Options = {}): Promise<Page> {
  const page = await openPage(browser, options);
  if (person) await signIn(page, site().origin, person.cookie);
  await page.goto(site().origin + path);
  return page;
}

const STATEMENT =
  "I have read prospectuses for ten years.\nI hold no tokens. <b>Ask</b> me anything.";

async function apply(page: Page, statement = STATEMENT) {
  await page.getByLabel("Your statement").fill(statement);
  await page.getByRole("button", { name: "Send Application" }).click();
}

/** Creates a user with an open application. */
async function newApplicant(options: Options = {}): Promise<[Person, Page]> {
  const person = await newPerson();
  const page = await openAs(person, "/partner", options);
  await apply(page);
  await page.getByText("Your application is open").waitFor();
  return [person, page];
}

const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const card = (page: Page, { name }: Person) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
const approve = (page: Page, person: Person) =>
  card(page, person)
    .getByRole("button", { name: /^Approve/ })
    .click();
const decline = (page: Page, person: Person) =>
  card(page, person)
    .getByRole("button", { name: /^Decline/ })
    .click();
const votesOn = (page: Page, { name }: Person) =>
  page.getByRole("list", { name: `Votes on ${name}` }).getByRole("listitem");

describe("with scripts", () => {
  test("a statement that is too short or too long is rejected and kept as it was typed", async () => {
    const page = await openAs(await newPerson(), "/partner");
    expectPageError(page, /status of 400/);
    const field = page.getByLabel("Your statement");
    for (const text of ["Too short.", "x".repeat(1001)]) {
      await apply(page, text);
      await page.getByText("Statement must be 50 to 1,000 characters.").waitFor();
      expect(await describedBy(field)).toContain("Statement must be 50 to 1,000 characters.");
      expect(await field.inputValue()).toBe(text);
      await page.getByText(`${text.length}/1000`).waitFor();
    }
    expect(await field.getAttribute("maxlength")).toBeNull();
  });

  test("an applicant becomes a member after two approvals, and the votes are then shown", async () => {
    const [applicant, own] = await newApplicant();
    await toast(own, "Application sent!").waitFor();
    await own.getByText("0 approvals of 2").waitFor();
    expect(await own.getByLabel("Your statement").count()).toBe(0);

    const one = await openAs(members[0], "/partner");
    const statement = card(one, applicant).getByText("I hold no tokens.");
    expect(await statement.innerText()).toBe(STATEMENT);
    await approve(one, applicant);
    await toast(one, "Your vote was counted.").waitFor();
    await card(one, applicant).getByText("You approved").waitFor();
    await card(one, applicant).getByText("1 approval of 2").waitFor();
    expect(await card(one, applicant).getByRole("button").count()).toBe(0);
    // Votes of others are hidden until the application is decided.
    const two = await openAs(members[1], "/partner");
    expect(await card(two, applicant).textContent()).not.toMatch(
      new RegExp(`${members[0].name}(?!\\d)`),
    );

    await approve(two, applicant);
    await toast(two, "Your vote was counted, and the application is approved.").waitFor();
    await expect.poll(() => card(two, applicant).count()).toBe(0);
    await expect
      .poll(() => votesOn(two, applicant).allInnerTexts())
      .toEqual([`${members[0].name} approved`, `${members[1].name} approved`]);

    await own.reload();
    await own.getByRole("heading", { name: "You are a member" }).waitFor();
    await own.getByText(/Approved on .* by 2 approvals to 0 declines/).waitFor();
    await own.getByRole("heading", { name: /^Open applications/ }).waitFor();
    // The other tests need exactly two members.
    await grantMembership(applicant.email, false);
    await own.reload();
    await own.getByRole("heading", { name: "Your membership was withdrawn" }).waitFor();
    await own.getByLabel("Your statement").waitFor();
  });

  test("a second vote of the same member is refused with a message", async () => {
    const [applicant] = await newApplicant();
    const [one, two] = [await openAs(members[0], "/partner"), await openAs(members[1], "/partner")];
    const again = await openAs(members[0], "/partner");
    await approve(one, applicant);
    await toast(one, "Your vote was counted.").waitFor();
    expectPageError(again, /status of 409/);
    await decline(again, applicant);
    await alert(again, "You have already voted on this application.").waitFor();
    await card(again, applicant).getByText("You approved").waitFor();
    await approve(two, applicant);
    await toast(two, "the application is approved").waitFor();
    await grantMembership(applicant.email, false);
  });

  test("a second application in another window is refused, and its text is kept", async () => {
    const person = await newPerson();
    const first = await openAs(person, "/partner");
    const second = await openAs(person, "/partner");
    await apply(first);
    await first.getByText("Your application is open").waitFor();
    expectPageError(second, /status of 409/);
    await apply(second, `${STATEMENT} From another window.`);
    await alert(second, "You already have an open application.").waitFor();
    // The page shows this when it has loaded the other application.
    await second.getByText("Your application is open").waitFor();
    expect(await second.getByLabel("Your statement").inputValue()).toBe(
      `${STATEMENT} From another window.`,
    );
  });

  test("the form keeps what was typed when the session has ended", async () => {
    const page = await openAs(await newPerson(), "/partner");
    await page.context().clearCookies();
    expectPageError(page, /status of 401/);
    await apply(page);
    await alert(page, "Please log in to apply.").waitFor();
    expect(await page.getByLabel("Your statement").inputValue()).toBe(STATEMENT);
  });
});

test("with scripts the characters of a statement are counted while typing, and a vote loads no page", async () => {
  const [applicant] = await newApplicant();
  const page = await openAs(members[0], "/partner");
  await page.evaluate(() => void Object.assign(window, { stays: true }));
  await approve(page, applicant);
  await card(page, applicant).getByText("You approved").waitFor();
  await toast(page, "Your vote was counted.").waitFor();
  expect(await page.evaluate(() => "stays" in window)).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("You approved");

  const other = await openAs(await newPerson(), "/partner");
  await other.getByLabel("Your statement").pressSequentially("twelve chars");
  await other.getByText("12/1000").waitFor();
});

describe("a post that the site's own forms never send", () => {
  /** Posts a form as a browser does, without following redirects. */
  const post = async (person: Person | null, form: Record<string, string>) => {
    const answer = await fetch(`${site().origin}/partner`, {
      method: "POST",
      headers: { Cookie: person?.cookie ?? "", Origin: site().origin },
      body: new URLSearchParams(form),
      redirect: "manual",
    });
    return { status: answer.status, text: await answer.text() };
  };
  let application: string;
  let applicant: Person;
  beforeAll(async () => {
    [applicant] = await newApplicant();
    const member = await openAs(members[0], "/partner");
    const field = card(member, applicant).locator("input[name=application]");
    application = (await field.getAttribute("value")) ?? "";
    expect(application).toMatch(/^[0-9a-f]{24}$/);
  });

  test("is refused with a fitting status and message", async () => {
    const vote = () => ({ intent: "vote", application, vote: "approve" });
    expect((await post(null, { intent: "apply", statement: STATEMENT })).status).toBe(401);
    expect((await post(members[0], { intent: "apply", statement: STATEMENT })).status).toBe(409);
    expect((await post(members[0], { intent: "nonsense" })).status).toBe(400);
    expect((await post(members[0], {})).status).toBe(400);
    expect((await post(members[0], { ...vote(), vote: "maybe" })).status).toBe(400);
    expect((await post(members[0], { ...vote(), application: "x" })).status).toBe(404);

    const visitor = await post(null, vote());
    expect(visitor.status).toBe(401);
    expect(visitor.text).toContain("Please log in to vote.");
    for (const person of [applicant, await newPerson()]) {
      const answer = await post(person, vote());
      expect(answer.status).toBe(403);
      expect(answer.text).toContain("Only members can vote on applications.");
    }
    await grantMembership(applicant.email, true);
    const own = await post(applicant, vote());
    expect(own.status).toBe(403);
    expect(own.text).toContain("You cannot vote on your own application.");
    await grantMembership(applicant.email, false);
  });
});

test("the dashboard is hidden from search engines, and its redirect to sign in keeps the view", async () => {
  const page = await openAs(null, "/dashboard?test=true");
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
  await page.goto(`${site().origin}/dashboard?view=table`);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get("redirectTo")).toBe("/dashboard?view=table");
});

describe("every look is accessible for", () => {
  test("the organisation's page, as a visitor, an applicant and a member", async () => {
    await expectAccessibleLooks(await openAs(null, "/partner", looks.light));
    const [applicant, own] = await newApplicant(looks.light);
    await toast(own, "Application sent!").getByRole("button", { name: "Dismiss" }).focus();
    await expectAccessibleLooks(own);
    const member = await openAs(members[0], "/partner", looks.light);
    await expectAccessibleLooks(member);
    await approve(member, applicant);
    await card(member, applicant).getByText("You approved").waitFor();
    await expectAccessibleLooks(member);
  });

  test("a statement that was refused", async () => {
    const page = await openAs(await newPerson(), "/partner", looks.light);
    expectPageError(page, /status of 400/);
    await apply(page, "Too short.");
    await page.getByText("Statement must be 50 to 1,000 characters.").waitFor();
    await expectAccessibleLooks(page);
  });

  test("the dashboard, empty and full, as cards and as a table", async () => {
    const page = await openAs(await newPerson(), "/dashboard", looks.light);
    await expectAccessibleLooks(page);
    for (const query of ["?test=true", "?test=true&view=table"]) {
      await page.goto(`${site().origin}/dashboard${query}`);
      await expectAccessibleLooks(page);
    }
  });
});

async function describedBy(field: ReturnType<Page["getByLabel"]>): Promise<string> {
  const ids = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
  const texts = await Promise.all(
    ids.map((id) => field.page().locator(`[id="${id}"]`).textContent()),
  );
  return texts.join(" ");
}

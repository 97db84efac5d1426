/** Applications for membership in a browser with scripts. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { grantMembership } from "~/services/accounts/admin.server";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openAt } from "../setup/browser";
import { alert, isSameDocument, markDocument, status } from "../setup/pages";
import { addSignedIn } from "../setup/people";
import { useSite, useSiteDatabase } from "../setup/site";

/** A site of its own: with two members, two equal votes decide. */
const site = useSite();
useSiteDatabase(site);
let members: [Person, Person];

beforeAll(async () => {
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

const openAs = ({ cookie }: Person, path: string) =>
  openAt(site().origin + path, { ...looks.light, cookie });

const STATEMENT =
  "I have read prospectuses for ten years.\nI hold no tokens. <b>Ask</b> me anything.";

async function apply(page: Page, statement = STATEMENT) {
  await page.getByLabel("Your statement").fill(statement);
  await page.getByRole("button", { name: "Send Application" }).click();
}

/** Creates a user with an open application. */
async function newApplicant(): Promise<[Person, Page]> {
  const person = await newPerson();
  const page = await openAs(person, "/partner");
  await apply(page);
  await page.getByText("Your application is open").waitFor();
  return [person, page];
}

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

test("an applicant becomes a member after two approvals, and the votes are then shown", async () => {
  const [applicant, own] = await newApplicant();
  await status(own, "Application sent!").waitFor();
  await own.getByText("0 approvals of 2").waitFor();
  expect(await own.getByLabel("Your statement").count()).toBe(0);

  const one = await openAs(members[0], "/partner");
  const statement = card(one, applicant).getByText("I hold no tokens.");
  expect(await statement.innerText()).toBe(STATEMENT);
  await markDocument(one);
  await approve(one, applicant);
  await status(one, "Your vote was counted.").waitFor();
  await card(one, applicant).getByText("You approved").waitFor();
  await card(one, applicant).getByText("1 approval of 2").waitFor();
  expect(await isSameDocument(one)).toBe(true);
  expect(await one.evaluate(() => document.activeElement?.textContent)).toContain("You approved");
  await expectAccessibleLooks(one);
  expect(await card(one, applicant).getByRole("button").count()).toBe(0);
  // Votes of others are hidden until the application is decided.
  const two = await openAs(members[1], "/partner");
  expect(await card(two, applicant).textContent()).not.toMatch(
    new RegExp(`${members[0].name}(?!\\d)`),
  );

  await approve(two, applicant);
  await status(two, "Your vote was counted, and the application is approved.").waitFor();
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
  await status(one, "Your vote was counted.").waitFor();
  expectPageError(again, /status of 409/);
  await decline(again, applicant);
  await alert(again, "You have already voted on this application.").waitFor();
  await card(again, applicant).getByText("You approved").waitFor();
  await approve(two, applicant);
  await status(two, "the application is approved").waitFor();
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

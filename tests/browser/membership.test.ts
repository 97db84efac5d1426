/** Applications for membership in a browser with scripts. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openAt } from "../setup/browser";
import { alert, isSameDocument, markDocument, status } from "../setup/pages";
import { addSignedIn, type SignedIn } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);
/** With three members or more, three equal votes decide. */
let members: [SignedIn, SignedIn, SignedIn];
beforeAll(async () => {
  const addMember = () => addSignedIn({ isMember: true });
  members = [await addMember(), await addMember(), await addMember()];
});

const openAs = ({ cookie }: SignedIn) =>
  openAt(`${site().origin}/partner`, { ...looks.light, cookie });

const STATEMENT =
  "I have read prospectuses for ten years.\nI hold no tokens. <b>Ask</b> me anything.";

async function apply(page: Page, statement = STATEMENT) {
  await page.getByLabel("Your statement").fill(statement);
  await page.getByRole("button", { name: "Send Application" }).click();
}

const card = (page: Page, { viewer }: SignedIn) =>
  page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: viewer.name, exact: true }) });
const vote = (page: Page, applicant: SignedIn, button: RegExp) =>
  card(page, applicant).getByRole("button", { name: button }).click();
const votesOn = (page: Page, { viewer }: SignedIn) =>
  page.getByRole("list", { name: `Votes on ${viewer.name}` }).getByRole("listitem");

test("an application is sent, a second one in another window is refused, and its text is kept", async () => {
  const person = await addSignedIn();
  const [first, second] = [await openAs(person), await openAs(person)];
  await apply(first);
  await status(first, "Application sent!").waitFor();
  await first.getByText("Your application is open").waitFor();
  await first.getByText("0 approvals of 3").waitFor();
  expect(await first.getByLabel("Your statement").count()).toBe(0);

  expectPageError(second, /status of 409/);
  await apply(second, `${STATEMENT} From another window.`);
  await alert(second, "You already have an open application.").waitFor();
  // The page shows this when it has loaded the other application.
  await second.getByText("Your application is open").waitFor();
  expect(await second.getByLabel("Your statement").inputValue()).toBe(
    `${STATEMENT} From another window.`,
  );
});

test("members vote once each without a page load, and the votes are shown after the last", async () => {
  const applicant = await addSignedIn();
  const { id } = await applyForMembership(applicant.viewer, { statement: STATEMENT });
  const [one, again] = [await openAs(members[0]), await openAs(members[0])];
  const statement = card(one, applicant).getByText("I hold no tokens.");
  expect(await statement.innerText()).toBe(STATEMENT);
  await markDocument(one);
  await vote(one, applicant, /^Approve/);
  await status(one, "Your vote was counted.").waitFor();
  await card(one, applicant).getByText("You approved").waitFor();
  await card(one, applicant).getByText("1 approval of 3").waitFor();
  expect(await isSameDocument(one)).toBe(true);
  expect(await one.evaluate(() => document.activeElement?.textContent)).toContain("You approved");
  await expectAccessibleLooks(one);
  expect(await card(one, applicant).getByRole("button").count()).toBe(0);

  expectPageError(again, /status of 409/);
  await vote(again, applicant, /^Decline/);
  await alert(again, "You have already voted on this application.").waitFor();
  await card(again, applicant).getByText("You approved").waitFor();

  await voteOnApplication(members[1].viewer, id, true);
  const last = await openAs(members[2]);
  await vote(last, applicant, /^Approve/);
  await status(last, "Your vote was counted, and the application is approved.").waitFor();
  await expect.poll(() => card(last, applicant).count()).toBe(0);
  await expect
    .poll(() => votesOn(last, applicant).allInnerTexts())
    .toEqual(members.map(({ viewer }) => `${viewer.name} approved`));
});

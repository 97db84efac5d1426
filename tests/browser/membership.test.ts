/** Applications for membership in a browser with scripts. */
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openAt, signIn } from "../setup/browser";
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

const url = () => `${site().origin}/partner`;
const openAs = ({ cookie }: SignedIn) => openAt(url(), { ...looks.light, cookie });
/** Opens the page again as somebody else. */
async function switchTo(page: Page, { cookie }: SignedIn) {
  await signIn(page, site().origin, cookie);
  await page.goto(url());
}

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

test("an application is sent, and one after that in another window is refused, and its text is kept", async () => {
  const page = await openAs(await addSignedIn());
  await apply(page);
  await status(page, "Application sent!").waitFor();
  await page.getByText("Your application is open").waitFor();
  await page.getByText("0 approvals of 3").waitFor();
  expect(await page.getByLabel("Your statement").count()).toBe(0);

  const person = await addSignedIn();
  await switchTo(page, person);
  await page.getByLabel("Your statement").waitFor();
  await applyForMembership(person.viewer, { statement: STATEMENT });
  expectPageError(page, /status of 409/);
  await apply(page, `${STATEMENT} From another window.`);
  await alert(page, "You already have an open application.").waitFor();
  // The page shows this when it has loaded the other application.
  await page.getByText("Your application is open").waitFor();
  expect(await page.getByLabel("Your statement").inputValue()).toBe(
    `${STATEMENT} From another window.`,
  );
});

test("members vote once each without a page load, and the votes are shown after the last", async () => {
  const [applicant, other] = [await addSignedIn(), await addSignedIn()];
  const { id } = await applyForMembership(applicant.viewer, { statement: STATEMENT });
  const { id: otherId } = await applyForMembership(other.viewer, { statement: STATEMENT });
  const page = await openAs(members[0]);
  const statement = card(page, applicant).getByText("I hold no tokens.");
  expect(await statement.innerText()).toBe(STATEMENT);
  await markDocument(page);
  await vote(page, applicant, /^Approve/);
  await status(page, "Your vote was counted.").waitFor();
  await card(page, applicant).getByText("You approved").waitFor();
  await card(page, applicant).getByText("1 approval of 3").waitFor();
  expect(await isSameDocument(page)).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("You approved");
  await expectAccessibleLooks(page);
  expect(await card(page, applicant).getByRole("button").count()).toBe(0);

  // A vote in another window.
  await voteOnApplication(members[0].viewer, otherId, true);
  expectPageError(page, /status of 409/);
  await vote(page, other, /^Decline/);
  await alert(page, "You have already voted on this application.").waitFor();
  await card(page, other).getByText("You approved").waitFor();

  await voteOnApplication(members[1].viewer, id, true);
  await switchTo(page, members[2]);
  await vote(page, applicant, /^Approve/);
  await status(page, "Your vote was counted, and the application is approved.").waitFor();
  await expect.poll(() => card(page, applicant).count()).toBe(0);
  await expect
    .poll(() => votesOn(page, applicant).allInnerTexts())
    .toEqual(members.map(({ viewer }) => `${viewer.name} approved`));
});

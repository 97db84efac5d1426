/**
 * The operator’s desk and signing up by invitation, with scripts; `without-scripts-desk.test.ts` and
 * `without-scripts-invitations.test.ts` have the same without.
 */
import { expect, test } from "vitest";
import { readSetting } from "~/models/setting.server";
import { setRole } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import { makeStamp } from "~/services/accounts/sign-up-stamp";
import { expectPageError, openAt, waitForHydration } from "../setup/browser";
import { collection } from "../setup/database";
import {
  banner,
  describedBy,
  formWith,
  heading,
  isSameDocument,
  main,
  markDocument,
} from "../setup/pages";
import { addSignedIn, PASSWORD, signUpSomebody, type SignedIn } from "../setup/people";
import { png } from "../setup/pictures";
import { useSite, useSiteDatabase } from "../setup/site";

// Its own, because the settings of a site apply to all who use it.
const site = useSite();
useSiteDatabase(site);

const openAs = ({ cookie }: SignedIn, path: string) => openAt(site().origin + path, { cookie });

test("the numbers of the day are read, a logo and a tagline set and put back, and a job is run", async () => {
  const page = await openAs(await addSignedIn({ role: "administrator" }), "/admin");
  await waitForHydration(page);
  await main(page)
    .getByRole("img", { name: /^New accounts by day/ })
    .waitFor();
  await main(page).getByRole("link", { name: "Settings", exact: true }).click();
  await main(page).getByLabel("Tagline").fill("For all of us");
  await main(page).getByLabel("Accent colour").fill("#005a9c");
  await main(page).getByRole("button", { name: "Save the settings" }).click();
  await main(page).getByText("tagline, accent").first().waitFor();
  await page.getByRole("contentinfo").getByText("For all of us").waitFor();

  await main(page).getByRole("link", { name: "Choose a picture" }).click();
  const file = { name: "logo.png", mimeType: "image/png", buffer: png() };
  await main(page).getByLabel("Picture").setInputFiles(file);
  await main(page).getByRole("button", { name: "Show this picture" }).click();
  await main(page).getByRole("img", { name: "What the header shows now" }).waitFor();
  await main(page).getByRole("button", { name: "Back to this" }).last().click();
  await main(page).getByRole("link", { name: "Choose a picture" }).waitFor();
  expect(await main(page).getByLabel("Tagline").inputValue()).not.toBe("For all of us");

  await main(page).getByRole("link", { name: "Jobs", exact: true }).click();
  const recount = main(page).getByRole("listitem").filter({ hasText: "Recount" }).first();
  await recount.getByRole("button", { name: "Run now" }).click();
  await page.getByText("The job has started.").waitFor();
  await expect
    .poll(() =>
      page.reload().then(() =>
        main(page)
          .getByText(/counts corrected$/)
          .count(),
      ),
    )
    .toBeGreaterThan(0);
});

test("the password is asked for after ten minutes, in the form itself", async () => {
  const [admin, person] = [await signUpSomebody(), await addSignedIn()];
  await setRole(admin.viewer.id, "administrator");
  const page = await openAs(admin, `/admin/people/${person.viewer.id}`);
  expectPageError(page, /status of 403/);
  await waitForHydration(page);
  const confirmedAt = new Date(Date.now() - 11 * 60_000);
  await collection("sessions").updateMany({}, { $set: { confirmedAt } });
  await markDocument(page);
  await main(page).locator("summary", { hasText: "Make a moderator" }).click();
  const make = main(page).getByRole("button", { name: "Make a moderator" });
  await make.click();
  const password = formWith(page, "Make a moderator").getByLabel("Your password");
  await password.waitFor();
  const role = async () => (await findUser(person.viewer.id))?.role;
  expect(await role()).toBeUndefined();
  await password.fill(PASSWORD);
  await make.click();
  await main(page).getByText("Moderator", { exact: true }).waitFor();
  expect([await role(), await isSameDocument(page)]).toEqual(["moderator", true]);
});

test("a visitor signs up with the link of a member, and a moderator sees that", async () => {
  const settings = await openAs(await addSignedIn({ role: "administrator" }), "/admin/settings");
  await main(settings).getByLabel("Who may sign up").selectOption("Those with an invitation");
  await main(settings).getByRole("button", { name: "Save the settings" }).click();
  await settings.getByText("The settings apply everywhere now.").waitFor();

  const member = await addSignedIn();
  const inviting = await openAs(member, "/invitations");
  await main(inviting).getByRole("button", { name: "Make an invitation" }).click();
  const link = await main(inviting)
    .getByText(/\/signup\?invitation=/)
    .innerText();

  const page = await openAt(`${site().origin}/declaration`);
  expectPageError(page, /status of 400/);
  const dialog = page.getByRole("dialog");
  const stamp = dialog.locator('input[name="stamp"]');
  await banner(page).getByRole("link", { name: "Sign In" }).click();
  await dialog.getByRole("link", { name: "Sign up" }).click();
  const first = await stamp.inputValue();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await banner(page).getByRole("link", { name: "Sign In" }).click();
  await expect.poll(() => stamp.inputValue()).not.toBe(first);

  // As in a form that has been open for two days.
  const key = String(await readSetting("key of sign-up forms"));
  const old = makeStamp(key, Date.now() - 2 * 86_400_000);
  await stamp.evaluate((input: HTMLInputElement, value) => (input.value = value), old);
  await dialog.getByLabel("Email").fill("linked@example.org");
  await dialog.getByLabel("Name").fill("Linked");
  const typePasswords = async () => {
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByLabel("Confirm password").fill(PASSWORD);
  };
  await typePasswords();
  const invitation = dialog.getByLabel("Invitation");
  await invitation.fill("nonsense");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect.poll(() => describedBy(invitation)).toContain("This invitation does not exist");
  const fresh = await stamp.inputValue();
  expect(Number(fresh.split(".")[0])).toBeGreaterThan(Date.now() - 600_000);
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Linked");
  await typePasswords();
  await invitation.fill(link);
  await dialog.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/welcome/);

  const moderator = await addSignedIn({ role: "moderator" });
  const looking = await openAs(moderator, `/people/${member.viewer.name}`);
  await main(looking).getByRole("link", { name: "Invitations" }).click();
  await heading(looking, `Invitations of ${member.viewer.name}`).waitFor();
  await main(looking).getByRole("link", { name: "Linked" }).waitFor();
});

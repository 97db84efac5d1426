/** Signing up by invitation in the dialog. */
import { expect, test } from "vitest";
import { readSetting } from "~/models/setting.server";
import { setRole } from "~/models/user-role.server";
import { makeStamp } from "~/services/accounts/sign-up-stamp";
import { expectPageError, openAt } from "../setup/browser";
import { collection } from "../setup/database";
import { banner, describedBy, heading, main } from "../setup/pages";
import { addSignedIn, PASSWORD, signUpSomebody } from "../setup/people";
import { useSite, useSiteDatabase } from "../setup/site";

// Its own, because the settings of a site apply to all who use it.
const site = useSite();
useSiteDatabase(site);

const openAs = ({ cookie }: { cookie: string }, path: string) =>
  openAt(site().origin + path, { cookie });

test("a visitor signs up with the link of a member, and a moderator sees that", async () => {
  const admin = await signUpSomebody();
  await setRole(admin.viewer.id, "administrator");
  const settings = await openAs(admin, "/admin/settings");
  await main(settings).getByLabel("Who may sign up").selectOption("Those with an invitation");
  await main(settings).getByRole("button", { name: "Save the settings" }).click();
  await expect.poll(() => collection("setting-changes").countDocuments()).toBe(1);

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

  const moderator = await addSignedIn();
  await setRole(moderator.viewer.id, "moderator");
  const looking = await openAs(moderator, `/people/${member.viewer.name}`);
  await main(looking).getByRole("link", { name: "Invitations" }).click();
  await heading(looking, `Invitations of ${member.viewer.name}`).waitFor();
  await main(looking).getByRole("link", { name: "Linked" }).waitFor();
});

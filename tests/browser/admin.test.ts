/** The operator’s desk, with and without scripts. */
import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { setRole } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import { expectPageError, openAt, waitForHydration } from "../setup/browser";
import { formWith, main } from "../setup/pages";
import { collection } from "../setup/database";
import { addSignedIn, PASSWORD, signUpSomebody, type SignedIn } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

let admin: Awaited<ReturnType<typeof signUpSomebody>>;
let person: SignedIn;
beforeEach(async () => {
  admin = await signUpSomebody();
  await setRole(admin.viewer.id, "administrator");
  person = await addSignedIn();
});

/** Makes the sign-in of the administrator older than ten minutes. */
const age = async () => {
  const confirmedAt = new Date(Date.now() - 11 * 60_000);
  await collection("sessions").updateMany({}, { $set: { confirmedAt } });
};

const openDesk = (javaScriptEnabled: boolean): Promise<Page> =>
  openAt(`${site().origin}/admin`, { cookie: admin.cookie, javaScriptEnabled });

const roleOf = async () => (await findUser(person.viewer.id))?.role;

describe.each([
  ["without scripts", false],
  ["with scripts", true],
])("%s, an administrator", (_, hasScripts) => {
  const settled = (page: Page) => (hasScripts ? waitForHydration(page) : null);

  test("reads the numbers of the day, finds somebody and makes a moderator of them", async () => {
    const page = await openDesk(hasScripts);
    await settled(page);
    const accounts = main(page).getByRole("img", { name: /^New accounts by day/ });
    expect(await accounts.getAttribute("aria-labelledby")).toBeTruthy();
    expect(
      await main(page)
        .getByText(/^[1-9]\d* today, /)
        .count(),
    ).toBeGreaterThan(0);
    await main(page).getByRole("link", { name: "People", exact: true }).click();
    await main(page).getByRole("searchbox").fill(person.viewer.email);
    await main(page).getByRole("button", { name: "Find" }).click();
    await main(page).getByRole("link", { name: person.viewer.name }).click();
    const suspend = main(page).getByRole("link", { name: "Suspend, limit or warn" });
    expect(await suspend.getAttribute("href")).toBe(
      `/moderation/decide/person/${person.viewer.id}`,
    );
    await main(page).locator("summary", { hasText: "Make a moderator" }).click();
    await main(page).getByRole("button", { name: "Make a moderator" }).click();
    await main(page).getByText("Moderator", { exact: true }).waitFor();
    expect(await roleOf()).toBe("moderator");
  });

  test("is asked for the password after ten minutes, in the form itself", async () => {
    const page = await openAt(`${site().origin}/admin/people/${person.viewer.id}`, {
      cookie: admin.cookie,
      javaScriptEnabled: hasScripts,
    });
    expectPageError(page, /status of 403/);
    await settled(page);
    await age();
    await main(page).locator("summary", { hasText: "End all sessions" }).click();
    const end = main(page).getByRole("button", { name: "End all sessions" });
    await end.click();
    const password = formWith(page, "End all sessions").getByLabel("Your password");
    await password.waitFor();
    expect(await collection("sessions").countDocuments()).toBeGreaterThan(2);
    await password.fill(PASSWORD);
    await end.click();
    await page.getByText("All their sessions and tokens are ended.").waitFor();
  });
});

/** The operator’s desk with scripts; `without-scripts-desk.test.ts` has the same without. */
import { beforeEach, expect, test } from "vitest";
import { setRole } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import { expectPageError, openAt, waitForHydration } from "../setup/browser";
import { formWith, isSameDocument, main, markDocument } from "../setup/pages";
import { collection } from "../setup/database";
import { addSignedIn, PASSWORD, signUpSomebody, type SignedIn } from "../setup/people";
import { png } from "../setup/pictures";
import { useSite, useSiteDatabase } from "../setup/site";

// Its own, because the settings of a site apply to all who use it.
const site = useSite();
useSiteDatabase(site);

let person: SignedIn;
let cookie: string;
beforeEach(async () => {
  const admin = await signUpSomebody();
  cookie = admin.cookie;
  await setRole(admin.viewer.id, "administrator");
  person = await addSignedIn();
});

test("the numbers of the day are read, a logo and a tagline set and put back, and a job is run", async () => {
  const page = await openAt(`${site().origin}/admin`, { cookie });
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
  const page = await openAt(`${site().origin}/admin/people/${person.viewer.id}`, { cookie });
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

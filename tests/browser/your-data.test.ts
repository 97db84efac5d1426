/** Exporting one's data in a browser with scripts. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openAt } from "../setup/browser";
import { mailedLink } from "../setup/mail-files";
import { main } from "../setup/pages";
import { signUpSomebody } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";
import { unzip } from "../setup/unzip";

const site = useSharedSite();
useSiteDatabase(site);

test("a user requests an export, receives a mail, and downloads the file", async () => {
  const { email, viewer, cookie } = await signUpSomebody({ isProven: true });
  const page = await openAt(`${site().origin}/settings/data`, { cookie });
  await main(page).getByRole("button", { name: "Ask for a copy" }).click();
  await page.getByText(/is on its way/).waitFor();
  await page.goto(await mailedLink(site(), email, "/settings/data"));
  const link = main(page).getByRole("link", { name: /^Download \(\d+ kB\)$/ });
  await link.waitFor();
  expect(await main(page).getByRole("button", { name: /copy/ }).count()).toBe(0);
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^person.*\.zip$/);
  const files = await unzip(await readFile(await download.path()));
  expect(JSON.parse(files.get("data.json")!)).toMatchObject({
    account: { name: viewer.name, email },
  });
});

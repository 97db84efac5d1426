/** Exporting one's data in a browser. */
import { readFile } from "node:fs/promises";
import { addDays } from "date-fns/addDays";
import mongoose from "mongoose";
import type { Browser, Page } from "playwright";
import { addExport } from "~/models/export.server";
import { beforeAll, describe, expect, test } from "vitest";
import { everyLook, expectAccessibleLooks, looks } from "../setup/accessibility";
import { openPage, signIn, startBrowser } from "../setup/browser";
import { mailedLink } from "../setup/mail-files";
import { addSignedIn } from "../setup/people";
import { useSite, useSiteDatabase } from "../setup/site";
import { unzip } from "../setup/unzip";

const PASSWORD = "correct horse battery!";
const site = useSite();
useSiteDatabase(site);
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});

describe.each([
  ["without scripts", false],
  ["with scripts", true],
])("a browser %s", (_, javaScriptEnabled) => {
  const name = javaScriptEnabled ? "Ida" : "Mara";
  const email = `${name.toLowerCase()}@example.org`;
  const main = (page: Page) => page.getByRole("main");
  // Only with scripts: axe waits for timers, which never fire in a page without them.
  const look = async (page: Page) => {
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    if (javaScriptEnabled) await expectAccessibleLooks(page);
  };

  test("requests an export, receives a mail, and downloads the file", async () => {
    const page = await openPage(browser, { ...looks.light, javaScriptEnabled });
    await page.goto(`${site().origin}/signup`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await main(page).getByRole("button", { name: "Create account" }).click();
    await page.getByRole("banner").getByText(email).waitFor();
    await page.goto(await mailedLink(site(), email, "/prove-email/"));
    await page.getByRole("button", { name: "Confirm my address" }).click();
    await page.getByText("Your address is confirmed.").waitFor();

    await page.goto(`${site().origin}/settings`);
    await page.getByRole("link", { name: "Your data" }).click();
    await main(page).getByRole("heading", { name: "A copy of your data" }).waitFor();
    await look(page);
    await main(page).getByRole("button", { name: "Ask for a copy" }).click();
    await page.getByText(/is on its way/).waitFor();
    await page.goto(await mailedLink(site(), email, "/settings/data"));
    const link = main(page).getByRole("link", { name: /^Download \(\d+ kB\)$/ });
    await link.waitFor();
    await look(page);
    expect(await main(page).getByRole("button", { name: /copy/ }).count()).toBe(0);

    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^(ida|mara)-.*\.zip$/);
    const files = await unzip(await readFile(await download.path()));
    expect(JSON.parse(files.get("data.json")!)).toMatchObject({ account: { name, email } });
  });
});

test("each state of an export is accessible in every look, and a pending one is polled", async () => {
  const { viewer, cookie } = await addSignedIn();
  const page = await openPage(browser, looks.light);
  await signIn(page, site().origin, cookie);
  await page.goto(`${site().origin}/settings/data`);
  const main = page.getByRole("main");
  const ask = (name: string) => main.getByRole("button", { name, exact: true });
  await ask("Ask for a copy").waitFor();
  await expectAccessibleLooks(page, everyLook);
  const exports = mongoose.connection.collection("exports");
  const change = async (fields: object) => {
    await exports.updateOne({ user: new mongoose.Types.ObjectId(viewer.id) }, { $set: fields });
    await page.reload();
  };

  const [origin, expiresAt] = [site().origin, addDays(new Date(), 7)];
  await addExport({ userId: viewer.id, origin, expiresAt }, new Date());
  await change({ dueAt: addDays(new Date(), 1) });
  await main.getByText("Your copy is being made.").waitFor();
  expect(await ask("Ask for a copy").count()).toBe(0);
  await expectAccessibleLooks(page, everyLook);

  // The page is not reloaded here: it polls.
  await exports.updateMany({}, { $set: { state: "failed" } });
  await main.getByText("Your copy could not be made.").waitFor();
  await ask("Ask for a copy").waitFor();
  await expectAccessibleLooks(page, everyLook);

  await change({ state: "ready", readyAt: addDays(new Date(), -2), size: 3_400_000 });
  await main.getByRole("link", { name: "Download (3.4 MB)" }).waitFor();
  await ask("Ask for a new copy").waitFor();
  await expectAccessibleLooks(page, everyLook);
});
